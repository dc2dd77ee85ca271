/** Hands a file to the browser, which saves it as it saves downloads. */
export function saveFile(name: string, content: Blob): void {
  const href = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = href
  link.download = name
  link.click()
  // The browser has taken the content by then, however long saving it takes.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
