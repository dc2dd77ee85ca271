import { type LocalDate, daysBetween } from '#lib/core/local-date.ts'
import { type CoverageSpan, isLoaded, isReversed, isWaiting } from './span.ts'

/**
 * The standing of one span by itself on a day; `coverageOn` combines several spans.
 * - not-submitted, submitted: the payer has not loaded the span, without or with its paperwork.
 * - late: the span covers, but the payer loaded it after its start; claims of the days between may have been denied.
 * - no-start, reversed, off: the span covers nothing, whatever the payer does.
 * Source: field knowledge of enrolment, as for `coverageOn`.
 */
export type SpanStatus =
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

/**
 * A standing with its number of days: since submission, of lateness, until the end, since the end,
 * or until the start.
 */
export type StandingOnDay = { standing: SpanStatus; days?: number }

/** A span is expiring if it ends within so many days. */
export const expiringDays = 90

const fine: ReadonlySet<SpanStatus> = new Set(['covered', 'upcoming', 'off'])

/**
 * The standing of a span on the day `asOf`. A reason for which it cannot cover at all comes first.
 */
export function spanStanding(span: CoverageSpan, asOf: LocalDate): StandingOnDay {
  const {
    start_date: start,
    end_date: end,
    submitted_date: submitted,
    payer_loaded_date: loaded,
  } = span
  if (span.is_enabled === false) return { standing: 'off' }
  if (isReversed(span)) return { standing: 'reversed' }
  if (end && end < asOf) return { standing: 'expired', days: daysBetween(end, asOf) }
  if (isWaiting(span, asOf)) return { standing: 'submitted', days: daysBetween(submitted!, asOf) }
  if (!isLoaded(span, asOf)) return { standing: 'not-submitted' }
  if (!start) return { standing: 'no-start' }
  if (start > asOf) return { standing: 'upcoming', days: daysBetween(asOf, start) }
  if (end && daysBetween(asOf, end) <= expiringDays)
    return { standing: 'expiring', days: daysBetween(asOf, end) }
  return loaded! > start
    ? { standing: 'late', days: daysBetween(start, loaded!) }
    : { standing: 'covered' }
}

/** True for a standing that needs attention. */
export function isSpanProblem(standing: SpanStatus): boolean {
  return !fine.has(standing)
}

/** A span's standing in words: "Submitted, not loaded, 41 d". */
export function spanStandingWords({ standing, days = 0 }: StandingOnDay): string {
  switch (standing) {
    case 'covered':
      return 'Covered'
    case 'upcoming':
      return `Loaded, begins in ${days} d`
    case 'late':
      return `Covered, loaded ${days} d late`
    case 'expiring':
      return days === 0 ? 'Ends today' : `Ends in ${days} d`
    case 'expired':
      return `Ended ${days} d ago`
    case 'submitted':
      return `Submitted, not loaded, ${days} d`
    case 'not-submitted':
      return 'Not submitted'
    case 'no-start':
      return 'Loaded, no effective date'
    case 'reversed':
      return 'Ends before it begins'
    case 'off':
      return 'Inactive'
  }
}
