import { canonicalText, isJsonObject, sameJson, type Json } from '#lib/core/json.ts'

/** A list's rows with keys: equal keys in two lists mean the same row. */
export type KeyedRows = { keys: string[]; rows: Json[] }

/**
 * Keys for the rows of three lists of service lines: `external_id` if unique, otherwise unchanged
 * content. Undefined if rows cannot be matched with certainty.
 */
export function keyLines(
  base: Json[],
  mine: Json[],
  theirs: Json[],
): [KeyedRows, KeyedRows, KeyedRows] | undefined {
  const unclear = new Set([base, mine, theirs].flatMap((list) => repeated(list.map(externalId))))
  const idOf = (row: Json) => {
    const id = externalId(row)
    return id === undefined || unclear.has(id) ? undefined : id
  }
  const rest = base.map((_, index) => index).filter((index) => idOf(base[index]!) === undefined)
  const baseKeys = base.map((row, index) => keyOf(idOf(row), index))
  const sides = [mine, theirs].map((list) => {
    const own = list.map((_, index) => index).filter((index) => idOf(list[index]!) === undefined)
    const originOf = alignRows(
      rest.map((index) => base[index]!),
      own.map((index) => list[index]!),
    )
    return (
      originOf && {
        originOf: new Map(
          own.map((index, at) => [index, originOf[at] === null ? null : rest[originOf[at]!]!]),
        ),
        list,
      }
    )
  })
  if (sides.some((side) => side === undefined)) return undefined
  if (sides.some((side, index) => isReplacing(side!.originOf, rest, base, sides[1 - index]!)))
    return undefined
  const keyed = sides.map((side) => {
    const added = new Map<string, number>()
    const keys = side!.list.map((row, index) => {
      const id = idOf(row)
      const from = side!.originOf.get(index)
      if (id !== undefined || (from !== null && from !== undefined)) return keyOf(id, from ?? 0)
      // A row added by both sides is one row: after a lost answer, a save finds its own row.
      const content = canonicalText(row)
      added.set(content, (added.get(content) ?? 0) + 1)
      return `new ${added.get(content)} ${content}`
    })
    return { keys, rows: side!.list }
  })
  return [{ keys: baseKeys, rows: base }, keyed[0]!, keyed[1]!]
}

type Side = { originOf: Map<number, number | null>; list: Json[] }

// Rows that were removed while others were added may be heavily edited rows; then the other side
// must not have touched them.
function isReplacing(
  originOf: Side['originOf'],
  rest: readonly number[],
  base: readonly Json[],
  other: Side,
): boolean {
  const origins = [...originOf.values()]
  if (!origins.includes(null)) return false
  const gone = rest.filter((index) => !origins.includes(index))
  const stays = (index: number) =>
    [...other.originOf].some(
      ([at, from]) => from === index && sameJson(other.list[at], base[index]),
    )
  return !gone.every(stays)
}

/**
 * For each row of `after`, the index of the same row in `before`, or null for a new row. Undefined
 * if the match would be a guess.
 */
function alignRows(before: readonly Json[], after: readonly Json[]): (number | null)[] | undefined {
  const start = commonStart(before, after)
  const end = commonStart(before.slice(start).toReversed(), after.slice(start).toReversed())
  const [left, right] = [
    before.slice(start, before.length - end),
    after.slice(start, after.length - end),
  ]
  const middle = alignMiddle(left, right)
  if (!middle) return undefined
  return after.map((_, index) => {
    if (index < start) return index
    if (index >= after.length - end) return index + before.length - after.length
    const from = middle[index - start]!
    return from === null ? null : from + start
  })
}

function alignMiddle(left: readonly Json[], right: readonly Json[]): (number | null)[] | undefined {
  const free = new Set(left.keys())
  const originOf: (number | null)[] = right.map((row, at) => {
    const likely =
      free.has(at) && sameJson(left[at], row)
        ? at
        : [...free].find((index) => sameJson(left[index], row))
    const from = likely ?? null
    if (from !== null) free.delete(from)
    return from
  })
  const open = originOf.flatMap((from, index) => (from === null ? [index] : []))
  // Edited in place: all other rows kept their positions.
  const keepsPositions = originOf.every((from, index) => from === null || from === index)
  if (
    left.length === right.length &&
    keepsPositions &&
    open.every((index) => similarity(left[index]!, right[index]!) >= minSimilarity)
  )
    return right.map((_, index) => index)
  for (const index of open) {
    const from = bestOf([...free], (each) => similarity(left[each]!, right[index]!))
    if (from === 'unclear') return undefined
    // A row matches the most similar one, unless that one is more similar to another row.
    const rival =
      from === undefined ? undefined : bestOf(open, (each) => similarity(left[from]!, right[each]!))
    if (rival === 'unclear') return undefined
    if (from !== undefined && rival === index) originOf[index] = from
  }
  return originOf
}

/**
 * The index with the highest similarity; undefined if nothing is similar, `unclear` if two are
 * equally similar.
 */
function bestOf(
  indexes: readonly number[],
  score: (index: number) => number,
): number | 'unclear' | undefined {
  const best = Math.max(0, ...indexes.map(score))
  const found = best < minSimilarity ? [] : indexes.filter((index) => score(index) === best)
  return found.length > 1 ? 'unclear' : found[0]
}

const minSimilarity = 0.5

/** The share of equal members, 0 to 1. */
function similarity(a: Json, b: Json): number {
  if (!isJsonObject(a) || !isJsonObject(b)) return 0
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  const common = [...names].filter(
    (name) => Object.hasOwn(a, name) && Object.hasOwn(b, name) && sameJson(a[name], b[name]),
  )
  return names.size === 0 ? 0 : common.length / names.size
}

function commonStart(a: readonly Json[], b: readonly Json[]): number {
  let length = 0
  while (length < a.length && length < b.length && sameJson(a[length], b[length])) length += 1
  return length
}

function keyOf(id: string | undefined, index: number): string {
  return id === undefined ? `row ${index}` : `id ${id}`
}

function externalId(row: Json): string | undefined {
  const id = isJsonObject(row) && Object.hasOwn(row, 'external_id') ? row.external_id : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** The texts that appear more than once in a list. */
export function repeated(texts: readonly (string | undefined)[]): string[] {
  const known = texts.filter((text) => text !== undefined)
  return known.filter((text, index) => known.indexOf(text) !== index)
}
