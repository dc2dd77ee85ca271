import { createStore } from './store.ts'
import { formatLocalDate, localDateAt, type LocalDate } from '#lib/core/local-date.ts'
import { ownTimeZone, timeZoneWords } from '#lib/core/time-zone.ts'

/**
 * The organization's time zone as the server last named it: when the page was loaded, or asked
 * whether its session goes on. '' until the frame has set it.
 */
export const pageTimeZone = createStore('')

/**
 * The organization's day now, which may be another one than the browser's. It is for what a person
 * does in a page: the first view of a page gets its day from the server.
 */
export function pageToday(): LocalDate {
  return localDateAt(Date.now(), pageZone())
}

/** The organization's time zone. */
export function pageZone(): string {
  return pageTimeZone.read() || ownTimeZone()
}

/** Says the organization's day, beside a date box, while it is another one than the browser's. */
export function dayNote(): string | undefined {
  const today = pageToday()
  if (today === localDateAt(Date.now(), ownTimeZone())) return undefined
  return `Today is ${formatLocalDate(today)} in ${timeZoneWords(pageZone())}.`
}
