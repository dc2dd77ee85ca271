'use client'
import { useCallback } from 'react'
import { useFormContext } from 'react-hook-form'
import { isDateBox, typeDate } from '#components/ui/date-input.tsx'
import { isLocalDate } from '#lib/core/local-date.ts'
import { toText } from '#lib/rules/edit/draft-text.ts'
import { isLeaf, shapeAt } from '#lib/rules/edit/field-shape.ts'
import { focusControl } from './focus-control.ts'
import type { MarkFix } from './marks/mark-store.ts'
import { useMoveRow, useRecord } from './record-context.tsx'

/** Writes a fix into the form and leads to the field, where the person sees what it did. */
export function useApplyFix(): (fix: MarkFix) => void {
  const { shape } = useRecord()
  const { setValue } = useFormContext()
  const moveRow = useMoveRow()
  return useCallback(
    (fix) => {
      if (fix.move) moveRow(fix.move.list, fix.move.from, fix.move.to)
      for (const { name, value } of fix.sets) {
        const field = shapeAt(shape, name)
        const text = field && isLeaf(field) ? toText(value, field) : undefined
        if (text === undefined) continue
        focusControl(name)
        if (!typeInto(name, text)) setValue(name, text, { shouldDirty: true })
      }
    },
    [shape, setValue, moveRow],
  )
}

// Typed as a person types, so that the browser's own undo takes it back. It is the one way to do
// that: a value set by a script empties the control's undo history.
function typeInto(name: string, text: string): boolean {
  const box = document.activeElement
  if (!(box instanceof HTMLInputElement || box instanceof HTMLTextAreaElement) || box.name !== name)
    return false
  if (isDateBox(box) && isLocalDate(text)) {
    typeDate(box, text)
    return true
  }
  box.select()
  return text === ''
    ? document.execCommand('delete')
    : document.execCommand('insertText', false, text)
}
