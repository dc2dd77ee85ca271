import type { Json } from '#lib/core/json.ts'

/**
 * The text of a list of strings: codes on one line, other items one per line. An ambiguous item
 * (with a comma or a leading quote, or empty) is written as a JSON string, so none is lost.
 * Undefined if an item is not a string.
 */
export function itemsText(value: Json, areCodes: boolean): string | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return undefined
  const isPlain = (item: string) =>
    areCodes
      ? /^[^\s,"]+$/.test(item)
      : item !== '' && item === item.trim() && !/^"|[,\n\r]/.test(item)
  return value
    .map((item) => (isPlain(item) ? item : JSON.stringify(item)))
    .join(areCodes ? ' ' : '\n')
}

/**
 * The strings of such a text. Commas and line breaks separate items; between codes, spaces do too.
 */
export function textItems(text: string, areCodes: boolean): string[] {
  const tokens =
    text.match(
      areCodes
        ? /"(?:[^"\\]|\\.)*"(?=[\s,]|$)|[^\s,]+/g
        : /[^\S\n]*(?:"(?:[^"\\\n]|\\.)*"(?=[^\S\n]*(?:[,\n]|$))|[^,\n]+)/g,
    ) ?? []
  return tokens
    .map((token) => token.trim())
    .filter(Boolean)
    .map(unquoted)
}

// Checked before parsing: a failed parse costs a thousand times as much, and a list may have 30,000
// items.
const jsonString = /^"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"$/

function unquoted(token: string): string {
  return jsonString.test(token) ? String(JSON.parse(token)) : token
}
