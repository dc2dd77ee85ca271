'use client'
import { useFormContext } from 'react-hook-form'
import { type Draft, isBlankDraft } from '#lib/rules/edit/edit-data.ts'
import { valueAt, useRecord } from './record-context.tsx'
import { isBlank } from './is-blank.ts'

/**
 * True if the form or the loaded record has a value below one of the paths when the caller renders.
 */
export function useFilled(paths: readonly string[]): boolean {
  const { base } = useRecord()
  const { getValues } = useFormContext()
  return paths.some(
    (path) => !isBlankDraft(getValues(path) as Draft | undefined) || !isBlank(valueAt(base, path)),
  )
}
