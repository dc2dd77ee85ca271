import { withHyphens } from './folded.ts'
import { withoutInvisible } from './invisible-signs.ts'
import {
  addDays,
  firstDay,
  isCalendarDate,
  isLocalDate,
  monthNames,
  monthOfName,
  type LocalDate,
} from './local-date.ts'

/** A day as a person or a spreadsheet wrote it: its month and day may not exist. */
export type WrittenDay = { month: number; day: number; year?: string | undefined }

const howTo = 'Write the day as month/day/year, for example 9/26/2026.'

/**
 * The parts of a day: `9/26`, `9/26/26`, `9-26-2026`, `2026-09-26`, `Sep 26, 2026`, `26-Sep-2026`,
 * each with or without its weekday before it. The month comes first, as in the US. Undefined for
 * other text.
 */
export function writtenDay(text: string): WrittenDay | undefined {
  const plain = plainDateText(text).replace(/^(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*,? /, '')
  const iso = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(plain)
  if (iso) return partsOf(iso[2], iso[3], iso[1])
  const numbers =
    /^(\d{1,2})([/-])(\d{1,2})(?:\2(\d{4}|\d{2}))?$/.exec(plain) ??
    /^(\d{1,2})(\.)(\d{1,2})\.(\d{4}|\d{2})$/.exec(plain)
  if (numbers) return partsOf(numbers[1], numbers[3], numbers[4])
  const monthFirst = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?$/.exec(plain)
  if (monthFirst) return partsOf(monthFirst[1], monthFirst[2], monthFirst[3])
  const dayFirst = /^(\d{1,2})\.?[ -]([a-z]{3,9})\.?(?:(?:,? |-)(\d{4}))?$/.exec(plain)
  return dayFirst ? partsOf(dayFirst[2], dayFirst[1], dayFirst[3]) : undefined
}

/** The date of a text that says its whole year. Undefined for other text, and for no real day. */
export function writtenDate(text: string): LocalDate | undefined {
  const day = writtenDay(text)
  const date = day?.year?.length === 4 ? dateIn(Number(day.year), day) : ''
  return isLocalDate(date) ? date : undefined
}

/**
 * A year with its century: 26 is 2026, and 99 is 1999. A date of birth is of somebody who was born:
 * 58 is 1958.
 */
export function wholeYear(year: string, isBirth = false): number {
  if (year.length !== 2) return Number(year)
  const newest = (new Date().getFullYear() % 100) + (isBirth ? 0 : 50)
  return Number(year) + (Number(year) > newest ? 1900 : 2000)
}

/** Why a day cannot be: "There is no February 30." Undefined where it can. */
export function dayProblem(written: WrittenDay, isBirth = false): string | undefined {
  const { month, day, year } = written
  const name = monthNames[month - 1]
  if (name === undefined) return `There is no month ${month}. The month comes first: 9/30/2026.`
  // A leap year has all days.
  if (!isCalendarDate(dateIn(2024, written))) return `There is no ${name} ${day}.`
  const whole = year === undefined ? undefined : wholeYear(year, isBirth)
  return whole === undefined || isCalendarDate(dateIn(whole, written))
    ? undefined
    : `There is no ${name} ${day}, ${whole}.`
}

// A day of service without a year is not far ahead: in January, 12/28 is last year's.
const daysAhead = 183

/** What the name of a field says of its day. */
export function termsOfField(name: string, today?: LocalDate): DayTerms {
  return {
    ...(today !== undefined && { today }),
    isBirth: /birth/.test(name),
    latest: today !== undefined && /service/.test(name) ? addDays(today, daysAhead) : undefined,
  }
}

/** What a date box knows of its day. */
export type DayTerms = {
  /** Without it a day has to say its year. */
  today?: LocalDate
  isBirth?: boolean
  /** A day without a year is the last such day that is not after this one. */
  latest?: LocalDate | undefined
  /** A day without a year is not before this one. */
  earliest?: LocalDate | undefined
}

/**
 * The date that a person typed into a date box, or why there is none. A day without a year is this
 * year's, unless `latest` or `earliest` say another; a date of birth is not after today.
 */
export function readTypedDate(
  typed: string,
  terms: DayTerms,
): { date: LocalDate } | { problem: string } {
  const day = writtenDay(typed) ?? digitsOf(plainDateText(typed))
  const { today } = terms
  const year = day?.year ?? (day && today && usualYear(day, { ...terms, today }).toString())
  if (!day || !year) return { problem: (day && dayProblem(day, terms.isBirth)) ?? howTo }
  const problem = dayProblem({ ...day, year }, terms.isBirth)
  if (problem) return { problem }
  const date = dateIn(wholeYear(year, terms.isBirth), day)
  return date < firstDay ? { problem: `Check the year: ${date.slice(0, 4)}.` } : { date }
}

/**
 * Why the year of a typed date cannot be meant; undefined where it can. An end may be far away;
 * other years after these are slips of the keyboard.
 */
export function yearProblem(name: string, date: LocalDate): string | undefined {
  const isFar = date > '2099-12-31' && !/end|expir|terminat/.test(name)
  return isFar ? `Check the year: ${date.slice(0, 4)}.` : undefined
}

// Digits alone are for date boxes: elsewhere they may be an id. "0926", "092626", "09262026" and
// "20260926", where the other reading is no month.
function digitsOf(text: string): WrittenDay | undefined {
  const [, month, day, year] = /^(\d{2})(\d{2})(\d{4}|\d{2})?$/.exec(text) ?? []
  const read = month === undefined ? undefined : partsOf(month, day, year)
  if (!read || read.month <= 12) return read
  const [, wireYear, wireMonth, wireDay] = /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  return wireYear === undefined ? read : partsOf(wireMonth, wireDay, wireYear)
}

function usualYear(
  day: WrittenDay,
  { today, isBirth, latest, earliest }: DayTerms & { today: LocalDate },
): number {
  const thisYear = Number(today.slice(0, 4))
  const last = isBirth ? today : latest
  const date = dateIn(thisYear, day)
  if (last !== undefined && date > last) return thisYear - 1
  return earliest !== undefined && date < earliest ? thisYear + 1 : thisYear
}

/** The same day so many months later; the last day of its month where that has fewer days. */
export function addMonths(date: LocalDate, months: number): LocalDate {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const whole = year * 12 + month - 1 + months
  for (let last = day; ; last -= 1) {
    const date = dateIn(Math.floor(whole / 12), { month: (whole % 12) + 1, day: last })
    if (isCalendarDate(date)) return date
  }
}

/** The text of a day or a range of days in lower case, with one kind of blank and of hyphen. */
export function plainDateText(text: string): string {
  return withHyphens(withoutInvisible(text).normalize('NFKC').toLowerCase())
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([/-]) ?/g, '$1')
    .trim()
}

function partsOf(month = '', day = '', year?: string): WrittenDay | undefined {
  const number = /^\d/.test(month) ? Number(month) : monthOfName(month)
  return number === undefined ? undefined : { month: number, day: Number(day), year }
}

function dateIn(year: number, { month, day }: { month: number; day: number }): LocalDate {
  const [wholeMonth, wholeDay] = [month, day].map((part) => String(part).padStart(2, '0'))
  return `${String(year).padStart(4, '0')}-${wholeMonth}-${wholeDay}`
}
