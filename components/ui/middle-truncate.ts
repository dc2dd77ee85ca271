/**
 * Text of at most `length` characters without its middle ("0f3c81…9a21"), because ids differ at
 * their ends.
 */
export function middleTruncate(text: string, length: number): string {
  if (text.length <= length) return text
  const kept = Math.max(2, length - 1)
  const head = Math.ceil(kept / 2)
  return `${text.slice(0, head)}…${text.slice(text.length - (kept - head))}`
}
