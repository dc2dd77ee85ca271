import { daysBetween, isLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { isLoaded, type CoverageSpan } from './span.ts'

/** The median of whole days from submission to load, and of how many spans it is. */
export type PayerDays = { median: number; spans: number }

/**
 * How many days a payer took from a span's submission to its load, by the dates that the partner
 * gives. A span counts if it was loaded by the day `asOf`, and not before its submission. Null
 * without such a span: nobody knows yet. An even number of spans gives the middle of two, rounded
 * up from a half.
 */
export function payerDays(
  spans: readonly Pick<CoverageSpan, 'id' | 'submitted_date' | 'payer_loaded_date'>[],
  asOf: LocalDate,
): PayerDays | null {
  const days = spans
    .filter(
      (span) =>
        isLocalDate(span.submitted_date ?? '') &&
        isLocalDate(span.payer_loaded_date ?? '') &&
        isLoaded(span, asOf),
    )
    .map((span) => daysBetween(span.submitted_date!, span.payer_loaded_date!))
    .filter((each) => each >= 0)
    .toSorted((a, b) => a - b)
  const [low, high] = [days[Math.ceil(days.length / 2) - 1], days[Math.floor(days.length / 2)]]
  if (low === undefined || high === undefined) return null
  return { median: Math.round((low + high) / 2), spans: days.length }
}
