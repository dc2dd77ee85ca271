import { type LocalDate, addDays, daysBetween, formatLocalDate } from '#lib/core/local-date.ts'

/**
 * The visible period of a timeline: `from` in days since 1970-01-01 (with a fraction during a
 * drag), `years` its length.
 */
export type TimeWindow = { from: number; years: Zoom }

/** The lengths that a person can choose, in years. */
export type Zoom = 1 | 2 | 5
export const zooms: readonly Zoom[] = [1, 2, 5]

/**
 * A vertical line of the timeline with its label, a short label, and a one-letter label for narrow
 * spaces.
 */
export type Tick = {
  day: number
  label?: string
  brief?: string
  letter?: string
  isMajor: boolean
}

const epoch = '1970-01-01'
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const yearDays = 365.25
// A timeline opens with this many months before its day, so that both the past and the next season
// are visible.
const monthsBefore = 8

/** The days from 1970-01-01 to a local date. */
export function dayNumber(date: LocalDate): number {
  return daysBetween(epoch, date)
}

/** The local date of a number of days since 1970-01-01. */
export function dateOfDay(day: number): LocalDate {
  return addDays(epoch, Math.floor(day))
}

/** The length of a window in days. */
export function lengthOf({ years }: TimeWindow): number {
  return years * yearDays
}

/** The window around a day. It begins with the first day of a month. */
export function windowAround(date: LocalDate, years: Zoom): TimeWindow {
  return { from: dayNumber(monthStart(date, -monthsBefore * years)), years }
}

/** The window moved by whole months. It then begins with the first day of a month. */
export function movedByMonths({ from, years }: TimeWindow, count: number): TimeWindow {
  const date = dateOfDay(from)
  // A window that begins inside a month first goes back to that month's first day.
  const steps = count < 0 && !date.endsWith('-01') ? count + 1 : count
  return { from: dayNumber(monthStart(date, steps)), years }
}

/** The window with another length and the same middle. */
export function zoomed(window: TimeWindow, years: Zoom): TimeWindow {
  const middle = window.from + lengthOf(window) / 2
  return { from: dayNumber(monthStart(dateOfDay(middle - (years * yearDays) / 2), 0)), years }
}

/** The lines of a window: months of one year, quarters of two, quarters under the years of five. */
export function ticksOf(window: TimeWindow): Tick[] {
  const end = window.from + lengthOf(window)
  const ticks: Tick[] = []
  for (
    let date = monthStart(dateOfDay(window.from), 0);
    dayNumber(date) < end;
    date = monthStart(date, 1)
  ) {
    const tick = tickOf(date, window.years)
    if (tick) ticks.push(tick)
  }
  return ticks
}

/** The window in words: "12/01/2025 to 11/30/2026". */
export function windowWords(window: TimeWindow): string {
  const words = (day: number) => formatLocalDate(dateOfDay(day), { weekday: false })
  return `${words(window.from)} to ${words(window.from + lengthOf(window) - 1)}`
}

function tickOf(date: LocalDate, years: Zoom): Tick | undefined {
  const [year, month] = date.split('-').map(Number) as [number, number]
  const isMajor = month === 1
  const day = dayNumber(date)
  const short = `’${String(year).slice(2)}`
  if (years === 1) {
    const name = months[month - 1]!
    return {
      day,
      isMajor,
      label: isMajor ? `${name} ${short}` : name,
      brief: isMajor ? short : name[0]!,
      letter: name[0]!,
    }
  }
  if (month % 3 !== 1) return undefined
  if (years === 2)
    return {
      day,
      isMajor,
      label: `Q${(month + 2) / 3}${isMajor ? ` ${short}` : ''}`,
      brief: `Q${(month + 2) / 3}`,
    }
  return isMajor ? { day, isMajor, label: String(year), brief: short } : { day, isMajor }
}

// The first day of a date's month, moved by whole months.
function monthStart(date: LocalDate, count: number): LocalDate {
  const [year, month] = date.split('-').map(Number) as [number, number]
  const whole = year * 12 + month - 1 + count
  return `${String(Math.floor(whole / 12)).padStart(4, '0')}-${String((whole % 12) + 1).padStart(2, '0')}-01`
}
