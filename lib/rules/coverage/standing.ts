import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import {
  type CoverageState,
  type CoverageView,
  coverageSegments,
  coveredUntil,
  problems,
  seenStateOn,
} from './coverage.ts'
import { type CoverageSpan, isUsable } from './span.ts'

/**
 * Every state, worst first: cover that ended, then cover that never existed (often because no
 * enrolment is needed), then submitted cover, then problems beside cover.
 */
export const bySeverity = [
  'gap',
  'expired',
  'none',
  'submitted',
  'overlap',
  'expiring',
  'late',
  'covered',
] as const satisfies readonly CoverageState[]

/**
 * The number of past days whose problems still count, because claims of that time may still be
 * filed. Source: Medicare's limit of one calendar year from the date of service; most payers allow
 * less.
 */
export const lookBackDays = 365

/** The standing of a provider or facility on a day. */
export type CoverageStatus = {
  /** The state on the day; also `submitted` if the payer has paperwork without a start date. */
  state: CoverageState
  /** `submitted` comes only from paperwork without a start date. */
  awaits_first_day?: true
  /** The last day of unbroken cover; null if it has no end, undefined if there is no cover. */
  until: LocalDate | null | undefined
  /**
   * Every problem of the year before the day, worst first. Days before the first span are no
   * problem.
   */
  earlier: readonly CoverageState[]
}

/** The standing on `view.asOf`, by what the payer had loaded by then. */
export function standingOf(spans: readonly CoverageSpan[], view: CoverageView): CoverageStatus {
  const { asOf } = view
  return {
    ...seenStateOn(spans, asOf, view),
    until: coveredUntil(spans, asOf, asOf),
    earlier: earlierTrouble(spans, view),
  }
}

/**
 * The number of rows in each state on the day. A span that was loaded late is late only for days
 * before its loading, so no row is `late` on the day: `late` counts the rows with such days in the
 * year before.
 */
export function countStates(
  judged: readonly Pick<CoverageStatus, 'state' | 'earlier'>[],
): Record<CoverageState, number> {
  const counts = Object.fromEntries(bySeverity.map((state) => [state, 0])) as Record<
    CoverageState,
    number
  >
  for (const { state, earlier } of judged) {
    counts[state] += 1
    if (earlier.includes('late')) counts.late += 1
  }
  return counts
}

function earlierTrouble(
  spans: readonly CoverageSpan[],
  { asOf }: CoverageView,
): readonly CoverageState[] {
  const starts = spans.filter(isUsable).map((span) => span.start_date!)
  if (starts.length === 0) return noTrouble
  const first = starts.reduce((least, day) => (day < least ? day : least))
  const from = addDays(asOf, -lookBackDays)
  // Past expiring cover is no problem by itself; what followed it is.
  const segments = coverageSegments(
    spans,
    { from: first > from ? first : from, to: addDays(asOf, -1) },
    { asOf, expiringDays: -1 },
  )
  const states = new Set(segments.map(({ state }) => state).filter((state) => problems.has(state)))
  return states.size === 0 ? noTrouble : bySeverity.filter((state) => states.has(state))
}

const noTrouble: readonly CoverageState[] = []
