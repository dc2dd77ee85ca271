import { addDays, daysBetween, type LocalDate } from '#lib/core/local-date.ts'
import type { PayerDays } from './payer-days.ts'

/** The most characters of whom somebody asked, and of what is missing. */
export const longestAsked = 100
export const longestMissing = 500

/** The most follow-ups of one span. */
export const mostOfSpan = 200

/** A follow-up is due so many days ahead. Source: a weekly sweep sees it at least once before. */
export const dueDays = 14

/** When an open follow-up is due. `later` is not due yet; `undated` has no next date. */
export type Due = 'late' | 'today' | 'soon' | 'later' | 'undated'

/** When an open follow-up with this next date is due, on the day `today`. */
export function dueOn(next: LocalDate | undefined, today: LocalDate): Due {
  if (next === undefined) return 'undated'
  if (next <= today) return next < today ? 'late' : 'today'
  return next <= addDays(today, dueDays) ? 'soon' : 'later'
}

/** A date that a form may offer, and why. */
export type OfferedDate = { date: LocalDate; days: number; why: string }

// Field practice of payer enrolment: nobody waits longer than a week before the next call.
const usualWait = 7

/**
 * The next dates that a form offers for a span on the day `today`: a week from now, and the day by
 * which the payer usually has loaded it, counted from its submission or, before that, from today. A
 * span that the payer has loaded, or that waits longer than usual, has no such day. A person chooses
 * one or none.
 */
export function offeredDates(
  { submitted, isLoaded }: { submitted: LocalDate | undefined; isLoaded: boolean },
  usual: PayerDays | null | undefined,
  today: LocalDate,
): OfferedDate[] {
  const inAWeek = { date: addDays(today, usualWait), days: usualWait, why: 'a week from today' }
  if (!usual || isLoaded) return [inAWeek]
  const isSubmitted = submitted !== undefined && submitted <= today
  const date = addDays(isSubmitted ? submitted : today, usual.median)
  const days = daysBetween(today, date)
  if (days <= 0) return [inAWeek]
  const from = isSubmitted ? 'it was submitted' : 'today'
  return [inAWeek, { date, days, why: `${usual.median} days after ${from}, as usual` }]
}
