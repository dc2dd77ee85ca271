import { countOf } from '#lib/core/count-of.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { coverDenials, type ReprocessClaim } from '#lib/rules/coverage/reprocess.ts'
import type { ResendBy } from '#lib/rules/filing/resend-clock.ts'

const wayWords: Record<ResendBy['way'], string> = {
  corrected: 'Corrected claim',
  reopening: 'Reopening',
  appeal: 'Appeal',
}

const lackWords: Record<NonNullable<ResendBy['lacks']>, string> = {
  limit: 'no limit entered for this payer',
  date: 'last day unknown without a date of service',
  decision: 'last day unknown without the date of the denial',
}

/** Why the payer denied a claim: "Denied: provider not credentialed". */
export function denialWords({ reason, is_final }: Pick<ReprocessClaim, 'reason' | 'is_final'>) {
  const words = coverDenials[reason] ?? reason
  return `${is_final ? 'Finally denied' : 'Denied'}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

/**
 * Until when a claim can go to its payer again: "Corrected claim by 12/20/2026, 24 days left".
 * `days` are the whole days from the board's day to the last day.
 */
export function resendWords(
  { way, lastDay, lacks, isUnconfirmed }: ResendBy,
  days: number | undefined,
): string {
  if (lastDay === undefined || days === undefined)
    return `${wayWords[way]}: ${lackWords[lacks ?? 'limit']}`
  const day = formatLocalDate(lastDay, { weekday: false })
  const unconfirmed = isUnconfirmed ? ' (limit not confirmed)' : ''
  return days < 0
    ? `${wayWords[way]}: the last day was ${day}${unconfirmed}`
    : `${wayWords[way]} by ${day}, ${countOf(days, { one: 'day', many: 'days' })} left${unconfirmed}`
}
