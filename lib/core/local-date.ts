/**
 * A local date at the place of service, `YYYY-MM-DD`. It has no time zone: compare it as text,
 * never shift it.
 */
export type LocalDate = string

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** True for a calendar date written `YYYY-MM-DD`. */
export function isLocalDate(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && toLocalDate(fromLocalDate(text)) === text
}

/**
 * The date that a person or a spreadsheet wrote: `2026-02-28`, `2/28/2026` (month first, as in the
 * US), `Feb 28, 2026` or `Sat Feb 28, 2026`. Undefined for other text and for days that do not
 * exist.
 */
export function writtenDate(text: string): LocalDate | undefined {
  const [, month = '', day = '', year = ''] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ??
    /^(?:[A-Z][a-z]{2} )?([A-Z][a-z]{2}) (\d{1,2}), (\d{4})$/.exec(text) ??
    []
  const number = /^\d/.test(month) ? month : String(months.indexOf(month) + 1)
  const date = year === '' ? text : `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isLocalDate(date) ? date : undefined
}

/** The whole days from one local date to another; negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return Math.round((fromLocalDate(to) - fromLocalDate(from)) / 86_400_000)
}

/** A local date plus whole days. */
export function addDays(date: LocalDate, days: number): LocalDate {
  return toLocalDate(fromLocalDate(date) + days * 86_400_000)
}

/** "Fri Aug 14, 2026"; other text is returned unchanged, so nothing is hidden. */
export function formatLocalDate(
  date: string,
  parts: { weekday?: boolean; year?: boolean } = {},
): string {
  if (!isLocalDate(date)) return date
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const weekday = parts.weekday === false ? '' : `${weekdayOf(date).slice(0, 3)} `
  return `${weekday}${months[month - 1]} ${day}${parts.year === false ? '' : `, ${year}`}`
}

/** The English weekday of a local date. */
export function weekdayOf(date: LocalDate): string {
  return weekdays[new Date(fromLocalDate(date)).getUTCDay()]!
}

/**
 * The local date at a time (UTC milliseconds) in a time zone (IANA name; the machine's by default).
 */
export function localDateAt(instant: number, timeZone?: string): LocalDate {
  return new Intl.DateTimeFormat('en-CA', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(instant)
}

/** The first instant of a local day on this machine. */
export function startOfDay(day: LocalDate): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  return new Date(year, month - 1, date)
}

// Arithmetic uses noon in UTC, so daylight saving cannot change the date.
function fromLocalDate(date: LocalDate): number {
  return Date.parse(`${date}T12:00:00Z`)
}

function toLocalDate(instant: number): LocalDate {
  return Number.isNaN(instant) ? '' : new Date(instant).toISOString().slice(0, 10)
}
