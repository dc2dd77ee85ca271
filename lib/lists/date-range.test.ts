import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, isLocalDate } from '#lib/core/local-date.ts'
import { describeRange } from './filter-value.ts'
import { datesOfRange, keptRange, movingWords, rangePresets, readDateRange } from './date-range.ts'

// A Thursday.
const today = '2026-11-26'
const read = (typed: string) => {
  const reading = readDateRange(typed, today)
  return 'range' in reading ? `${reading.range.from ?? ''}..${reading.range.to ?? ''}` : undefined
}

test.each([
  ['sep', '2026-09-01..2026-09-30'],
  ['Sept.', '2026-09-01..2026-09-30'],
  ['september 2025', '2025-09-01..2025-09-30'],
  ['nov', '2026-11-01..2026-11-30'],
  ['dec', '2025-12-01..2025-12-31'],
  ['9/2026', '2026-09-01..2026-09-30'],
  ['2026-02', '2026-02-01..2026-02-28'],
  ['2026', '2026-01-01..2026-12-31'],
  ['q3 2026', '2026-07-01..2026-09-30'],
  ['q4', '2026-10-01..2026-12-31'],
  ['9/1', '2026-09-01..2026-09-01'],
  ['12/1', '2025-12-01..2025-12-01'],
  ['2/29', '2024-02-29..2024-02-29'],
  ['9/1/26', '2026-09-01..2026-09-01'],
  ['9-1-2026', '2026-09-01..2026-09-01'],
  ['Sep 1, 2026', '2026-09-01..2026-09-01'],
  ['1 sep 2026', '2026-09-01..2026-09-01'],
  ['9/1-9/30', '2026-09-01..2026-09-30'],
  ['9/1 – 9/30/2025', '2025-09-01..2025-09-30'],
  ['9/1/2025 to 9/30', '2025-09-01..2025-09-30'],
  ['12/15-1/10', '2025-12-15..2026-01-10'],
  ['dec-jan 2026', '2025-12-01..2026-01-31'],
  ['9/1-15', '2026-09-01..2026-09-15'],
  ['sep 1-15, 2025', '2025-09-01..2025-09-15'],
  ['2026-09-01 - 2026-09-15', '2026-09-01..2026-09-15'],
  ['from 9/1 to 9/15', '2026-09-01..2026-09-15'],
  ['today', '2026-11-26..2026-11-26'],
  ['Yesterday', '2026-11-25..2026-11-25'],
  ['this week', '2026-11-22..2026-11-28'],
  ['last week', '2026-11-15..2026-11-21'],
  ['this month', '2026-11-01..2026-11-30'],
  ['last month', '2026-10-01..2026-10-31'],
  ['last quarter', '2026-07-01..2026-09-30'],
  ['last year', '2025-01-01..2025-12-31'],
  ['last 30 days', '2026-10-28..2026-11-26'],
  ['30d', '2026-10-28..2026-11-26'],
  ['past 2 weeks', '2026-11-13..2026-11-26'],
  ['last 3 months', '2026-08-27..2026-11-26'],
  ['>= 9/1', '2026-09-01..'],
  ['since sep', '2026-09-01..'],
  ['9/1-', '2026-09-01..'],
  ['> 9/30', '2026-10-01..'],
  ['<= 9/30', '..2026-09-30'],
  ['until sep', '..2026-09-30'],
  ['before 9/1', '..2026-08-31'],
])('“%s” means %s', (typed, range) => {
  expect(read(typed)).toBe(range)
})

test.each([
  ['', /^Type a month/],
  ['carter', /^Type a month/],
  ['se', /^Type a month/],
  ['last 0 days', /^Type a month/],
  ['30/9/2026', /^There is no month 30/],
  ['2/30/2026', /^There is no February 30\./],
  ['9/1-9/31', /^There is no September 31\./],
  ['9/30/2026-9/1/2026', /ends before it begins/],
])('“%s” is refused with a reason', (typed, problem) => {
  const reading = readDateRange(typed, today)
  expect('problem' in reading && reading.problem).toMatch(problem)
})

