import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import {
  coverageOn,
  uncovered,
  undatedPaper,
  type CoverageState,
  type CoverageView,
} from './coverage.ts'
import { reachOf, type ServicePlace } from './regions.ts'
import { holdsDay, isLoaded, isUndated, isUsable, isWaiting, type CoverageSpan } from './span.ts'

/** Why the spans of a provider or facility do not pay for a service. */
export type CoverageGap = {
  /** `other-state`: the spans on that day cover other states only. */
  state: CoverageState | 'other-state'
  /**
   * False if the service may still be paid: the state is in doubt, or only some days lack cover.
   */
  is_certain: boolean
  /**
   * The span of that day that is not submitted or not loaded, or the span that covers other states.
   */
  span_id?: string
  /**
   * `span_id` has no start date. Its days are unknown, and a second span should not be recorded.
   */
  awaits_first_day?: true
  /**
   * The loaded span that ended last before the day, with its last day: extending it may be the fix.
   */
  former?: { id: string; end_date: LocalDate }
  /** The first later day that a loaded span covers. */
  covered_from?: LocalDate
  /** The state of the service, if spans do not count because of it. */
  place_state?: string
  /** The states of `span_id`; empty if unknown. Only with `other-state`. */
  span_states?: string[]
  /** The first uncovered day, if other days of the service are covered. */
  partly_on?: LocalDate
}

/** The days of a service, both ends included. */
export type Days = { from: LocalDate; to: LocalDate }

/**
 * Finds why the payer does not pay for a service on these days at this place; undefined if every
 * day is covered. A span counts only in its states. A denial is certain only if no day of the
 * service has cover. Source: field knowledge of enrolment, as for `coverageOn`. Whether a stay is
 * paid in which cover ends depends on the payer.
 */
export function findCoverageGap(
  spans: readonly CoverageSpan[],
  { from, to }: Days,
  place: ServicePlace | undefined,
  view: CoverageView,
): CoverageGap | undefined {
  const days = from === to ? [from] : edgesIn(spans, { from, to })
  const found = days.map((day) => ({ day, gap: gapOn(spans, day, place, view) }))
  const first = found.find(({ gap }) => gap !== undefined)
  if (!first?.gap) return undefined
  if (found.some(({ gap }) => gap === undefined))
    return { ...first.gap, is_certain: false, partly_on: first.day }
  return { ...first.gap, is_certain: found.every(({ gap }) => gap!.is_certain) }
}

function gapOn(
  spans: readonly CoverageSpan[],
  day: LocalDate,
  place: ServicePlace | undefined,
  view: CoverageView,
): CoverageGap | undefined {
  const reached = (...wanted: ReturnType<typeof reachOf>[]) =>
    spans.filter((span) => wanted.includes(reachOf(span.states, place)))
  if (isCovered(reached('in'), day, view)) return undefined
  const counting = reached('in', 'unsure')
  if (isCovered(counting, day, view)) return elsewhere(reached('unsure'), false)
  const outside = reached('out')
  // The payer chooses the start date of submitted paperwork, often a past one, so the day may still
  // become covered.
  const isOpen = counting.some(
    (span) => isUndated(span) && (isWaiting(span, view.asOf) || isLoaded(span, view.asOf)),
  )
  if (!isOpen && isCovered(outside, day, view)) return elsewhere(outside, true)
  const holding = counting.filter((span) => holdsDay(span, day))
  const waiting = holding.find((span) => isWaiting(span, view.asOf)) ?? holding[0]
  const undated = waiting ? undefined : undatedGap(counting, view.asOf)
  const from = coveredAfter(counting, day, view.asOf)
  return {
    state: coverageOn(counting, day, view),
    is_certain: !isOpen,
    ...(waiting ? { span_id: waiting.id } : {}),
    ...undated,
    ...(waiting || undated ? {} : formerBefore(counting, day, view.asOf)),
    ...(from === undefined ? {} : { covered_from: from }),
    ...(outside.length > 0 && place ? { place_state: place.state } : {}),
  }

  function elsewhere(others: readonly CoverageSpan[], is_certain: boolean): CoverageGap {
    const span = others.find((other) => holdsDay(other, day) && isLoaded(other, view.asOf))!
    return {
      state: 'other-state',
      is_certain,
      span_id: span.id,
      span_states: [...(span.states ?? [])],
      ...(place ? { place_state: place.state } : {}),
    }
  }
}

/**
 * The undated span to complete on a day that no other span holds. The state is `submitted` if the
 * payer has its paperwork. Undefined if there is no undated span.
 */
function undatedGap(
  spans: readonly CoverageSpan[],
  asOf: LocalDate,
): { state?: 'submitted'; span_id: string; awaits_first_day: true } | undefined {
  const undated = spans.filter(isUndated)
  const [waiting] = undatedPaper(spans, asOf)
  if (waiting) return { state: 'submitted', span_id: waiting.id, awaits_first_day: true }
  const span = undated.find((each) => isLoaded(each, asOf)) ?? undated[0]
  return span && { span_id: span.id, awaits_first_day: true }
}

function formerBefore(
  spans: readonly CoverageSpan[],
  day: LocalDate,
  asOf: LocalDate,
): { former?: { id: string; end_date: LocalDate } } {
  const ended = spans.flatMap((span) =>
    isUsable(span) && isLoaded(span, asOf) && span.end_date && span.end_date < day
      ? [{ id: span.id, end_date: span.end_date }]
      : [],
  )
  const last = ended.toSorted((a, b) => (a.end_date < b.end_date ? 1 : -1))[0]
  return last ? { former: last } : {}
}

/** The first day after `date` that a loaded span covers; undefined if there is none. */
export function coveredAfter(
  spans: readonly CoverageSpan[],
  date: LocalDate,
  asOf: LocalDate,
): LocalDate | undefined {
  const starts = spans
    .filter((span) => isUsable(span) && isLoaded(span, asOf) && span.start_date! > date)
    .map((span) => span.start_date!)
  return starts.toSorted()[0]
}

function isCovered(spans: readonly CoverageSpan[], day: LocalDate, view: CoverageView): boolean {
  return !uncovered.has(coverageOn(spans, day, view))
}

// Coverage changes only where a span starts or ends.
function edgesIn(spans: readonly CoverageSpan[], { from, to }: Days): LocalDate[] {
  const edges = new Set([from])
  for (const { start_date, end_date } of spans) {
    for (const edge of [start_date, end_date ? addDays(end_date, 1) : undefined])
      if (edge && edge > from && edge <= to) edges.add(edge)
  }
  return [...edges].toSorted()
}
