import type { LocalDate } from '#lib/core/local-date.ts'
import { shareState } from './regions.ts'

/**
 * A credentialing span as coverage reads it, of a provider or a facility. Both ends are local dates and belong to the
 * span; an end that is null or missing is open, a start that is null or missing is not known yet.
 */
export type CoverageSpan = {
  id: string
  start_date?: LocalDate | null | undefined
  end_date?: LocalDate | null | undefined
  submitted_date?: LocalDate | null | undefined
  payer_loaded_date?: LocalDate | null | undefined
  /** A span that is switched off covers nothing. */
  is_enabled?: boolean | undefined
  /** The states that it covers; undefined where it is not limited (national, or a facility's), null where nobody can tell. */
  states?: readonly string[] | null | undefined
}

/** True when the span is about the day, whatever the payer has done with it. */
export function holdsDay(span: CoverageSpan, day: LocalDate): boolean {
  return isUsable(span) && span.start_date! <= day && (!span.end_date || day <= span.end_date)
}

/** True when the payer had loaded the span by the day `asOf`: only then does it pay for what the span is about. */
export function isLoaded(span: CoverageSpan, asOf: LocalDate): boolean {
  return Boolean(span.payer_loaded_date) && span.payer_loaded_date! <= asOf
}

/** True when the payer has the paperwork by the day `asOf` and has not loaded it. */
export function isWaiting(span: CoverageSpan, asOf: LocalDate): boolean {
  return !isLoaded(span, asOf) && Boolean(span.submitted_date) && span.submitted_date! <= asOf
}

/** True for a span that can cover a day at all: switched on, its start known, its dates in order. */
export function isUsable(span: CoverageSpan): boolean {
  return span.is_enabled !== false && Boolean(span.start_date) && !isReversed(span)
}

/** True when the last day stands before the first one: such a span holds no day. */
export function isReversed(span: CoverageSpan): boolean {
  return Boolean(span.start_date) && Boolean(span.end_date) && span.end_date! < span.start_date!
}

/** True for a span that is switched on and whose first day nobody has said yet. */
export function isUndated(span: CoverageSpan): boolean {
  return span.is_enabled !== false && !span.start_date
}

/**
 * True when some day belongs to both spans in some state, as far as anybody can tell. Both ends count and an open end has no last day; a span that can cover
 * nothing (no first day, dates reversed, switched off) overlaps none.
 */
export function overlap(a: CoverageSpan, b: CoverageSpan): boolean {
  if (!isUsable(a) || !isUsable(b) || !shareState(a.states, b.states)) return false
  return (!b.end_date || a.start_date! <= b.end_date) && (!a.end_date || b.start_date! <= a.end_date)
}
