/**
 * The values in a typed or pasted list: separated by commas, semicolons, new lines or tabs; trimmed, without blanks
 * or repeats, in their order. A value in double quotes keeps its separators ("Moss, Avery"); "" inside is one quote.
 */
export function parsePastedList(text: string): string[] {
  return [...new Set(pastedValues(text))]
}

/** The same values one by one, repeats too: for work that is done in slices. */
export function* pastedValues(text: string): Generator<string> {
  for (const match of text.matchAll(/\s*(?:"((?:[^"]|"")*)"(?=\s*(?:[,;\n\r\t]|$))|([^,;\n\r\t]*))(?:[,;\n\r\t]|$)/g)) {
    const value = (match[1]?.replaceAll('""', '"') ?? match[2] ?? '').trim()
    if (value !== '') yield value
  }
}

/** The list as `parsePastedList` reads it back: one value a line, quoted where it holds a separator. */
export function writeList(values: readonly string[]): string {
  return values.map((value) => (/[,;\n\r\t"]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value)).join('\n')
}
