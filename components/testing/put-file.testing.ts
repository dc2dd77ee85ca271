import type { Locator } from 'vitest/browser'

/** Chooses a file in a file input, at once whatever its size. */
export function putFile(input: Locator, name: string, ...content: BlobPart[]): void {
  const chosen = new DataTransfer()
  chosen.items.add(new File(content, name))
  const element = input.element() as HTMLInputElement
  element.files = chosen.files
  element.dispatchEvent(new Event('change', { bubbles: true }))
}
