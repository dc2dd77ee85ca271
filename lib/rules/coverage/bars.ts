import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import { type CoverageSegment, type CoverageState, type CoverageView, coverageSegments } from './coverage.ts'
import { type CoverageSpan, isUndated, isUsable, isWaiting } from './span.ts'

/** The first and last day that bars can have: one that begins or ends there has no edge on that side. */
export const firstDay: LocalDate = '0001-01-01'
export const lastDay: LocalDate = '9999-12-31'

/** `before`: a day that is past, before the first span began. */
export type BarState = CoverageState | 'before'

/** A stretch of a timeline; both ends belong to it. */
export type CoverageBar = Omit<CoverageSegment, 'state'> & {
  state: BarState
  /** The payer has the paperwork of spans that have no first day yet. */
  awaits_first_day?: true
}

/**
 * All time as bars, oldest first, without a day missing or twice, as it is drawn for people:
 * - cover that ended before the day looked at was not "expiring" for anybody who looks now: it is drawn as covered;
 * - past days before the first span are no gap that anybody will close;
 * - paperwork that the payer has, for a span without a first day, stands from its submission to the day looked at,
 *   where no other span covers anything.
 */
export function coverageBars(spans: readonly CoverageSpan[], view: CoverageView): CoverageBar[] {
  const usable = spans.filter(isUsable)
  if (usable.length === 0) return undatedBars(spans, view)
  const since = usable.map((span) => span.start_date!).reduce((first, day) => (day < first ? day : first))
  const past = coverageSegments(spans, { from: firstDay, to: addDays(view.asOf, -1) }, { ...view, expiringDays: -1 })
  const rest = coverageSegments(spans, { from: view.asOf, to: lastDay }, view)
  return joined([...past.map((bar): CoverageBar => (bar.to < since ? { ...bar, state: 'before' } : bar)), ...rest])
}

function undatedBars(spans: readonly CoverageSpan[], { asOf }: CoverageView): CoverageBar[] {
  const waiting = spans.filter((span) => isUndated(span) && isWaiting(span, asOf))
  const since = waiting
    .map((span) => span.submitted_date!)
    .reduce<LocalDate | undefined>((first, day) => (first && first < day ? first : day), undefined)
  if (since === undefined) return [{ from: firstDay, to: lastDay, state: 'none', spans: [] }]
  return [
    { from: firstDay, to: addDays(since, -1), state: 'none', spans: [] },
    { from: since, to: asOf, state: 'submitted', spans: waiting.map((span) => span.id), awaits_first_day: true },
    { from: addDays(asOf, 1), to: lastDay, state: 'none', spans: [] },
  ]
}

function joined(bars: CoverageBar[]): CoverageBar[] {
  const whole: CoverageBar[] = []
  for (const bar of bars) {
    const last = whole.at(-1)
    if (last && last.state === bar.state && last.spans.join('\n') === bar.spans.join('\n')) last.to = bar.to
    else whole.push({ ...bar })
  }
  return whole
}
