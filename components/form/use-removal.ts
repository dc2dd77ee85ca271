'use client'
import { useFormContext, useWatch } from 'react-hook-form'
import { draftOf } from '#lib/rules/edit-data.ts'
import { useRecordField } from './record-context.tsx'

/**
 * Taking a whole object away, and back. What was loaded stays in the form until the save, so that undoing brings it
 * back; what was only typed is emptied.
 */
export function useRemoval(at: string) {
  const { shape, base } = useRecordField(at)
  const { setValue } = useFormContext()
  const isRemoved = useWatch({ name: `${at}.$cleared` }) === true
  const wasLoaded = base !== null && base !== undefined
  const remove = () => {
    if (wasLoaded) setValue(`${at}.$cleared`, true, { shouldDirty: true })
    else if (shape) setValue(at, draftOf(undefined, shape), { shouldDirty: true })
  }
  return { isRemoved: isRemoved && wasLoaded, wasLoaded, remove, restore: () => setValue(`${at}.$cleared`, false, { shouldDirty: true }) }
}
