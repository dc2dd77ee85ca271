import type { LocalDate } from '#lib/core/local-date.ts'

/** The dates that a span's status is computed from; null or missing for those that are not known. */
export type SpanDates = {
  start_date?: LocalDate | null | undefined
  end_date?: LocalDate | null | undefined
  submitted_date?: LocalDate | null | undefined
  payer_loaded_date?: LocalDate | null | undefined
}

export type SpanStatus = 'work_in_progress' | 'pending' | 'effective' | 'expired'

/**
 * The status of a span on a day: expired after its last day; effective once it has started and the payer has loaded it;
 * pending once it was submitted or loaded; work in progress before that. A date to come has not happened yet.
 * ASSUMED: span-status
 */
export function spanStatus(
  { start_date, end_date, submitted_date, payer_loaded_date }: SpanDates,
  today: LocalDate,
): SpanStatus {
  const hasCome = (date: LocalDate | null | undefined) => Boolean(date) && date! <= today
  if (end_date && end_date < today) return 'expired'
  if (hasCome(payer_loaded_date) && hasCome(start_date)) return 'effective'
  return hasCome(submitted_date) || hasCome(payer_loaded_date) ? 'pending' : 'work_in_progress'
}