test.each([
  ['Today', 'today'],
  ['this Week', 'this week'],
  ['previous month', 'last month'],
  ['last 30 days', 'last 30 days'],
  ['30d', 'last 30 days'],
  ['past 2 weeks', 'last 2 weeks'],
  ['1 day', 'last 1 day'],
  ['>= last month', 'since last month'],
  ['before today', 'before today'],
  ['sep 2026', undefined],
  ['sep', undefined],
  ['9/1-9/30', undefined],
  ['since 9/1', undefined],
  ['last 9999 days', undefined],
])('a view keeps “%s” as %j', (typed, words) => {
  expect(movingWords(typed)).toBe(words)
  const reading = readDateRange(typed, today)
  expect('range' in reading ? reading.words : undefined).toBe(words)
  if (words === undefined || !('range' in reading)) return
  expect(datesOfRange({ from: words }, today)).toEqual(reading.range)
  const later = readDateRange(typed, addDays(today, 400))
  expect(datesOfRange({ from: words }, addDays(today, 400))).toEqual(
    'range' in later && later.range,
  )
})

test('a filter without an end begins its days and goes on', () => {
  const kept = (typed: string) => {
    const reading = readDateRange(typed, today)
    return 'range' in reading ? keptRange(reading, false) : undefined
  }
  expect(['last 30 days', 'this week', 'yesterday', 'sep 2026', 'until today'].map(kept)).toEqual([
    { from: 'last 30 days' },
    { from: 'this week' },
    { from: 'since yesterday' },
    { from: '2026-09-01' },
    {},
  ])
})

const date = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((day) => day.toISOString().slice(0, 10))

test('what a chip says of a range can be typed and means the same range', () => {
  fc.assert(
    fc.property(date, fc.nat({ max: 800 }), date, (from, days, now) => {
      const range = { from, to: addDays(from, days) }
      expect(readDateRange(describeRange(range).words, now)).toEqual({ range })
    }),
  )
  const months = fc.tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 0, max: 11 }))
  fc.assert(
    fc.property(months, fc.nat({ max: 30 }), date, ([year, month], more, now) => {
      const at = (count: number) =>
        new Date(Date.UTC(year, month + count, 1)).toISOString().slice(0, 10)
      const range = { from: at(0), to: addDays(at(more + 1), -1) }
      expect(readDateRange(describeRange(range).words, now)).toEqual({ range })
    }),
  )
})

test('a day without a year is the last one, and never in the future', () => {
  fc.assert(
    fc.property(date, date, (day, now) => {
      const [, month, dayOfMonth] = day.split('-').map(Number)
      const reading = readDateRange(`${month}/${dayOfMonth}`, now)
      if (!('range' in reading)) throw new Error(`${day} was refused`)
      const { from = '', to } = reading.range
      expect(from).toBe(to)
      expect(from.slice(5)).toBe(day.slice(5))
      expect(from <= now).toBe(true)
      const atMost = day.endsWith('02-29') ? 8 * 366 : 366
      expect(addDays(from, atMost) > now).toBe(true)
    }),
  )
})

test('every reading has dates that exist, in order; any text is read or refused', () => {
  const part = fc.constantFrom(
    ...'sep|feb|2/29|12/31|2026|-| to |last| |30|days|>=|/|9/1|q1|week|before|,|26|1|0'.split('|'),
  )
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(part, { maxLength: 6 }).map((parts) => parts.join('')),
      ),
      date,
      (typed, now) => {
        const reading = readDateRange(typed, now)
        if ('problem' in reading) return reading.problem !== ''
        const { from, to } = reading.range
        expect(from ?? to).toBeDefined()
        expect([from, to].every((end) => end === undefined || isLocalDate(end))).toBe(true)
        return !from || !to || from <= to
      },
    ),
    { numRuns: 2000 },
  )
})

test('every preset reads as a range that has begun', () => {
  for (const preset of rangePresets) {
    const reading = readDateRange(preset, today)
    expect('range' in reading && reading.range.from! <= today, preset).toBe(true)
  }
})
