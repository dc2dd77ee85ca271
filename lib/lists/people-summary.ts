import { addDays, isLocalDate, type LocalDate } from '#lib/core/local-date.ts'

// What each person did in a period: what the server counts and the page shows.

/** A period in local days, both included. */
export type Period = { from: LocalDate; to: LocalDate }

/** The longest period in days: for so long a cleared claim is known by its id. */
export const longestPeriod = 31

/** The periods that the page offers, by the number of days with today. */
export const periods = { 1: 'Today', 7: '7 days', 14: '14 days', 31: '31 days' } as const

const usualDays = 7
// More ids would make an address that some proxies refuse.
const mostIds = 50

/**
 * The period of an address's `from` and `to`, at most 31 days that end today; otherwise the last
 * seven days.
 */
export function periodOf(asked: { [name: string]: unknown }, today: LocalDate): Period {
  const { from, to = today } = asked
  const isDay = (value: unknown): value is LocalDate =>
    typeof value === 'string' && isLocalDate(value)
  const oldest = addDays(today, 1 - longestPeriod)
  return isDay(from) && isDay(to) && from >= oldest && from <= to && to <= today
    ? { from, to }
    : lastPeriod(usualDays, today)
}

/** The last days, today included. */
export function lastPeriod(days: number, today: LocalDate): Period {
  return { from: addDays(today, 1 - days), to: today }
}

/** The address of the summary of a period. */
export function summaryHref({ from, to }: Period): string {
  return `/activity/people?${new URLSearchParams({ from, to })}`
}

/**
 * What came of a person's saves: the claims in error that the partner accepted after this person
 * was the last to save one of their captures, with their charges in whole cents. `minutes` is the
 * median time in error of `timed` of them; the others were in error before the console looked.
 * `back` are those that are or were in error again. The ids are missing where they are too many for
 * an address, or not all known.
 */
export type PersonResult = {
  claims: number
  cents: number
  timed: number
  minutes?: number
  ids?: string[]
  back: number | null
  back_ids?: string[]
}

/** `captures` are the charge captures that the person saved, `by_hand` the errors and changes after
 * billing that they resolved. */
export type PersonSummary = {
  account_id: string
  name: string
  captures: number
  by_hand: number
  result: PersonResult | null
}

/**
 * The answer of `readPeopleSummary`. `since` is the first day on which the console looked what became of
 * errors, null before: then no result is known. `elsewhere` are claims that nobody saved here.
 */
export type PeopleSummary = Period & {
  today: LocalDate
  since: LocalDate | null
  people: PersonSummary[]
  elsewhere: PersonResult | null
}

/** The ids for an address, if it can have all of them. */
export function idsForAddress(ids: readonly string[], count: number): string[] | undefined {
  return ids.length === count && count > 0 && count <= mostIds ? [...ids] : undefined
}

/** The list of these claim creations. */
export function claimsHref(ids: readonly string[]): string {
  return `/claim-creations?${new URLSearchParams(ids.map((id) => ['claim_creation_ids', id]))}`
}

/** The entries of the activity that a number of the summary counts. */
export function actsHref(
  accountId: string,
  actions: readonly string[],
  { from, to }: Period,
): string {
  const search = new URLSearchParams({ account_id: accountId })
  for (const action of actions) search.append('action', action)
  for (const [name, value] of Object.entries({ outcome: 'done', from, to }))
    search.append(name, value)
  return `/activity?${search}`
}

/** The acts that the two numbers of a person's work count. */
export const savingActs = ['updateChargeCapture'] as const
export const handActs = ['resolveClaimCreationError', 'resolveChargeCaptureChanges'] as const
