import { type LocalDate, addDays, daysBetween } from '#lib/core/local-date.ts'
import {
  coverageOn,
  uncovered,
  undatedPaper,
  type CoverageState,
  type CoverageView,
} from './coverage.ts'
import { reachOf, type ServicePlace } from './regions.ts'
import {
  holdsDay,
  isLoaded,
  isUndated,
  isUsable,
  isWaiting,
  statusDiffers,
  type CoverageSpan,
} from './span.ts'

/**
 * What a held service waits for: that the payer loads a span, sets its effective date, or moves the
 * effective date back.
 */
export type WaitsFor = 'load' | 'effective-date' | 'earlier-date'

/** Why the spans of a provider or facility do not pay for a service. */
export type CoverageGap = {
  /**
   * `other-state`: the spans on that day cover other states only. `status-differs`: the status and
   * the dates of the span on that day cannot both be right.
   */
  state: CoverageState | 'other-state' | 'status-differs'
  /**
   * False if the service may be paid as things stand: the state is in doubt, or only some days lack
   * cover.
   */
  is_certain: boolean
  /** The service is paid once this has happened: hold it. Its span is `span_id`. */
  waits_for?: WaitsFor
  /** When the paperwork of `span_id`, or of the span that begins later, was submitted. */
  submitted_on?: LocalDate
  /** The day on which the payer will have loaded `span_id`, if it is known already. */
  loads_on?: LocalDate
  /** The status of `span_id`. Only with `status-differs`. */
  span_status?: string
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
  const lacking = found.filter(({ gap }) => gap !== undefined)
  const first = lacking[0]
  if (!first?.gap) return undefined
  // Days that nothing will cover stay a problem after the others have their span.
  const { waits_for, ...rest } = first.gap
  const doesWait = waits_for && lacking.every(({ gap }) => gap!.waits_for)
  const gap: CoverageGap = { ...rest, ...(doesWait ? { waits_for } : {}) }
  if (lacking.length < found.length) return { ...gap, is_certain: false, partly_on: first.day }
  return { ...gap, is_certain: found.every((each) => each.gap!.is_certain) }
}

function gapOn(
  spans: readonly CoverageSpan[],
  day: LocalDate,
  place: ServicePlace | undefined,
  view: CoverageView,
): CoverageGap | undefined {
  const { asOf } = view
  const reached = (...wanted: ReturnType<typeof reachOf>[]) =>
    spans.filter((span) => wanted.includes(reachOf(span.states, place)))
  const trusted = (some: readonly CoverageSpan[]) =>
    some.filter((span) => !statusDiffers(span, asOf))
  if (isCovered(trusted(reached('in')), day, view)) return undefined
  const counting = reached('in', 'unsure')
  if (isCovered(trusted(counting), day, view)) return elsewhere(trusted(reached('unsure')), false)
  const disputed = counting.find((span) => holdsDay(span, day) && statusDiffers(span, asOf))
  if (disputed)
    return {
      state: 'status-differs',
      is_certain: false,
      span_id: disputed.id,
      span_status: disputed.status!,
    }
  const outside = trusted(reached('out'))
  // The payer chooses the start date of submitted paperwork, often a past one, so the day may still
  // become covered.
  const isOpen = counting.some(
    (span) =>
      isUndated(span) &&
      (isWaiting(span, asOf) || isLoaded(span, asOf) || statusDiffers(span, asOf)),
  )
  const holding = counting.filter((span) => holdsDay(span, day))
  const awaited = holding.find((span) => isAwaited(span, asOf))
  if (!isOpen && !awaited && isCovered(outside, day, view)) return elsewhere(outside, true)
  const waiting = awaited ?? holding[0]
  const undated = waiting ? undefined : undatedGap(counting, asOf)
  const later = waiting || undated ? undefined : laterGap(counting, day, view)
  const from = coveredAfter(counting, day, asOf)
  return {
    state: coverageOn(counting, day, view),
    is_certain: !isOpen,
    ...(waiting ? { span_id: waiting.id, ...waitOf(waiting, asOf) } : {}),
    ...undated,
    ...later,
    ...(waiting || undated || later?.span_id ? {} : formerBefore(counting, day, asOf)),
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

// A future load date is known before the payer has loaded the span.
function isAwaited(span: CoverageSpan, asOf: LocalDate): boolean {
  return isWaiting(span, asOf) || loadsOn(span, asOf) !== undefined
}

function loadsOn({ payer_loaded_date: on }: CoverageSpan, asOf: LocalDate): LocalDate | undefined {
  return on && on > asOf ? on : undefined
}

/** What a service waits for whose day an unloaded span holds; nothing if nobody submitted it. */
function waitOf(
  span: CoverageSpan,
  asOf: LocalDate,
): Pick<CoverageGap, 'waits_for' | 'submitted_on' | 'loads_on'> {
  if (!isAwaited(span, asOf)) return {}
  const loads_on = loadsOn(span, asOf)
  return {
    waits_for: 'load',
    ...(span.submitted_date ? { submitted_on: span.submitted_date } : {}),
    ...(loads_on === undefined ? {} : { loads_on }),
  }
}

/**
 * A span that begins after the day, but whose paperwork the payer had by then: the payer may move
 * the effective date back. The service waits for it only where the payer is known to reach back so
 * far. Source: Medicare pays up to 30 days before the effective date on request, 42 CFR 424.521(a).
 */
function laterGap(
  spans: readonly CoverageSpan[],
  day: LocalDate,
  { asOf, retroactiveDays = 0 }: CoverageView,
): Pick<CoverageGap, 'waits_for' | 'submitted_on' | 'span_id'> | undefined {
  const [next] = spans
    .filter(
      (span) =>
        isUsable(span) &&
        span.start_date! > day &&
        Boolean(span.submitted_date) &&
        span.submitted_date! <= day &&
        (isLoaded(span, asOf) || isAwaited(span, asOf)),
    )
    .toSorted((a, b) => (a.start_date! < b.start_date! ? -1 : 1))
  if (!next) return undefined
  const submitted_on = next.submitted_date!
  return daysBetween(day, next.start_date!) <= retroactiveDays
    ? { waits_for: 'earlier-date', submitted_on, span_id: next.id }
    : { submitted_on }
}

/**
 * The undated span to complete on a day that no other span holds. The state is `submitted` if the
 * payer has its paperwork. Undefined if there is no undated span.
 */
function undatedGap(
  spans: readonly CoverageSpan[],
  asOf: LocalDate,
):
  | (Pick<CoverageGap, 'waits_for' | 'submitted_on'> & {
      state?: 'submitted'
      span_id: string
      awaits_first_day: true
    })
  | undefined {
  const undated = spans.filter(isUndated)
  const [waiting] = undatedPaper(spans, asOf)
  if (waiting)
    return {
      state: 'submitted',
      span_id: waiting.id,
      awaits_first_day: true,
      waits_for: 'effective-date',
      submitted_on: waiting.submitted_date!,
    }
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
