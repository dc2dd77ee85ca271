import { daysBetween, formatLocalDate, isLocalDate } from '#lib/core/local-date.ts'

/**
 * Whole days since a local date, as "12 d". `today` is passed in, so that server and browser agree.
 * A later date reads "in 3 d".
 */
export function Age({ since, today }: { since: string | null | undefined; today: string }) {
  if (!since || !isLocalDate(since)) return null
  return (
    <span title={`since ${formatLocalDate(since)}`} className="whitespace-nowrap tabular-nums">
      {ageWords(since, today)}
    </span>
  )
}

/** The words of an age: "12 d"; undefined if the text is no date. */
export function ageWords(since: string | null | undefined, today: string): string | undefined {
  if (!since || !isLocalDate(since)) return undefined
  const days = daysBetween(since, today)
  return days < 0 ? `in ${-days} d` : `${days} d`
}
