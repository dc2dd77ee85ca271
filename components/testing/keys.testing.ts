import { userEvent, type Locator } from 'vitest/browser'

/** Gives the focus to a control, as a person who comes to it by Tab. */
export async function focusOn(control: Locator): Promise<void> {
  const element = await control.findElement()
  ;(element as HTMLElement).focus()
}

/** Presses keys in a control, or where the focus is. */
export async function press(keys: string, control?: Locator): Promise<void> {
  if (control) await focusOn(control)
  await userEvent.keyboard(keys)
}
