import { fail, ok, type Result } from '#lib/core/result.ts'
import type { ReadPage, WirePage } from './wire-page.ts'
import type { WireQuery } from './request.ts'
import { fromOpaque, toOpaque } from './opaque.ts'

type Split = {
  query: WireQuery
  /** What each of the walks that make up the list asks for besides. One walk alone is passed through `keep`. */
  parts: readonly WireQuery[]
  position?: string | undefined
  /** Which of two items of different walks comes first: negative for the first one. */
  compare: (one: unknown, other: unknown) => number
  /** Whether an item belongs to the list at all; what does not is passed over. */
  keep: (item: unknown) => boolean
}

// Where one walk stands: the token of its page, how many of that page's items were used, or that it has ended.
type Cursor = { token: string | null; used: number } | 'ended'

// Readings of the partner for one page of ours: a filter that passes over most items must not walk everything at once.
const mostReadings = 24
// An opaque position has at most 20,000 characters; of a walk that is longer than this, the first pages are forgotten.
const mostPagesBack = 30

/**
 * One page of a list that the partner only gives in parts, or that holds more than is asked for: its walks, merged in order. Nothing is kept between
 * pages: the position holds where each walk stands. A page may come out short although more follows.
 */
export async function readSplitPage(split: Split, read: ReadPage): Promise<Result<WirePage>> {
  const position = decode(split.position, split.parts.length)
  if (!position)
    return fail('InvalidPosition', 'This page of the list is no longer there. Start again from the first page.')
  const limit = Number(split.query.limit ?? 100)
  const walks = split.parts.map((part, index) => new Walk({ ...split.query, ...part }, position.at[index]!, read))
  const items: unknown[] = []
  const readings = () => walks.reduce((sum, walk) => sum + walk.readings, 0)
  while (items.length < limit && readings() < mostReadings) {
    const failed = (await Promise.all(walks.map((walk) => walk.fill()))).find((result) => !result.ok)
    if (failed && !failed.ok) return failed
    const open = walks.filter((walk) => walk.head !== undefined)
    if (open.length === 0) break
    // Values of one order stand before each other: the earlier walk wins a tie.
    const first = open.reduce((best, walk) => (split.compare(walk.head, best.head) < 0 ? walk : best))
    const item = first.take()
    if (split.keep(item)) items.push(item)
  }
  const at = walks.map((walk) => walk.cursor)
  const isOver = at.every((cursor) => cursor === 'ended')
  const back = [...position.back, position.at].slice(-mostPagesBack)
  return ok({ items, next: isOver ? null : toOpaque({ at, back }), prev: previous(position.back) })
}

class Walk {
  readings = 0
  cursor: Cursor
  private items: unknown[] = []
  private next: string | null = null
  private readonly query: WireQuery
  private readonly read: ReadPage

  constructor(query: WireQuery, cursor: Cursor, read: ReadPage) {
    this.query = query
    this.cursor = cursor
    this.read = read
  }

  /** The next item; undefined once the walk has ended. */
  get head(): unknown {
    return this.items[0]
  }

  /** Reads on until there is a next item, or the walk ends. */
  async fill(): Promise<Result<null>> {
    while (this.items.length === 0 && this.cursor !== 'ended') {
      const { token, used } = this.cursor
      const page = await this.read(token === null ? this.query : { ...this.query, page_token: token })
      this.readings += 1
      if (!page.ok) return page
      this.items = page.value.items.slice(used)
      this.next = page.value.next === token ? null : page.value.next
      if (this.items.length === 0) this.turn()
      if (this.readings >= mostReadings) break
    }
    return ok(null)
  }

  take(): unknown {
    const item = this.items.shift()
    if (this.cursor !== 'ended') this.cursor = { ...this.cursor, used: this.cursor.used + 1 }
    if (this.items.length === 0) this.turn()
    return item
  }

  private turn(): void {
    this.cursor = this.next === null ? 'ended' : { token: this.next, used: 0 }
  }
}

type Position = { at: Cursor[]; back: Cursor[][] }

function previous(back: readonly Cursor[][]): string | null {
  return back.length === 0 ? null : toOpaque({ at: back.at(-1)!, back: back.slice(0, -1) })
}

function decode(text: string | undefined, walks: number): Position | undefined {
  if (text === undefined) return { at: Array.from({ length: walks }, () => ({ token: null, used: 0 })), back: [] }
  const given = fromOpaque(text) as Partial<Position> | undefined
  const isPlace = (place: unknown): place is Cursor[] =>
    Array.isArray(place) && place.length === walks && place.every(isCursor)
  return given && isPlace(given.at) && Array.isArray(given.back) && given.back.every(isPlace)
    ? { at: given.at, back: given.back }
    : undefined
}

function isCursor(value: unknown): value is Cursor {
  if (value === 'ended') return true
  const { token, used } = (value ?? {}) as { token?: unknown; used?: unknown }
  return (token === null || typeof token === 'string') && Number.isInteger(used) && (used as number) >= 0
}
