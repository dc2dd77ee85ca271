'use client'
import { useFormContext, useWatch } from 'react-hook-form'
import { draftOf } from '#lib/rules/edit/edit-data.ts'
import { focusControl } from './focus-control.ts'
import { useRecordField } from './record-context.tsx'

/** The attribute of the button that keeps a removed object; its value is the object's wire path. */
export const keepButton = 'data-keep'

/**
 * Taking a whole object away, and back. What was loaded stays in the form until the save, so that
 * undoing brings it back; what was only typed is emptied, and `onTaken` folds its place. The focus
 * goes to what undoes or redoes it.
 */
export function useRemoval(at: string, onTaken?: () => void) {
  const { shape, base } = useRecordField(at)
  const { setValue } = useFormContext()
  const isCleared = useWatch({ name: `${at}.$cleared` }) === true
  const wasLoaded = base !== null && base !== undefined
  const remove = () => {
    if (wasLoaded) setValue(`${at}.$cleared`, true, { shouldDirty: true })
    else if (shape) {
      setValue(at, draftOf(undefined, shape), { shouldDirty: true })
      onTaken?.()
    }
    requestAnimationFrame(() =>
      document
        .querySelector<HTMLElement>(
          `[${keepButton}="${CSS.escape(at)}"], [data-covers~="${CSS.escape(at)}"], [data-field="${CSS.escape(at)}"] > button`,
        )
        ?.focus(),
    )
  }
  const restore = () => {
    setValue(`${at}.$cleared`, false, { shouldDirty: true })
    requestAnimationFrame(() => focusControl(at))
  }
  return { isRemoved: isCleared && wasLoaded, remove, restore }
}
