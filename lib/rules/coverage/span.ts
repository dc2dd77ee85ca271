import type { LocalDate } from '#lib/core/local-date.ts'
import { shareState } from './regions.ts'

/**
 * A credentialing span of a provider or a facility, as the coverage rules read it. Both local dates
 * are included. A missing or null end is open; a missing or null start is unknown.
 */
export type CoverageSpan = {
  id: string
  start_date?: LocalDate | null | undefined
  end_date?: LocalDate | null | undefined
  submitted_date?: LocalDate | null | undefined
  payer_loaded_date?: LocalDate | null | undefined
  /** A disabled span covers nothing. */
  is_enabled?: boolean | undefined
  /**
   * The states of the span; undefined if unlimited (national, or a facility's span), null if
   * unknown.
   */
  states?: readonly string[] | null | undefined
}

/** True if the span includes the day, whether or not the payer has loaded it. */
export function holdsDay(span: CoverageSpan, day: LocalDate): boolean {
  return isUsable(span) && span.start_date! <= day && (!span.end_date || day <= span.end_date)
}

/** True if the payer had loaded the span by the day `asOf`; only then it pays. */
export function isLoaded(span: CoverageSpan, asOf: LocalDate): boolean {
  return Boolean(span.payer_loaded_date) && span.payer_loaded_date! <= asOf
}

/** True if the payer had the paperwork by the day `asOf` but had not loaded it. */
export function isWaiting(span: CoverageSpan, asOf: LocalDate): boolean {
  return !isLoaded(span, asOf) && Boolean(span.submitted_date) && span.submitted_date! <= asOf
}

/** True for a span that can cover a day: enabled, with a start date, and dates in order. */
export function isUsable(span: CoverageSpan): boolean {
  return span.is_enabled !== false && Boolean(span.start_date) && !isReversed(span)
}

/** True if the end date is before the start date; such a span includes no day. */
export function isReversed(span: CoverageSpan): boolean {
  return Boolean(span.start_date) && Boolean(span.end_date) && span.end_date! < span.start_date!
}

/** True for an enabled span without a start date. */
export function isUndated(span: CoverageSpan): boolean {
  return span.is_enabled !== false && !span.start_date
}

/**
 * True if both spans include a common day in a common state, as far as known. Both ends are
 * included, and an open end never ends. A span that can cover nothing (no start, reversed dates,
 * disabled) overlaps none.
 */
export function overlap(a: CoverageSpan, b: CoverageSpan): boolean {
  if (!isUsable(a) || !isUsable(b) || !shareState(a.states, b.states)) return false
  return (
    (!b.end_date || a.start_date! <= b.end_date) && (!a.end_date || b.start_date! <= a.end_date)
  )
}
