import 'server-only'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import type { WireQuery } from '#lib/lists/view.ts'
import type { Order } from './order.ts'
import { fromOpaque, toOpaque, type AskPage, type PartnerPage } from './partner-pages.ts'

/** Which items of a page belong to a list, in their order. */
export type KeepItems = (items: readonly unknown[]) => Promise<Result<readonly boolean[]>>

type Merged = {
  query: WireQuery
  /** The additional parameters of each walk of the list. */
  parts: readonly WireQuery[]
  position?: string | undefined
  /**
   * Which of two items of different walks comes first. Without a sort key in the items, one walk
   * follows the other.
   */
  order: Pick<Order, 'compare' | 'hasSortKey'>
  /** Absent: every item belongs to the list. */
  keep?: KeepItems | undefined
}

// The position of one walk: the token of its page and the number of used items, or its end.
type Cursor = { token: string | null; used: number } | 'ended'

// Readings of the partner for one page of ours: a filter that passes over most items must not read
// everything at once.
const mostReadings = 24
// Of a list that is longer than this, a position forgets the first pages.
const mostPagesBack = 30
// A position has at most 20,000 characters.
const mostLetters = 18_000
const readingsAtOnce = 6

/**
 * One page of a list that the partner only gives in parts, or that holds more than is asked for:
 * its walks, merged in order. Nothing is kept between pages: the position holds where each walk is.
 * A page may come out short although more follows.
 */
export async function readMerged(asked: Merged, ask: AskPage): Promise<Result<PartnerPage>> {
  const { query, parts, order, keep } = asked
  const position = decode(asked.position, parts.length)
  if (!position)
    return fail(
      'InvalidPosition',
      'This page of the list has expired. Start again from the first page.',
    )
  const limit = Number(query.limit ?? 100)
  // Of many walks that are merged, each gives only a few items to one page of ours.
  const share =
    order.hasSortKey && parts.length > 3
      ? Math.max(10, Math.ceil((2 * limit) / parts.length))
      : limit
  const walks = parts.map(
    (part, index) =>
      new Walk(
        { ...query, ...part, ...(share < limit ? { limit: share } : {}) },
        position.at[index]!,
        ask,
        keep,
      ),
  )
  const items: unknown[] = []
  const readings = () => walks.reduce((sum, walk) => sum + walk.readings, 0)
  const most = mostReadings + (order.hasSortKey ? parts.length : 0)
  while (items.length < limit && readings() < most) {
    const failed = await fillHeads(walks, order.hasSortKey)
    if (failed) return failed
    // A walk whose pages were all empty so far may still hold the first item.
    if (order.hasSortKey && walks.some(isBlind)) continue
    const open = walks.filter((walk) => walk.head !== undefined)
    if (open.length === 0) {
      if (walks.some(isBlind)) continue
      break
    }
    // Items with equal keys follow each other by their walks: the earlier walk wins a tie.
    const first = order.hasSortKey
      ? open.reduce((best, walk) =>
          order.compare(walk.head!.item, best.head!.item) < 0 ? walk : best,
        )
      : open[0]!
    const { item, passes } = first.take()
    if (passes) items.push(item)
  }
  const at = walks.map((walk) => walk.cursor)
  const isOver = at.every((cursor) => cursor === 'ended')
  return ok({
    items,
    next: isOver ? null : nextPosition(at, [...position.back, position.at]),
    prev: previous(position),
  })
}

// Every walk must show its next item to be compared; without an order only the first that has not
// ended.
async function fillHeads(
  walks: readonly Walk[],
  hasSortKey: boolean,
): Promise<{ ok: false; error: Failure } | undefined> {
  const blind = hasSortKey
    ? walks.filter(isBlind)
    : walks.filter((walk) => walk.head ?? isBlind(walk)).slice(0, 1)
  for (let start = 0; start < blind.length; start += readingsAtOnce) {
    const results = await Promise.all(
      blind.slice(start, start + readingsAtOnce).map((walk) => walk.fill()),
    )
    for (const result of results) if (!result.ok) return result
  }
  return undefined
}

function isBlind(walk: Walk): boolean {
  return walk.head === undefined && walk.cursor !== 'ended'
}

type BufferedItem = { item: unknown; passes: boolean }

class Walk {
  readings = 0
  cursor: Cursor
  private buffer: BufferedItem[] = []
  private next: string | null = null
  private readonly query: WireQuery
  private readonly ask: AskPage
  private readonly keep: KeepItems | undefined

  constructor(query: WireQuery, cursor: Cursor, ask: AskPage, keep: KeepItems | undefined) {
    this.query = query
    this.cursor = cursor
    this.ask = ask
    this.keep = keep
  }

  /** The next item; undefined once the walk has ended. */
  get head(): BufferedItem | undefined {
    return this.buffer[0]
  }

  /** Reads on until there is a next item, or the walk ends. */
  async fill(): Promise<Result<null>> {
    while (this.buffer.length === 0 && this.cursor !== 'ended') {
      const { token, used } = this.cursor
      const page = await this.ask(
        token === null ? this.query : { ...this.query, page_token: token },
      )
      this.readings += 1
      if (!page.ok) return page
      const items = page.value.items.slice(used)
      const passing = this.keep && items.length > 0 ? await this.keep(items) : undefined
      if (passing && !passing.ok) return passing
      this.buffer = items.map((item, index) => ({ item, passes: passing?.value[index] ?? true }))
      this.next = page.value.next === token ? null : page.value.next
      if (this.buffer.length === 0) this.turn()
      if (this.readings >= mostReadings) break
    }
    return ok(null)
  }

  take(): BufferedItem {
    const item = this.buffer.shift()!
    if (this.cursor !== 'ended') this.cursor = { ...this.cursor, used: this.cursor.used + 1 }
    if (this.buffer.length === 0) this.turn()
    return item
  }

  private turn(): void {
    this.cursor = this.next === null ? 'ended' : { token: this.next, used: 0 }
  }
}

type Position = { at: Cursor[]; back: Cursor[][] }

function nextPosition(at: Cursor[], came: Cursor[][]): string {
  let back = came.slice(-mostPagesBack)
  for (;;) {
    const opaque = toOpaque({ at, back })
    if (opaque.length <= mostLetters || back.length === 0) return opaque
    back = back.slice(1)
  }
}

function previous({ back }: Position): string | null {
  return back.length === 0 ? null : toOpaque({ at: back.at(-1)!, back: back.slice(0, -1) })
}

function decode(opaque: string | undefined, walks: number): Position | undefined {
  if (opaque === undefined)
    return { at: Array.from({ length: walks }, () => ({ token: null, used: 0 })), back: [] }
  const given = fromOpaque(opaque) as Partial<Position> | undefined
  const isPlace = (place: unknown): place is Cursor[] =>
    Array.isArray(place) && place.length === walks && place.every(isCursor)
  return given && isPlace(given.at) && Array.isArray(given.back) && given.back.every(isPlace)
    ? { at: given.at, back: given.back }
    : undefined
}

function isCursor(value: unknown): value is Cursor {
  if (value === 'ended') return true
  const { token, used } = (value ?? {}) as { token?: unknown; used?: unknown }
  return (
    (token === null || typeof token === 'string') && Number.isInteger(used) && (used as number) >= 0
  )
}
