import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import {
  type CoverageSegment,
  type CoverageState,
  type CoverageView,
  coverageSegments,
  seenStateOn,
  undatedPaper,
} from './coverage.ts'
import { type CoverageSpan, isUsable } from './span.ts'

/**
 * The first and last possible day of bars. A bar that starts or ends there has no edge on that
 * side.
 */
export const firstDay: LocalDate = '0001-01-01'
export const lastDay: LocalDate = '9999-12-31'

/** `before`: a past day before the first span. */
export type BarState = CoverageState | 'before'

/** A stretch of the timeline, both ends included. */
export type CoverageBar = Omit<CoverageSegment, 'state'> & {
  state: BarState
  /** The payer has the paperwork of spans without a start date. */
  awaits_first_day?: true
}

/**
 * All time as bars, oldest first, each day exactly once, as people see it:
 * - cover is expiring only on the chosen day and on: cover that ended before, or nears its end only later, is covered;
 * - past days before the first span are no gap, because nobody will close them;
 * - from the chosen day on, paperwork submitted without a start date counts on the days that no other span holds, as in
 *   every count; if there is no other span, from its submission on.
 */
export function coverageBars(spans: readonly CoverageSpan[], view: CoverageView): CoverageBar[] {
  const usable = spans.filter(isUsable)
  if (usable.length === 0) return undatedBars(spans, view)
  const since = usable
    .map((span) => span.start_date!)
    .reduce((first, day) => (day < first ? day : first))
  const past = coverageSegments(
    spans,
    { from: firstDay, to: addDays(view.asOf, -1) },
    { ...view, expiringDays: -1 },
  )
  const rest = coverageSegments(spans, { from: view.asOf, to: lastDay }, view).map((bar) =>
    seenBar(bar, spans, view),
  )
  return joined([
    ...past.map((bar): CoverageBar => (bar.to < since ? { ...bar, state: 'before' } : bar)),
    ...rest,
  ])
}

// A segment of the chosen day or later.
function seenBar(
  bar: CoverageSegment,
  spans: readonly CoverageSpan[],
  view: CoverageView,
): CoverageBar {
  if (bar.state === 'expiring' && bar.from > view.asOf) return { ...bar, state: 'covered' }
  const seen = seenStateOn(spans, bar.from, view)
  if (!seen.awaits_first_day) return bar
  return { ...bar, ...seen, spans: undatedPaper(spans, view.asOf).map(({ id }) => id) }
}

function undatedBars(spans: readonly CoverageSpan[], { asOf }: CoverageView): CoverageBar[] {
  const waiting = undatedPaper(spans, asOf)
  const since = waiting
    .map((span) => span.submitted_date!)
    .reduce<LocalDate | undefined>((first, day) => (first && first < day ? first : day), undefined)
  if (since === undefined) return [{ from: firstDay, to: lastDay, state: 'none', spans: [] }]
  return [
    { from: firstDay, to: addDays(since, -1), state: 'none', spans: [] },
    {
      from: since,
      to: lastDay,
      state: 'submitted',
      spans: waiting.map((span) => span.id),
      awaits_first_day: true,
    },
  ]
}

function joined(bars: CoverageBar[]): CoverageBar[] {
  const whole: CoverageBar[] = []
  for (const bar of bars) {
    const last = whole.at(-1)
    if (last && last.state === bar.state && last.spans.join('\n') === bar.spans.join('\n'))
      last.to = bar.to
    else whole.push({ ...bar })
  }
  return whole
}
