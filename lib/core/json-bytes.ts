import { isAscii } from 'node:buffer'
import type { JsonBounds } from './json.ts'

const [quote, backslash, comma] = [0x22, 0x5c, 0x2c]
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]
const blanks = new Set([0x20, 0x0a, 0x0d, 0x09])

type Span = { from: number; to: number }

/**
 * The JSON value of UTF-8 bytes, or what they have too much of. Throws SyntaxError for bytes that are
 * no JSON.
 *
 * Plain ASCII is parsed at once. In other text the items of a page (`{"items": [{…}, {…}]}`) are
 * parsed one after the other: one letter outside of Latin-1 makes every letter of a text twice as
 * long, and a text of a whole page then takes longer to make than to parse.
 */
export function parseBytes(
  bytes: Buffer,
  bounds: JsonBounds,
): { json: unknown } | keyof JsonBounds {
  // A text has fewer values than letters, so only its depth is left to check.
  if (bytes.length <= bounds.values && isAscii(bytes)) {
    const json: unknown = JSON.parse(bytes.toString('latin1'))
    return isDeeper(json, bounds.depth) ? 'depth' : { json }
  }
  const items = itemsOfPage(bytes, bounds)
  if (typeof items === 'string') return items
  return {
    json: (items.length > 0 && parsePage(bytes, items)) || JSON.parse(bytes.toString('utf8')),
  }
}

/** True if the bytes have a piece of text. */
export function haveText(bytes: Buffer): boolean {
  return bytes.some((byte) => !blanks.has(byte))
}

// True if there are more than `levels` lists and objects in each other.
function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (levels === 0) return true
  if (Array.isArray(value)) return value.some((item) => isDeeper(item, levels - 1))
  const object = value as { [name: string]: unknown }
  for (const name in object) if (isDeeper(object[name], levels - 1)) return true
  return false
}

// The places of the objects in the only list of the outermost object; none if there is another
// list, or if anything else than objects stands in it.
function itemsOfPage(bytes: Buffer, { values, depth }: JsonBounds): Span[] | keyof JsonBounds {
  const items: Span[] = []
  let [count, level, from, lists] = [1, 0, 0, 0]
  let isInList = false
  let isPage = true
  // Whether an item may follow in the list, or a comma.
  let isItemNext = true
  for (let at = 0; at < bytes.length; at += 1) {
    const code = bytes[at]!
    const isBetweenItems = isInList && level === 2
    if (code === quote) {
      if (isBetweenItems) isPage = false
      at = endOfText(bytes, at)
    } else if (code === comma) {
      count += 1
      if (isBetweenItems) {
        if (isItemNext) isPage = false
        isItemNext = true
      }
    } else if (code === openList || code === openObject) {
      count += 1
      level += 1
      if (level > depth) return 'depth'
      if (level === 1 && code === openList) isPage = false
      if (level === 2) {
        isInList = code === openList
        if (isInList) lists += 1
        isItemNext = true
      }
      if (isBetweenItems) {
        from = at
        if (code === openList || !isItemNext) isPage = false
        isItemNext = false
      }
    } else if (code === closeList || code === closeObject) {
      if (isBetweenItems) {
        if (isItemNext && items.length > 0) isPage = false
        isInList = false
      }
      level -= 1
      if (isInList && level === 2) items.push({ from, to: at + 1 })
    } else if (isBetweenItems && !blanks.has(code)) isPage = false
    if (count > values) return 'values'
  }
  return isPage && lists === 1 ? items : []
}

// At the closing quote, or at the end of the bytes.
function endOfText(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(quote, start + 1); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let before = at
    while (bytes[before - 1] === backslash) before -= 1
    if ((at - before) % 2 === 0) return at
  }
  return bytes.length
}

// The page with a number in the place of each item, and then the items. Undefined if a member of
// the same name hides them.
function parsePage(bytes: Buffer, items: Span[]): object | undefined {
  const [head, tail] = [
    bytes.toString('utf8', 0, items[0]!.from),
    bytes.toString('utf8', items.at(-1)!.to),
  ]
  const page = JSON.parse(`${head}${items.map(() => 0).join(',')}${tail}`) as {
    [name: string]: unknown
  }
  const list = Object.values(page).find((value) => Array.isArray(value)) as unknown[] | undefined
  if (list?.length !== items.length) return undefined
  for (const [place, { from, to }] of items.entries())
    list[place] = JSON.parse(bytes.toString('utf8', from, to))
  return page
}
