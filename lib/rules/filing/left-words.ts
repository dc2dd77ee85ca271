// The words of the clock that a page's first code needs.

/** Words of a payer without a limit. */
export const noLimitWords = 'No limit entered for this payer'

/** "Limit passed 12 days ago", "14 days left to file"; undefined if the last day is unknown. */
export function leftWords(daysLeft: number | undefined): string | undefined {
  if (daysLeft === undefined) return undefined
  if (daysLeft < 0) return `Limit passed ${dayWords(-daysLeft)} ago`
  return daysLeft === 0 ? 'Today is the last day to file' : `${dayWords(daysLeft)} left to file`
}

/** The same under a heading that says what the days are for: "14 days left". */
export function shortLeftWords(daysLeft: number | undefined): string | undefined {
  return leftWords(daysLeft)?.replace(/ left to file$/, ' left')
}

function dayWords(days: number): string {
  return days === 1 ? '1 day' : `${days.toLocaleString('en-US')} days`
}
