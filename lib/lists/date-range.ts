import { countOf } from '#lib/core/count-of.ts'
import {
  addDays,
  firstDay,
  isLocalDate,
  monthOfName,
  weekdayOf,
  type LocalDate,
} from '#lib/core/local-date.ts'
import {
  addMonths,
  dayProblem,
  plainDateText,
  wholeYear,
  writtenDay,
} from '#lib/core/typed-date.ts'
import type { DateRange } from './list-spec.ts'

/**
 * What a typed range means, or why it means nothing. `words`: the range moves with the days, and a
 * view keeps these words.
 */
export type RangeReading = { range: DateRange; words?: string } | { problem: string }

/** The ranges that the editor of a date offers as buttons, in the words that can be typed too. */
export const rangePresets = [
  'Today',
  'Yesterday',
  'This week',
  'Last week',
  'This month',
  'Last month',
  'Last 30 days',
  'Last 90 days',
  'This year',
] as const

const advice = 'Type a month (sep 2026), a day (9/1), a range (9/1-9/30) or “last 30 days”.'

/**
 * The range of local dates that a person typed: "sep", "sep 2026", "9/1-9/30", "9/1/2026",
 * "last 30 days", "this week", "today", ">= 9/1". A month or day without a year is the last one that
 * began by `today`. A week begins on Sunday, as in US calendars; "last 30 days" ends today.
 */
export function readDateRange(typed: string, today: LocalDate): RangeReading {
  const plain = plainDateText(typed)
  if (plain === '') return { problem: advice }
  const range =
    namedRange(plain, today) ??
    lastOf(plain, today) ??
    openRange(plain, today) ??
    resolved(periodOf(plain), today) ??
    between(plain, today)
  if (!range) return { problem: noDateIn(plain) ?? advice }
  if (range.from && range.to && range.to < range.from)
    return { problem: 'The range ends before it begins.' }
  const words = movingWords(plain)
  return words === undefined ? { range } : { range, words }
}

/**
 * A range in words that mean other dates each day, as a view keeps them: "30d" is "last 30 days".
 * Undefined for fixed dates and other text.
 */
export function movingWords(typed: string): string | undefined {
  const text = plainDateText(typed)
  const named = namedWords(text)
  if (named !== undefined) return named
  const [, amount, unit] = countedUnits.exec(text) ?? []
  if (amount !== undefined) {
    const whole = { d: 'day', w: 'week', m: 'month' }[unit![0]!]!
    const words = `last ${countOf(Number(amount), { one: whole, many: `${whole}s` })}`
    return lastOf(words, firstDay) ? words.replaceAll(',', '') : undefined
  }
  for (const [form, , word] of sides) {
    const rest = form.exec(text)?.[1]
    const moving = rest === undefined ? undefined : namedWords(rest)
    if (moving !== undefined) return `${word} ${moving}`
  }
  return undefined
}

/** The dates of a range today, where a view keeps words that move. */
export function datesOfRange(range: DateRange, today: LocalDate): DateRange {
  if (range.from === undefined || isLocalDate(range.from)) return range
  const reading = readDateRange(range.from, today)
  return 'range' in reading ? reading.range : {}
}

/**
 * The range that a view keeps for what a person typed. A filter without an end begins its days and
 * goes on: "yesterday" is "since yesterday".
 */
export function keptRange(
  { range, words }: { range: DateRange; words?: string | undefined },
  hasEnd: boolean,
): DateRange {
  if (words === undefined) return hasEnd ? range : { from: range.from }
  if (hasEnd || /^(?:last \d|today|this |since |after )/.test(words)) return { from: words }
  return range.from === undefined ? {} : { from: `since ${words}` }
}

function namedWords(text: string): string | undefined {
  if (text === 'today' || text === 'yesterday') return text
  const [, which, unit] = namedUnits.exec(text) ?? []
  return unit && `${which === 'this' ? 'this' : 'last'} ${unit}`
}

const namedUnits = /^(this|last|previous) (week|month|quarter|year)$/
const countedUnits = /^(?:(?:last|past|previous) )?(\d{1,4}) ?(days?|d|weeks?|w|months?)$/

type Unit = 'week' | 'month' | 'quarter' | 'year'

