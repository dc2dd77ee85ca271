import { type Failure, type Result, fail } from '#lib/core/result.ts'
import type { BaseRow, WalkPage } from '#lib/lists/rows/rows.ts'

/** Asks for one page; `position` is the token of the page before, undefined for the first. */
export type ReadWalkPage<Row extends BaseRow> = (position: string | undefined) => Promise<Result<WalkPage<Row>>>

/**
 * How far a walk over all pages of a list has come.
 * - paused: not begun, or nobody looks; it goes on by itself once somebody does.
 * - stopped, failed: what was read is kept, and the walk goes on from there when it is told to.
 * - whole: the last page was read.
 */
export type WalkState<Row extends BaseRow = BaseRow> = {
  standing: 'paused' | 'reading' | 'stopped' | 'failed' | 'whole'
  /** What is known: the rows read so far or, while a whole list is read again, those of the reading before. */
  rows: readonly Row[]
  /** The rows belong to the reading before. */
  isOld: boolean
  /** Rows and pages of the reading under way. */
  count: number
  pages: number
  failure: Failure | undefined
  /** When the reading that `rows` belong to began, in UTC milliseconds. */
  readAt: number | undefined
}

/** A walk that outlives the component which shows it. Its methods need no `this`. */
export type Walker<Row extends BaseRow = BaseRow> = {
  read: () => WalkState<Row>
  subscribe: (listener: () => void) => () => void
  /** Somebody looks: a paused walk goes on. Answers how to look away; when nobody looks any more the walk pauses. */
  hold: () => () => void
  /** Goes on from the last token after a stop or a failure. */
  goOn: () => void
  /** Stops; the answer of a page that is under way is not waited for. */
  stop: () => void
  /** Begins at the first page again. A whole list stays shown until the new one is whole. */
  again: () => void
  /** Waits until the walk is no longer reading, and answers how it stands then. */
  settled: () => Promise<WalkState<Row>>
}

type Reading<Row> = {
  rows: Row[]
  places: Map<string, number>
  pages: number
  next: string | undefined
  tokens: Set<string>
  startedAt: number
}

/**
 * Walks all pages of a list, one after the other. A row that moved between two pages is kept once, as it was seen last.
 * `readPage` must not throw; `clock` gives UTC milliseconds.
 */
export function createWalker<Row extends BaseRow>(
  readPage: ReadWalkPage<Row>,
  clock: () => number = Date.now,
): Walker<Row> {
  const listeners = new Set<() => void>()
  let reading = begin<Row>(0)
  let state: WalkState<Row> = {
    standing: 'paused',
    rows: [],
    isOld: false,
    count: 0,
    pages: 0,
    failure: undefined,
    readAt: undefined,
  }
  let holders = 0
  // Each run has a number: what a run that was ended still receives is thrown away.
  let run = 0

  function update(change: Partial<WalkState<Row>>): void {
    state = { ...state, count: reading.rows.length, pages: reading.pages, ...change }
    for (const listener of listeners) listener()
  }

  function end(change: Partial<WalkState<Row>>): void {
    run += 1
    update(change)
  }

  async function walk(): Promise<void> {
    const mine = ++run
    if (reading.pages === 0) reading = begin(clock())
    update({ standing: 'reading', failure: undefined })
    while (run === mine) {
      const page = await readPage(reading.next)
      if (run !== mine) return
      if (!page.ok) return end({ standing: 'failed', failure: page.error })
      const { rows, next } = page.value
      if (next !== null && reading.tokens.has(next)) return end({ standing: 'failed', failure: goesRound })
      take(reading, rows, next)
      const isWhole = next === null
      if (isWhole) return end({ standing: 'whole', ...shown(reading) })
      update(state.isOld ? {} : shown(reading))
    }
  }

  return {
    read: () => state,
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    hold() {
      holders += 1
      if (state.standing === 'paused') void walk()
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holders -= 1
        if (holders === 0 && state.standing === 'reading') end({ standing: 'paused' })
      }
    },
    goOn() {
      if (state.standing !== 'reading' && state.standing !== 'whole') void walk()
    },
    stop() {
      if (state.standing === 'reading') end({ standing: 'stopped' })
    },
    again() {
      reading = begin(clock())
      const wasWhole = state.standing === 'whole' || state.isOld
      if (wasWhole) update({ isOld: true })
      else update({ rows: [], readAt: undefined })
      if (holders > 0) void walk()
      else end({ standing: 'paused', failure: undefined })
    },
    settled: () =>
      new Promise((resolve) => {
        const look = () => {
          if (state.standing === 'reading') return
          listeners.delete(look)
          resolve(state)
        }
        listeners.add(look)
        look()
      }),
  }
}

const goesRound = fail(
  'WalkGoesRound',
  'The partner sent the same page twice, so the list cannot be read to its end.',
).error

function begin<Row>(startedAt: number): Reading<Row> {
  return { rows: [], places: new Map(), pages: 0, next: undefined, tokens: new Set(), startedAt }
}

function take<Row extends BaseRow>(reading: Reading<Row>, rows: readonly Row[], next: string | null): void {
  for (const row of rows) {
    const place = row.id === '' ? undefined : reading.places.get(row.id)
    if (place !== undefined) reading.rows[place] = row
    else reading.places.set(row.id, reading.rows.push(row) - 1)
  }
  reading.pages += 1
  reading.next = next ?? undefined
  if (next !== null) reading.tokens.add(next)
}

// A copy each time, so that whoever shows the rows sees that they changed.
function shown<Row>(reading: Reading<Row>): { rows: readonly Row[]; isOld: false; readAt: number } {
  return { rows: [...reading.rows], isOld: false, readAt: reading.startedAt }
}
