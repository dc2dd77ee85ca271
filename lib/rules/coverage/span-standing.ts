import { type LocalDate, daysBetween } from '#lib/core/local-date.ts'
import { type CoverageSpan, isLoaded, isReversed, isWaiting } from './span.ts'

/**
 * How one span by itself stands with its payer on a day; how several of them join, `coverageOn` tells.
 * - not-submitted, submitted: the payer has not loaded it, and has or has not the paperwork.
 * - late: it covers, but the payer loaded it after it began; claims of the days between may have been denied.
 * - no-start, reversed, off: it covers nothing, whatever the payer does.
 * Source: field knowledge of enrolment, as for `coverageOn`.
 */
export type SpanStanding =
  | 'not-submitted'
  | 'submitted'
  | 'late'
  | 'expiring'
  | 'expired'
  | 'reversed'
  | 'no-start'
  | 'upcoming'
  | 'covered'
  | 'off'

/** A standing, and the days that belong to it: since submitting, of lateness, to the last day, since it, to the first day. */
export type StandingOnDay = { standing: SpanStanding; days?: number }

/** A span whose last day comes within so many days is expiring. */
export const expiringDays = 90

const fine: ReadonlySet<SpanStanding> = new Set(['covered', 'upcoming', 'off'])

/** How a span stands on the day `asOf`. What keeps it from covering at all is said first. */
export function spanStanding(span: CoverageSpan, asOf: LocalDate): StandingOnDay {
  const { start_date: start, end_date: end, submitted_date: submitted, payer_loaded_date: loaded } = span
  if (span.is_enabled === false) return { standing: 'off' }
  if (isReversed(span)) return { standing: 'reversed' }
  if (end && end < asOf) return { standing: 'expired', days: daysBetween(end, asOf) }
  if (isWaiting(span, asOf)) return { standing: 'submitted', days: daysBetween(submitted!, asOf) }
  if (!isLoaded(span, asOf)) return { standing: 'not-submitted' }
  if (!start) return { standing: 'no-start' }
  if (start > asOf) return { standing: 'upcoming', days: daysBetween(asOf, start) }
  if (end && daysBetween(asOf, end) <= expiringDays) return { standing: 'expiring', days: daysBetween(asOf, end) }
  return loaded! > start ? { standing: 'late', days: daysBetween(start, loaded!) } : { standing: 'covered' }
}

/** True for a standing that somebody should look at. */
export function isSpanProblem(standing: SpanStanding): boolean {
  return !fine.has(standing)
}
