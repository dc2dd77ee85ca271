import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import {
  type CoverageState,
  type CoverageView,
  coverageOn,
  coverageSegments,
  coveredUntil,
  problems,
} from './coverage.ts'
import { type CoverageSpan, isUndated, isUsable, isWaiting } from './span.ts'

/**
 * Every state, what is worst first: cover that broke off, then cover that never was (often somebody who need not be
 * enrolled), then what is under way, then what will or did go wrong beside cover.
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
 * For how many days before the day looked at earlier trouble still counts: claims of that time may yet be filed.
 * Source: Medicare's limit of one calendar year from the date of service; most payers allow less.
 */
export const lookBackDays = 365

/** How a provider or facility stands on a day. */
export type CoverageStanding = {
  /** The state on the day; `submitted` as well where the payer has paperwork that names no first day yet. */
  state: CoverageState
  /** Only that paperwork stands behind `submitted`. */
  awaits_first_day?: true
  /** The last day without a break in cover; null where it has no end, undefined where there is no cover. */
  until: LocalDate | null | undefined
  /** Every trouble of the year before the day, the worst first. Days before the first span are none. */
  earlier: readonly CoverageState[]
}

/** The standing on `view.asOf`, by what the payer had loaded by then. */
export function standingOf(spans: readonly CoverageSpan[], view: CoverageView): CoverageStanding {
  const { asOf } = view
  const state = coverageOn(spans, asOf, view)
  const isPaperOnly = state === 'none' && spans.some((span) => isUndated(span) && isWaiting(span, asOf))
  return {
    ...(isPaperOnly ? { state: 'submitted', awaits_first_day: true } : { state }),
    until: coveredUntil(spans, asOf, asOf),
    earlier: earlierTrouble(spans, view),
  }
}

function earlierTrouble(spans: readonly CoverageSpan[], { asOf }: CoverageView): readonly CoverageState[] {
  const starts = spans.filter(isUsable).map((span) => span.start_date!)
  if (starts.length === 0) return noTrouble
  const first = starts.reduce((least, day) => (day < least ? day : least))
  const from = addDays(asOf, -lookBackDays)
  // Cover that was about to end is no trouble once it is past: what came after it is.
  const segments = coverageSegments(
    spans,
    { from: first > from ? first : from, to: addDays(asOf, -1) },
    { asOf, expiringDays: -1 },
  )
  const states = new Set(segments.map(({ state }) => state).filter((state) => problems.has(state)))
  return states.size === 0 ? noTrouble : bySeverity.filter((state) => states.has(state))
}

const noTrouble: readonly CoverageState[] = []
