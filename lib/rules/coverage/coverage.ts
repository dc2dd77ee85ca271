import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import { shareState } from './regions.ts'
import { type CoverageSpan, holdsDay, isLoaded, isUndated, isUsable, isWaiting } from './span.ts'

/**
 * The coverage state of a provider or facility with a payer on a day.
 * - covered: one loaded span holds the day; expiring: the same, but cover ends soon and nothing follows.
 * - late: covered, but the payer loaded the span after the day: claims of that day may have been denied before.
 * - overlap: more than one loaded span holds the day for the same state.
 * - submitted: only spans that the payer has not loaded hold the day.
 * - gap: no span holds the day, but there is cover before or after it.
 * - expired: no span holds the day, and all cover ended before it.
 * - none: no span can ever cover anything.
 * Source: field knowledge of enrolment: once the payer has loaded a span, it pays for the days of
 * the span.
 */
export type CoverageState =
  | 'covered'
  | 'expiring'
  | 'late'
  | 'overlap'
  | 'submitted'
  | 'gap'
  | 'expired'
  | 'none'

/**
 * `asOf` is the day whose loaded spans count; cover is expiring within `expiringDays` of its end.
 * `retroactiveDays` is how many days before a start date the payer pays on request, if known.
 */
export type CoverageView = {
  asOf: LocalDate
  expiringDays: number
  retroactiveDays?: number | undefined
}

/** A run of days with the same state and the same spans, both ends included. */
export type CoverageSegment = {
  from: LocalDate
  to: LocalDate
  state: CoverageState
  spans: string[]
}

/** States in which a claim of the day is not paid. */
export const uncovered: ReadonlySet<CoverageState> = new Set([
  'submitted',
  'gap',
  'expired',
  'none',
])

/** States that need attention. */
export const problems: ReadonlySet<CoverageState> = new Set([
  'expiring',
  'late',
  'overlap',
  ...uncovered,
])

/** The state on one day. */
export function coverageOn(
  spans: readonly CoverageSpan[],
  day: LocalDate,
  view: CoverageView,
): CoverageState {
  const holding = spans.filter((span) => holdsDay(span, day))
  const loaded = holding.filter((span) => isLoaded(span, view.asOf))
  if (
    loaded.some((span, i) =>
      loaded.slice(i + 1).some((other) => shareState(span.states, other.states)),
    )
  )
    return 'overlap'
  if (loaded.length > 0) {
    // Each span by its own states: a follow-up in another state does not extend this one.
    const states = loaded.map((span) =>
      coveredState(
        spans.filter((other) => shareState(span.states, other.states)),
        span,
        day,
        view,
      ),
    )
    return (
      states.find((state) => state === 'expiring') ??
      states.find((state) => state === 'late') ??
      'covered'
    )
  }
  if (holding.some((span) => isWaiting(span, view.asOf))) return 'submitted'
  return uncoveredState(spans, day)
}

/**
 * A state as people see it; `awaits_first_day` if it is `submitted` only because of paperwork
 * without a start date.
 */
export type SeenState = { state: CoverageState; awaits_first_day?: true }

/**
 * The state on one day as every page shows and counts it. The payer chooses the start date of
 * paperwork that was submitted without one, so on a day that no span holds, such paperwork counts
 * as submitted.
 */
export function seenStateOn(
  spans: readonly CoverageSpan[],
  day: LocalDate,
  view: CoverageView,
): SeenState {
  const state = coverageOn(spans, day, view)
  const isOpen = state !== 'submitted' && uncovered.has(state)
  return isOpen && undatedPaper(spans, view.asOf).length > 0
    ? { state: 'submitted', awaits_first_day: true }
    : { state }
}

/** The spans without a start date whose paperwork the payer had by the day `asOf`. */
export function undatedPaper(spans: readonly CoverageSpan[], asOf: LocalDate): CoverageSpan[] {
  return spans.filter((span) => isUndated(span) && isWaiting(span, asOf))
}

/**
 * The segments from `from` to `to`, oldest first, each day exactly once. Empty if `to` is before
 * `from`.
 */
export function coverageSegments(
  spans: readonly CoverageSpan[],
  window: { from: LocalDate; to: LocalDate },
  view: CoverageView,
): CoverageSegment[] {
  const segments: CoverageSegment[] = []
  for (const [from, to] of stretches(spans, window, view)) {
    const state = coverageOn(spans, from, view)
    const ids = spans.filter((span) => holdsDay(span, from)).map((span) => span.id)
    const last = segments.at(-1)
    if (last && last.state === state && last.spans.join('\n') === ids.join('\n')) last.to = to
    else segments.push({ from, to, state, spans: ids })
  }
  return segments
}

/**
 * The last day of unbroken cover from `day` on; null if cover has no end, undefined if the day is
 * uncovered.
 */
export function coveredUntil(
  spans: readonly CoverageSpan[],
  day: LocalDate,
  asOf: LocalDate,
): LocalDate | null | undefined {
  const loaded = spans.filter((span) => isUsable(span) && isLoaded(span, asOf))
  let end: LocalDate | undefined
  let next = loaded.find((span) => holdsDay(span, day))
  while (next) {
    if (!next.end_date) return null
    end = next.end_date
    const following = addDays(end, 1)
    next = loaded.find((span) => holdsDay(span, following))
  }
  return end
}

function coveredState(
  spans: readonly CoverageSpan[],
  span: CoverageSpan,
  day: LocalDate,
  { asOf, expiringDays }: CoverageView,
): CoverageState {
  if (span.payer_loaded_date! > day) return 'late'
  const end = coveredUntil(spans, day, asOf)
  return end && end <= addDays(day, expiringDays) ? 'expiring' : 'covered'
}

function uncoveredState(spans: readonly CoverageSpan[], day: LocalDate): CoverageState {
  const usable = spans.filter(isUsable)
  if (usable.length === 0) return 'none'
  const isOver = usable.every((span) => span.end_date && span.end_date < day)
  return isOver ? 'expired' : 'gap'
}

// The state changes only where a span starts, ends or was loaded, and where an end comes near.
function stretches(
  spans: readonly CoverageSpan[],
  { from, to }: { from: LocalDate; to: LocalDate },
  { expiringDays }: CoverageView,
): [LocalDate, LocalDate][] {
  const edges = new Set<LocalDate>([from])
  for (const { start_date, end_date, payer_loaded_date } of spans) {
    if (start_date) edges.add(start_date)
    if (payer_loaded_date) edges.add(payer_loaded_date)
    if (end_date) edges.add(addDays(end_date, 1)).add(addDays(end_date, -expiringDays))
  }
  const starts = [...edges].filter((edge) => edge >= from && edge <= to).toSorted()
  return starts.map((start, index) => [
    start,
    index + 1 < starts.length ? addDays(starts[index + 1]!, -1) : to,
  ])
}
