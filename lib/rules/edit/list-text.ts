import type { Json } from '#lib/core/json.ts'

/**
 * The text of a list of strings: codes stand beside each other, other items one a line. An item that could not be told
 * apart that way (it holds a comma, begins with a quote, is empty) is written as a JSON string, so that none is lost.
 * Undefined when an item is no string.
 */
export function itemsText(value: Json, areCodes: boolean): string | undefined {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) return undefined
  const isPlain = (item: string) =>
    areCodes ? /^[^\s,"]+$/.test(item) : item !== '' && item === item.trim() && !/^"|[,\n\r]/.test(item)
  return value.map((item) => (isPlain(item) ? item : JSON.stringify(item))).join(areCodes ? ' ' : '\n')
}

/** The strings of such a text; commas and line breaks part them, between codes spaces do too. */
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

// Looked at before it is parsed: a refusal costs a thousand times as much, and a list may hold 30,000 of them.
const jsonString = /^"(?:[^"\\\u0000-\u001F]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"$/

function unquoted(token: string): string {
  return jsonString.test(token) ? String(JSON.parse(token)) : token
}
