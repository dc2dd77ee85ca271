import { expect } from 'vitest'
import { page, type Locator } from 'vitest/browser'

/**
 * What has the focus when a dialog opens: its first field, a field or a button by name, or the
 * dialog itself.
 */
export type Beginning = 'first field' | 'the dialog' | { field: string } | { button: string }

/**
 * Expects a dialog to be open and to begin where typing does no harm: in a field; in a question
 * without one, on the button that changes nothing. `name` is a part of the title.
 */
export async function expectBegins(name: string, at: Beginning = 'first field'): Promise<Locator> {
  const dialog = page.getByRole('dialog', { name, exact: false })
  await expect.element(dialog).toBeVisible()
  if (at === 'first field') await expect.poll(() => isInFirstField(dialog.element())).toBe(true)
  else if (at === 'the dialog') await expect.element(dialog).toHaveFocus()
  else if ('field' in at) await expect.element(dialog.getByLabelText(at.field)).toHaveFocus()
  else await expect.element(dialog.getByRole('button', { name: at.button })).toHaveFocus()
  return dialog
}

// A group of choices is one field. A box that is only read is the first where no other is.
function isInFirstField(box: Element): boolean {
  const fields = [...box.querySelectorAll<HTMLInputElement>('input, select, textarea')].filter(
    (field) => !field.matches(':disabled, [type="hidden"]') && field.checkVisibility(),
  )
  const first = fields.find((field) => !field.readOnly) ?? fields[0]
  const at = document.activeElement
  const isOfGroup = at instanceof HTMLInputElement && at.type === 'radio' && at.name === first?.name
  return first !== undefined && (at === first || isOfGroup)
}

/** Every letter of the lists' keys, and sequences that lead to other pages. */
export const sentence = 'Partner keys jxasrb rotated at night, g h?'
export const letters = 'jkxasrbewghmvzu?'

/** Types keys in one moment: the last of them would otherwise come half a second later. */
export function typeAtOnce(keys: Iterable<string>): void {
  for (const key of keys) {
    const isSign = key === '?'
    const code = isSign ? 'Slash' : key.length > 1 ? key : `Key${key.toUpperCase()}`
    document.activeElement!.dispatchEvent(
      new KeyboardEvent('keydown', {
        key,
        code,
        shiftKey: isSign,
        bubbles: true,
        cancelable: true,
      }),
    )
  }
}
