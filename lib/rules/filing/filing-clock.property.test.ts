import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addDays, type LocalDate } from '#lib/core/local-date.ts'
import { filingClock, lastDayOf, type FilingFacts } from './filing-clock.ts'
import { leftWords } from './left-words.ts'
import { mostDays, rulebookOf, type Limit } from './rulebook.ts'

const dates = fc.integer({ min: 0, max: 40_000 }).map((days) => addDays('1990-01-01', days))
const limits: fc.Arbitrary<Limit> = fc.oneof(
  fc.integer({ min: 1, max: mostDays }),
  fc.constant('calendar-year' as const),
)
const payer = { payer_id: 'P1', payer: 'One' }

const clockOf = (facts: Omit<FilingFacts, 'insurances'>, limit: Limit, today: LocalDate) =>
  filingClock(
    { ...facts, insurances: [] },
    { rank: 'primary', ...payer },
    rulebookOf([{ ...payer, limits: { original: limit }, source: '' }]),
    today,
  )

test('the last day is never before the service, and a later service never has an earlier one', () => {
  fc.assert(
    fc.property(dates, dates, limits, (one, other, limit) => {
      const [early, late] = [one, other].toSorted() as [LocalDate, LocalDate]
      expect(lastDayOf(limit, early) >= early).toBe(true)
      expect(lastDayOf(limit, early) <= lastDayOf(limit, late)).toBe(true)
    }),
  )
})

test('the last day of a claim is never before its earliest line, whatever its type and its order of lines', () => {
  const lines = fc.array(dates, { minLength: 1, maxLength: 5 })
  fc.assert(
    fc.property(lines, limits, dates, (days, limit, today) => {
      const line_dates = days.toSorted()
      const through = line_dates.at(-1)!
      const [professional, institutional] = (['professional', 'institutional'] as const).map(
        (claim_type) => clockOf({ claim_type, line_dates, through }, limit, today),
      )
      expect(professional!.lastDay! >= line_dates[0]!).toBe(true)
      expect(institutional!.lastDay! >= professional!.lastDay!).toBe(true)
      expect(professional!.state === 'passed').toBe(today > professional!.lastDay!)
    }),
  )
})

test.each([
  [-12, 'Limit passed 12 days ago'],
  [-1, 'Limit passed 1 day ago'],
  [0, 'Today is the last day to file'],
  [1, '1 day left to file'],
  [14, '14 days left to file'],
  [undefined, undefined],
])('%s days are said as %s', (days, words) => {
  expect(leftWords(days)).toBe(words)
})
