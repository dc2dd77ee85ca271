import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import { coverageOn, uncovered, type CoverageState, type CoverageView } from './coverage.ts'
import { reachOf, type ServicePlace } from './regions.ts'
import { holdsDay, isLoaded, isUndated, isUsable, isWaiting, type CoverageSpan } from './span.ts'

/** What of a provider's or facility's spans keeps a service from being paid. */
export type CoverageGap = {
  /** `other-state`: spans hold the day, for other states than the one that counts. */
  state: CoverageState | 'other-state'
  /** False where it may be paid all the same: which state counts is in doubt, or only some of its days gap cover. */
  is_certain: boolean
  /** The span that holds the day and waits, for the payer or to be sent; or the one that covers other states. */
  span_id?: string
  /** `span_id` has no first day yet: nobody can say which days it will hold, and no second one is recorded. */
  awaits_first_day?: true
  /** The first day after the service's own from which the payer will pay, where one is loaded. */
  covered_from?: LocalDate
  /** The state in which the service took place, where spans do not count because of it. */
  place_state?: string
  /** The states that `span_id` covers; none where it does not tell. Only with `other-state`. */
  span_states?: string[]
  /** The first day without cover, where other days of the service have it. */
  partly_on?: LocalDate
}

/** Days of a service; both ends belong to it. */
export type Days = { from: LocalDate; to: LocalDate }

/**
 * What keeps the payer from paying for a service of these days at this place; undefined where every day is covered. A
 * span counts only in its states. A service of several days is denied for certain where no day has cover.
 * Source: field knowledge of enrolment, as for `coverageOn`; whether a stay that cover ends in is paid depends on the payer.
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
  if (found.some(({ gap }) => gap === undefined)) return { ...first.gap, is_certain: false, partly_on: first.day }
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
  // The payer names the first day of paperwork that it has, often one that is past: the day may be covered yet.
  const isOpen = counting.some((span) => isUndated(span) && (isWaiting(span, view.asOf) || isLoaded(span, view.asOf)))
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
 * What a span without a first day makes of a day that no other span holds: the one to complete, and `submitted` where the
 * payer has its paperwork. Undefined where there is no such span.
 */
function undatedGap(
  spans: readonly CoverageSpan[],
  asOf: LocalDate,
): { state?: 'submitted'; span_id: string; awaits_first_day: true } | undefined {
  const undated = spans.filter(isUndated)
  const waiting = undated.find((span) => isWaiting(span, asOf))
  if (waiting) return { state: 'submitted', span_id: waiting.id, awaits_first_day: true }
  const span = undated.find((each) => isLoaded(each, asOf)) ?? undated[0]
  return span && { span_id: span.id, awaits_first_day: true }
}

/** The first day after `date` that a loaded span holds; undefined where none does. */
export function coveredAfter(spans: readonly CoverageSpan[], date: LocalDate, asOf: LocalDate): LocalDate | undefined {
  const starts = spans
    .filter((span) => isUsable(span) && isLoaded(span, asOf) && span.start_date! > date)
    .map((span) => span.start_date!)
  return starts.toSorted()[0]
}

function isCovered(spans: readonly CoverageSpan[], day: LocalDate, view: CoverageView): boolean {
  return !uncovered.has(coverageOn(spans, day, view))
}

// Cover changes only where a span begins or ends.
function edgesIn(spans: readonly CoverageSpan[], { from, to }: Days): LocalDate[] {
  const edges = new Set([from])
  for (const { start_date, end_date } of spans) {
    for (const edge of [start_date, end_date ? addDays(end_date, 1) : undefined])
      if (edge && edge > from && edge <= to) edges.add(edge)
  }
  return [...edges].toSorted()
}
