import { daysBetween, formatLocalDate, isLocalDate } from '#lib/core/local-date.ts'

/**
 * Whole days since a local date, as "12 d". `today` is passed in, so that server and browser agree;
 * a date ahead of today reads "in 3 d".
 */
export function Age({ since, today }: { since: string | null | undefined; today: string }) {
  if (!since || !isLocalDate(since)) return null
  const days = daysBetween(since, today)
  return (
    <span title={`since ${formatLocalDate(since)}`} className="whitespace-nowrap tabular-nums">
      {days < 0 ? `in ${-days} d` : `${days} d`}
    </span>
  )
}
