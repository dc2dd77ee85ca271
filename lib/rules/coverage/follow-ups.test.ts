import { expect, test } from 'vitest'
import { dueOn, offeredDates } from './follow-ups.ts'

const today = '2026-11-26'

test('a follow-up is late, due today, soon or later by its next date', () => {
  expect(dueOn('2026-11-25', today)).toBe('late')
  expect(dueOn('2026-11-26', today)).toBe('today')
  expect(dueOn('2026-11-27', today)).toBe('soon')
  expect(dueOn('2026-12-10', today)).toBe('soon')
  expect(dueOn('2026-12-11', today)).toBe('later')
  expect(dueOn(undefined, today)).toBe('undated')
})

test('the offered dates are a week from today and the payer’s own day, and no day that is over', () => {
  const usual = { median: 34, spans: 12 }
  const dates = (...asked: Parameters<typeof offeredDates>) =>
    offeredDates(...asked).map(({ date, days }) => [date, days])
  const waiting = { submitted: '2026-11-16', isLoaded: false }
  expect(dates(waiting, usual, today)).toEqual([
    ['2026-12-03', 7],
    ['2026-12-20', 24],
  ])
  expect(dates({ ...waiting, submitted: undefined }, usual, today)).toEqual([
    ['2026-12-03', 7],
    ['2026-12-30', 34],
  ])
  const week = [['2026-12-03', 7]]
  expect(dates({ ...waiting, submitted: '2026-09-01' }, usual, today)).toEqual(week)
  expect(dates({ ...waiting, isLoaded: true }, usual, today)).toEqual(week)
  expect(dates(waiting, null, today)).toEqual(week)
  expect(dates(waiting, undefined, today)).toEqual(week)
})
