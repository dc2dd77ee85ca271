import { expect, vi } from 'vitest'

/** The text of the file that an act of the page gives to the browser. */
export async function savedText(act: () => Promise<unknown>): Promise<string> {
  const made = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#')
  await act()
  await expect.poll(() => made.mock.calls).toHaveLength(1)
  const file = made.mock.calls[0]![0] as Blob
  made.mockRestore()
  return file.text()
}
