import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import { shareState } from './regions.ts'

/**
 * A credentialing span of a provider or a facility, as the coverage rules read it. The span
 * includes its start date and its end date (local dates). A span without an end date (missing or
 * null) does not end. A missing or null start date is unknown.
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
  /** The partner's own word for where the span stands (`credentialing_status`), if it gave one. */
  status?: string | undefined
}

/** True if the span is usable and includes the day, loaded by the payer or not. */
export function holdsDay(span: CoverageSpan, day: LocalDate): boolean {
  return isUsable(span) && span.start_date! <= day && (!span.end_date || day <= span.end_date)
}

/** True if the payer had loaded the span by the day `asOf`. A payer pays only for a loaded span. */
export function isLoaded(span: CoverageSpan, asOf: LocalDate): boolean {
  return Boolean(span.payer_loaded_date) && span.payer_loaded_date! <= asOf
}

/** True if, by the day `asOf`, the payer had the span's paperwork but had not loaded the span. */
export function isWaiting(span: CoverageSpan, asOf: LocalDate): boolean {
  return !isLoaded(span, asOf) && Boolean(span.submitted_date) && span.submitted_date! <= asOf
}

/**
 * True if the span's status and its dates cannot both be right on the day `asOf`: effective but not
 * loaded, loaded and started but still pending, or expired before its end. The partner's clock may
 * be a day ahead or behind, so a status that is right on the day before or after is right. A span
 * without a status, and one with a status that this console does not know, has no second witness.
 * Source: the partner's interface, whose statuses are work_in_progress, pending, effective and
 * expired.
 */
export function statusDiffers(span: CoverageSpan, asOf: LocalDate): boolean {
  // Most statuses are right on the day itself, and boards judge many.
  return [0, -1, 1].every((days) => differsOn(span, days === 0 ? asOf : addDays(asOf, days)))
}

function differsOn(span: CoverageSpan, asOf: LocalDate): boolean {
  if (span.status === 'effective') return !isLoaded(span, asOf)
  if (!isLoaded(span, asOf) || !isUsable(span)) return false
  if (span.status === 'expired') return !span.end_date || span.end_date >= asOf
  return ['pending', 'work_in_progress'].includes(span.status ?? '') && span.start_date! <= asOf
}

/** True if the span is enabled, has a start date and does not end before it starts. */
export function isUsable(span: CoverageSpan): boolean {
  return span.is_enabled !== false && Boolean(span.start_date) && !isReversed(span)
}

/** True if the end date is before the start date. Such a span includes no day. */
export function isReversed(span: CoverageSpan): boolean {
  return Boolean(span.start_date) && Boolean(span.end_date) && span.end_date! < span.start_date!
}

/** True for an enabled span without a start date. */
export function isUndated(span: CoverageSpan): boolean {
  return span.is_enabled !== false && !span.start_date
}

/**
 * True if both spans include the same day in the same state. If the states of a span are unknown,
 * they count as shared. A span that is not usable (disabled, no start date, or dates reversed)
 * overlaps no other span.
 */
export function overlap(a: CoverageSpan, b: CoverageSpan): boolean {
  if (!isUsable(a) || !isUsable(b) || !shareState(a.states, b.states)) return false
  return (
    (!b.end_date || a.start_date! <= b.end_date) && (!a.end_date || b.start_date! <= a.end_date)
  )
}
