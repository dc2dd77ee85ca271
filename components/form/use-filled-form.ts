'use client'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { DraftObject } from '#lib/rules/edit/edit-data.ts'

/** A control's text, by its name. */
export type ControlText = { name: string; text: string }

/**
 * The values of a form: `start` is the loaded record, `draft` replaces it, `texts` are typed over
 * that.
 */
export type Filling = {
  start: DraftObject
  draft?: DraftObject | undefined
  texts?: readonly ControlText[]
}

/**
 * A form that has its values at its first render. `fill` replaces them: the form and its other
 * changes (`also`) are on the screen before it returns, and the focus stays. Do not call the form's
 * `reset`: until the next render it knows no field, and keys pressed then are lost.
 */
export function useFilledForm({ start, draft }: Filling): {
  form: UseFormReturn<DraftObject>
  fill: (next: Filling, also?: () => void) => void
} {
  const form = useForm<DraftObject>({ defaultValues: start })
  // Not as the default values: the form tells by those what was loaded.
  useState(() => draft && form.reset(draft, { keepDefaultValues: true }))
  const fill = (next: Filling, also?: () => void) => {
    const giveBack = holdFocus()
    flushSync(() => {
      also?.()
      form.reset(next.start)
      if (next.draft) form.reset(next.draft, { keepDefaultValues: true })
      for (const { name, text } of next.texts ?? [])
        form.setValue(name, text, { shouldDirty: true })
    })
    giveBack()
  }
  return { form, fill }
}

// Rows are drawn anew, and the cell that had the focus with them.
function holdFocus(): () => void {
  const held = document.activeElement
  const name = held?.getAttribute('name')
  const [from, to] =
    held instanceof HTMLInputElement || held instanceof HTMLTextAreaElement
      ? [held.selectionStart, held.selectionEnd]
      : [null, null]
  return () => {
    if (!name || document.activeElement !== document.body) return
    const control = document.querySelector<HTMLElement>(`[name="${CSS.escape(name)}"]`)
    control?.focus({ preventScroll: true })
    if (
      from !== null &&
      (control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement)
    )
      control.setSelectionRange(from, to)
  }
}
