import { folded, foldedWords, hasWords } from '#lib/core/folded.ts'
import { createSlicer, sortInSlices } from '#lib/core/slices.ts'
import type { CoverageRow } from '#lib/lists/rows/coverage-rows.ts'
import { type CoverageState, type CoverageView, problems } from '#lib/rules/coverage/coverage.ts'
import { bySeverity, standingOf, type CoverageStatus } from '#lib/rules/coverage/standing.ts'

/** A row with its state on the day; `key` is for sorting and searching. */
export type JudgedRow = CoverageStatus & { row: CoverageRow; key: string }

/**
 * The visible rows: all, rows with a problem on the day, or also rows with a problem in the year
 * before.
 */
export type CoverageShow = 'all' | 'problems' | 'earlier'
export type CoverageOrder = 'worst' | 'name'
export type CoverageFilter = {
  show: CoverageShow
  states: ReadonlySet<CoverageState>
  text: string
  order: CoverageOrder
}

/**
 * The judgement of each row on one day. The row objects are the keys, because the rows of a page
 * stay the same objects.
 */
export type Judgements = WeakMap<CoverageRow, JudgedRow>

/**
 * Judges every row, in slices. Known rows are not judged again. Throws when the signal is aborted.
 */
export async function judgeRows(
  rows: readonly CoverageRow[],
  view: CoverageView,
  known: Judgements,
  signal: AbortSignal,
): Promise<JudgedRow[]> {
  const slicer = createSlicer(signal)
  const judged: JudgedRow[] = []
  for (const row of rows) {
    let one = known.get(row)
    if (!one) {
      one = {
        ...standingOf(row.spans, view),
        row,
        key: folded(`${row.name ?? ''}\n${row.npi ?? ''}\n${row.id}`),
      }
      known.set(row, one)
    }
    judged.push(one)
    const turn = slicer()
    if (turn) await turn
  }
  return judged
}

/**
 * The indexes of the rows in the order of their names, in slices. Rows without a name come last.
 */
export function sortByName(
  judged: readonly JudgedRow[],
  signal: AbortSignal,
): Promise<Uint32Array> {
  const nameless = '\uFFFF'
  const keys = judged.map(({ row, key }) => (row.name ? key : nameless + key))
  return sortInSlices(
    keys.length,
    (a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : 0),
    signal,
  )
}

/**
 * The rows that pass the filter, by name, or the worst state first and then by name. `byName` comes
 * from `sortByName`.
 */
export function arrange(
  judged: readonly JudgedRow[],
  byName: Uint32Array,
  { show, states, text, order }: CoverageFilter,
): JudgedRow[] {
  const words = foldedWords(text)
  const buckets: JudgedRow[][] =
    order === 'name' ? [[]] : Array.from({ length: rankCount }, () => [])
  for (const place of byName) {
    const one = judged[place]
    if (
      !one ||
      !isWanted(one, show) ||
      (states.size > 0 && !hasState(one, states)) ||
      !hasWords(one.key, words)
    )
      continue
    buckets[order === 'name' ? 0 : rankOf(one)]!.push(one)
  }
  return buckets.flat()
}

function hasState({ state, earlier }: JudgedRow, states: ReadonlySet<CoverageState>): boolean {
  return states.has(state) || (states.has('late') && earlier.includes('late'))
}

function isWanted({ state, earlier }: JudgedRow, show: CoverageShow): boolean {
  return show === 'all' || problems.has(state) || (show === 'earlier' && earlier.length > 0)
}

const severities: readonly (CoverageState | undefined)[] = [...bySeverity, undefined]
const rankCount = severities.length ** 2
const ranks = new Map(severities.map((state, rank) => [state, rank]))

// By the state on the day, then by the problems of the year before.
function rankOf({ state, earlier }: JudgedRow): number {
  return ranks.get(state)! * severities.length + ranks.get(earlier[0])!
}
