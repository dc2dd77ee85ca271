import { expect, vi } from 'vitest'
import { userEvent, type Locator } from 'vitest/browser'

/**
 * Presses a key until what it opens is there: for half a second after the end of a dialog or a menu
 * a letter does nothing. `before` is done before each press.
 */
export async function pressUntil(
  key: string,
  opened: Locator,
  before = () => undefined as void,
): Promise<void> {
  const isOpen = () => opened.elements().length > 0
  await expect
    .poll(async () => {
      before()
      await userEvent.keyboard(key)
      return vi.waitUntil(isOpen, { timeout: 1_000 }).catch(() => false)
    })
    .toBe(true)
}
