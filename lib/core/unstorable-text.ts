/**
 * The path of the first text in a value that no database keeps and no address carries: one with a
 * NUL or half of a letter. '' for the value itself; undefined if there is none.
 */
export function unstorableAt(value: unknown): string | undefined {
  if (typeof value === 'string')
    return value.includes('\0') || !value.isWellFormed() ? '' : undefined
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, member] of Object.entries(value)) {
    const at = unstorableAt(member)
    if (at !== undefined) return at === '' ? name : `${name}.${at}`
  }
  return undefined
}
