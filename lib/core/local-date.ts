/**
 * A local date at the place of service, `YYYY-MM-DD`. It has no time zone: compare it as text,
 * never shift it.
 */
export type LocalDate = string

/** The names of the months, January first. */
export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
/** The short names of the months, from "Jan" on. */
export const months = monthNames.map((name) => name.slice(0, 3))
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The first day that is no slip of the keyboard. */
export const firstDay = '1900-01-01'

/** True for a calendar date written `YYYY-MM-DD`, from the year 1900 on. */
export function isLocalDate(text: string): boolean {
  return text >= firstDay && isCalendarDate(text)
}

/** True for a calendar date written `YYYY-MM-DD`, of any year. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && toLocalDate(fromLocalDate(text)) === text
}

/**
 * The number of the month, from 1 on, that a text names by three letters or more: "sep", "Sept",
 * "september". Undefined for other text.
 */
export function monthOfName(text: string): number | undefined {
  if (text.length < 3) return undefined
  const at = monthNames.findIndex((name) => name.toLowerCase().startsWith(text.toLowerCase()))
  return at < 0 ? undefined : at + 1
}

/** The whole days from one local date to another; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((fromLocalDate(to) - fromLocalDate(from)) / 86_400_000)
}

/** A local date plus whole days. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return toLocalDate(fromLocalDate(date) + days * 86_400_000)
}

/**
 * "Fri 08/14/2026", as billers in the US write it; other text is returned unchanged, so nothing is
 * hidden.
 */
export function formatLocalDate(
  date: string,
  parts: { weekday?: boolean; year?: boolean } = {},
): string {
  if (!isLocalDate(date)) return date
  const [year, month, day] = date.split('-')
  const weekday = parts.weekday === false ? '' : `${weekdayOf(date).slice(0, 3)} `
  return `${weekday}${month}/${day}${parts.year === false ? '' : `/${year}`}`
}

/** The text with each local date in it as "08/14/2026". Dates inside an instant stay. */
export function withWrittenDates(text: string): string {
  return text.replaceAll(/(?<![\w-])\d{4}-\d{2}-\d{2}(?![\w-])/g, (date) =>
    formatLocalDate(date, { weekday: false }),
  )
}

/** The time of an instant (UTC milliseconds) in a time zone: "9:41 AM". */
export function formatTime(instant: number, timeZone: string): string {
  const [, hours = '', minutes = ''] = / (\d\d):(\d\d)/.exec(clockAt(instant, timeZone)) ?? []
  return clockWords(Number(hours), minutes)
}

/** The date and time of an instant (UTC milliseconds) in a time zone: "08/14/2026, 9:41 AM". */
export function formatDateTime(instant: number, timeZone: string): string {
  const day = formatLocalDate(localDateAt(instant, timeZone), { weekday: false })
  return `${day}, ${formatTime(instant, timeZone)}`
}

/**
 * An instant (ISO text) in the zone in which it is written: "08/14/2026, 2:05 PM UTC". Other text is
 * returned unchanged.
 */
export function formatInstant(text: string, parts: { seconds?: boolean } = {}): string {
  const [, date, hours, minutes, seconds = ':00', zone] =
    /^(\d{4}-\d\d-\d\d)T(\d\d):(\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? []
  if (date === undefined) return text
  const time = clockWords(Number(hours), `${minutes}${parts.seconds ? seconds : ''}`)
  return `${formatLocalDate(date, { weekday: false })}, ${time} ${zone === 'Z' ? 'UTC' : zone}`
}

// By hand: platforms differ in the space before AM.
function clockWords(hours: number, rest: string): string {
  return `${hours % 12 || 12}:${rest} ${hours < 12 ? 'AM' : 'PM'}`
}

/** The English weekday of a local date. */
export function weekdayOf(date: LocalDate): string {
  return weekdays[new Date(fromLocalDate(date)).getUTCDay()]!
}

/** The local date at a time (UTC milliseconds) in a time zone (IANA name). */
export function localDateAt(instant: number, timeZone: string): LocalDate {
  return clockAt(instant, timeZone).slice(0, 10)
}

/** The first instant of a local day in a time zone. */
export function startOfDay(day: LocalDate, timeZone: string): Date {
  return firstInstantAt(day, 0, timeZone)
}

/**
 * The first instant at which the clocks of a time zone show a full hour of a local day. An hour that
 * they skip in spring is the instant at which they skip it.
 */
export function firstInstantAt(day: LocalDate, hour: number, timeZone: string): Date {
  const asUtc = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const ahead = (instant: number) =>
    Date.parse(`${clockAt(instant, timeZone).replace(' ', 'T')}Z`) - instant
  // By what the clocks were ahead of UTC the day before, and are the day after.
  const [before, after] = [asUtc - ahead(asUtc - dayMs), asUtc - ahead(asUtc + dayMs)]
  const inOrder = [Math.min(before, after), Math.max(before, after)]
  return new Date(inOrder.find((each) => each + ahead(each) === asUtc) ?? before)
}

const dayMs = 86_400_000
const clocks = new Map<string, Intl.DateTimeFormat>()

// Swedish writes date and time in the order of ISO: "2026-08-14 21:41:07".
function clockAt(instant: number, timeZone: string): string {
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  clocks.set(timeZone, clock)
  return clock.format(instant)
}

// Arithmetic uses noon in UTC, so daylight saving cannot change the date.
function fromLocalDate(date: LocalDate): number {
  return Date.parse(`${date}T12:00:00Z`)
}

function toLocalDate(instant: number): LocalDate {
  return Number.isNaN(instant) ? '' : new Date(instant).toISOString().slice(0, 10)
}
