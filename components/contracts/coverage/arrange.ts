import { createSlicer, sortInSlices } from '#lib/core/slices.ts'
import type { CoverageRow } from '#lib/lists/rows/coverage-rows.ts'
import { type CoverageState, type CoverageView, problems } from '#lib/rules/coverage/coverage.ts'
import { bySeverity, standingOf, type CoverageStanding } from '#lib/rules/coverage/standing.ts'

/** A row with how it stands on the day; `key` is what it is sorted and searched by. */
export type JudgedRow = CoverageStanding & { row: CoverageRow; key: string }

/** Which rows are shown: all; those with a problem on the day; those with one in the year before as well. */
export type CoverageShow = 'all' | 'problems' | 'earlier'
export type CoverageOrder = 'worst' | 'name'
export type CoverageFilter = {
  show: CoverageShow
  states: ReadonlySet<CoverageState>
  text: string
  order: CoverageOrder
}

/** What is known of each row on a day, kept by row: the rows of a page that was read stay the same objects. */
export type Judgements = WeakMap<CoverageRow, JudgedRow>

/** Judges every row, in slices. Rows that are known already cost nothing. Throws when the signal is aborted. */
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
      one = { ...standingOf(row.spans, view), row, key: `${row.name ?? ''}\n${row.npi ?? ''}\n${row.id}`.toLowerCase() }
      known.set(row, one)
    }
    judged.push(one)
    const turn = slicer()
    if (turn) await turn
  }
  return judged
}

/** The places of the rows by name, in slices. Rows without a name come last. */
export function sortByName(judged: readonly JudgedRow[], signal: AbortSignal): Promise<Uint32Array> {
  const nameless = '\uFFFF'
  const keys = judged.map(({ row, key }) => (row.name ? key : nameless + key))
  return sortInSlices(keys.length, (a, b) => (keys[a]! < keys[b]! ? -1 : keys[a]! > keys[b]! ? 1 : 0), signal)
}

/**
 * How many rows stand how on the day. A span that was loaded late is late for days before its loading only, so no row
 * ever stands so: `late` counts the rows that had such days in the year before.
 */
export function countStates(judged: readonly JudgedRow[]): Record<CoverageState, number> {
  const counts = Object.fromEntries(bySeverity.map((state) => [state, 0])) as Record<CoverageState, number>
  for (const { state, earlier } of judged) {
    counts[state] += 1
    if (earlier.includes('late')) counts.late += 1
  }
  return counts
}

/** The rows that pass the filter, in order: by name, or what is worst first and the same by name. `byName` as of `sortByName`. */
export function arrange(
  judged: readonly JudgedRow[],
  byName: Uint32Array,
  { show, states, text, order }: CoverageFilter,
): JudgedRow[] {
  const needle = text.trim().toLowerCase()
  const buckets: JudgedRow[][] = order === 'name' ? [[]] : Array.from({ length: rankCount }, () => [])
  for (const place of byName) {
    const one = judged[place]
    if (
      !one ||
      !isWanted(one, show) ||
      (states.size > 0 && !hasState(one, states)) ||
      (needle !== '' && !one.key.includes(needle))
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

// By the day first; where that is the same, by the trouble of the year before.
function rankOf({ state, earlier }: JudgedRow): number {
  return ranks.get(state)! * severities.length + ranks.get(earlier[0])!
}