function namedRange(text: string, today: LocalDate): DateRange | undefined {
  if (text === 'today') return { from: today, to: today }
  if (text === 'yesterday') return { from: addDays(today, -1), to: addDays(today, -1) }
  const [, which, unit] = namedUnits.exec(text) ?? []
  if (unit === undefined) return undefined
  const now = unitAround(today, unit as Unit)
  return which === 'this' ? now : unitAround(addDays(now.from, -1), unit as Unit)
}

function unitAround(day: LocalDate, unit: Unit): { from: LocalDate; to: LocalDate } {
  const [year, month] = [yearOf(day), Number(day.slice(5, 7))]
  if (unit === 'year') return { from: dateOf(year, 1, 1), to: dateOf(year, 12, 31) }
  if (unit === 'month') return { from: dateOf(year, month, 1), to: lastDayOf(year, month) }
  if (unit === 'quarter') {
    const first = month - ((month - 1) % 3)
    return { from: dateOf(year, first, 1), to: lastDayOf(year, first + 2) }
  }
  let from = day
  while (weekdayOf(from) !== 'Sunday') from = addDays(from, -1)
  return { from, to: addDays(from, 6) }
}

// Ten years and more would leave the days that a date can write.
const mostDays = 3_660

function lastOf(text: string, today: LocalDate): DateRange | undefined {
  const [, amount, unit] = countedUnits.exec(text) ?? []
  if (amount === undefined) return undefined
  const count = Number(amount)
  if (unit!.startsWith('m')) {
    if (count < 1 || count * 31 > mostDays) return undefined
    return { from: addDays(addMonths(today, -count), 1), to: today }
  }
  const days = unit!.startsWith('w') ? count * 7 : count
  return days < 1 || days > mostDays ? undefined : { from: addDays(today, 1 - days), to: today }
}

// The last is the word by which a view keeps a side of words that move.
const sides: readonly [RegExp, (whole: Whole) => DateRange, string][] = [
  [/^(?:>=|≥|from|since|on or after) ?(.+)$/, ({ from }) => ({ from }), 'since'],
  [/^(.+?) ?(?:-|or later)$/, ({ from }) => ({ from }), 'since'],
  [/^(?:>|after) ?(.+)$/, ({ to }) => ({ from: addDays(to, 1) }), 'after'],
  [/^(?:<=|≤|until|through|to|up to|on or before|-) ?(.+)$/, ({ to }) => ({ to }), 'until'],
  [/^(.+?) ?or earlier$/, ({ to }) => ({ to }), 'until'],
  [/^(?:<|before) ?(.+)$/, ({ from }) => ({ to: addDays(from, -1) }), 'before'],
]

function openRange(text: string, today: LocalDate): DateRange | undefined {
  for (const [form, of] of sides) {
    const rest = form.exec(text)?.[1]
    const whole = rest === undefined ? undefined : wholeOf(rest, today)
    if (whole) return of(whole)
  }
  return undefined
}

type Whole = { from: LocalDate; to: LocalDate }

// "since last month" reads, too.
function wholeOf(text: string, today: LocalDate): Whole | undefined {
  return (namedRange(text, today) ?? resolved(periodOf(text), today)) as Whole | undefined
}

/** Days or months as they were typed; without a year they come each year. */
type Period = { year?: number | undefined; from: MonthDay; to: MonthDay }
type MonthDay = { month: number; day: number | 'last' }

function periodOf(text: string): Period | undefined {
  const day = writtenDay(text)
  if (day) return dayProblem(day) ? undefined : period(day, day.year)
  const year = /^\d{4}$/.exec(text)?.[0]
  if (year) return { ...period({ month: 1 }, year)!, to: { month: 12, day: 'last' } }
  const quarter = /^q([1-4])(?: (\d{4}))?$/.exec(text)
  if (quarter) {
    const first = Number(quarter[1]) * 3 - 2
    return { ...period({ month: first }, quarter[2])!, to: { month: first + 2, day: 'last' } }
  }
  const iso = /^(\d{4})-(\d{2})$/.exec(text)
  if (iso) return period({ month: Number(iso[2]) }, iso[1])
  const numbers = /^(\d{1,2})[/-](\d{4})$/.exec(text)
  if (numbers) return period({ month: Number(numbers[1]) }, numbers[2])
  const named = /^([a-z]{3,9})\.?(?:,? (\d{4}))?$/.exec(text)
  return named ? period({ month: monthOfName(named[1]!) ?? 0 }, named[2]) : undefined
}

function period(
  { month, day }: { month: number; day?: number },
  year: string | undefined,
): Period | undefined {
  if (month < 1 || month > 12 || (day !== undefined && (day < 1 || day > 31))) return undefined
  return {
    year: year === undefined ? undefined : wholeYear(year),
    from: { month, day: day ?? 1 },
    to: { month, day: day ?? 'last' },
  }
}

// A leap day comes every eight years at least.
const yearsBack = 8

/** The dates of a period: of its own year, of `year`, else of the last year in which it has begun. */
function resolved(found: Period | undefined, today: LocalDate, year?: number): Whole | undefined {
  const own = found?.year ?? year
  if (!found) return undefined
  const years =
    own === undefined
      ? Array.from({ length: yearsBack + 1 }, (_, back) => yearOf(today) - back)
      : [own]
  for (const each of years) {
    const [from, to] = [dayIn(each, found.from), dayIn(each, found.to)]
    if (from && to && (own !== undefined || from <= today)) return { from, to }
  }
  return undefined
}

const separators = / ?(?:\.\.\.?|-|\bto\b|\bthrough\b|\bthru\b|\buntil\b) ?/g

function between(text: string, today: LocalDate): DateRange | undefined {
  for (const { 0: separator, index } of text.matchAll(separators)) {
    const start = periodOf(text.slice(0, index).replace(/^from /, ''))
    const rest = text.slice(index + separator.length)
    const end = periodOf(rest) ?? sameMonth(start, rest)
    if (!start || !end) continue
    const range = spanned(start, end, today)
    if (range) return range
  }
  return undefined
}

// "9/1-15" and "sep 1-15, 2026": the end is a day of the month in which the range begins.
function sameMonth(start: Period | undefined, text: string): Period | undefined {
  const [, day, year] = /^(\d{1,2})(?:,? (\d{4}))?$/.exec(text) ?? []
  if (!start || day === undefined || start.to.day === 'last') return undefined
  return period({ month: start.from.month, day: Number(day) }, year ?? start.year?.toString())
}

// A side without a year takes the one that makes the range as short as it can be.
function spanned(start: Period, end: Period, today: LocalDate): Whole | undefined {
  if (start.year === undefined && end.year !== undefined) {
    const to = resolved(end, today)?.to
    const from = resolved(start, today, end.year)?.from
    const earlier = resolved(start, today, end.year - 1)?.from
    const nearest = from && to && from <= to ? from : earlier
    return nearest && to ? { from: nearest, to } : undefined
  }
  const from = resolved(start, today)?.from
  if (!from) return undefined
  const near = resolved(end, today, end.year ?? yearOf(from))?.to
  const to =
    near && near < from && end.year === undefined
      ? resolved(end, today, yearOf(from) + 1)?.to
      : near
  return to ? { from, to } : undefined
}

function noDateIn(text: string): string | undefined {
  for (const [typed] of text.matchAll(/(?<![\d/])\d{1,2}\/\d{1,2}(?:\/\d{2,4})?(?![\d/])/g)) {
    const day = writtenDay(typed)
    const problem = day && dayProblem(day)
    if (problem) return problem
  }
  return undefined
}

function dayIn(year: number, { month, day }: MonthDay): LocalDate | undefined {
  const date = day === 'last' ? lastDayOf(year, month) : dateOf(year, month, day)
  return isLocalDate(date) ? date : undefined
}

function lastDayOf(year: number, month: number): LocalDate {
  const next = month === 12 ? dateOf(year + 1, 1, 1) : dateOf(year, month + 1, 1)
  return addDays(next, -1)
}

function dateOf(year: number, month: number, day: number): LocalDate {
  return [
    String(year).padStart(4, '0'),
    ...[month, day].map((part) => String(part).padStart(2, '0')),
  ].join('-')
}

function yearOf(date: LocalDate): number {
  return Number(date.slice(0, 4))
}
