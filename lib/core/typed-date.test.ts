import { expect, test } from 'vitest'
import { addMonths, readTypedDate, writtenDate } from './typed-date.ts'

const today = '2026-11-28'
const read = (typed: string, terms: Partial<Parameters<typeof readTypedDate>[1]> = {}) => {
  const reading = readTypedDate(typed, { today, ...terms })
  return 'date' in reading ? reading.date : reading.problem
}

test.each([
  ['9/26', '2026-09-26'],
  ['12/31', '2026-12-31'],
  ['9/26/26', '2026-09-26'],
  ['9/26/2026', '2026-09-26'],
  ['09/26/2026', '2026-09-26'],
  ['9-26-2026', '2026-09-26'],
  ['9.26.2026', '2026-09-26'],
  ['9 / 26 / 2026', '2026-09-26'],
  ['0926', '2026-09-26'],
  ['092626', '2026-09-26'],
  ['09262026', '2026-09-26'],
  ['20260926', '2026-09-26'],
  ['2026-09-26', '2026-09-26'],
  ['2026-9-6', '2026-09-06'],
  ['2026‑09‑26', '2026-09-26'],
  ['\u00A0\u200B9/26/2026\uFEFF\t', '2026-09-26'],
  ['９/２６/２０２６', '2026-09-26'],
  ['Sat 09/26/2026', '2026-09-26'],
  ['Saturday, September 26, 2026', '2026-09-26'],
  ['Sep 26', '2026-09-26'],
  ['26-Sep-2026', '2026-09-26'],
  ['2/29/2024', '2024-02-29'],
  ['1/1/99', '1999-01-01'],
])('%s is %s', (typed, date) => {
  expect(read(typed)).toBe(date)
})

test.each([
  ['', /^Write the day as month\/day\/year, for example 9\/26\/2026\.$/],
  ['9/', /^Write the day/],
  ['9/26/202', /^Write the day/],
  ['tomorrow', /^Write the day/],
  ['1234', /^There is no December 34\.$/],
  ['2/30', /^There is no February 30\.$/],
  ['2/30/2026', /^There is no February 30\.$/],
  ['9/31/26', /^There is no September 31\.$/],
  ['9/0', /^There is no September 0\.$/],
  ['2/29/2026', /^There is no February 29, 2026\.$/],
  ['2/29', /^There is no February 29, 2026\.$/],
  ['26/9/2026', /^There is no month 26\. The month comes first: 9\/30\/2026\.$/],
  ['2026-13-01', /^There is no month 13\./],
  ['9/26/0202', /^Check the year: 0202\.$/],
  ['9/26/1899', /^Check the year: 1899\.$/],
])('%s is refused in words', (typed, words) => {
  expect(read(typed)).toMatch(words)
})

test('a date of birth is of the past', () => {
  const birth = { isBirth: true }
  expect(read('2/3/58', birth)).toBe('1958-02-03')
  expect(read('2/3/26', birth)).toBe('2026-02-03')
  expect(read('2/3/27', birth)).toBe('1927-02-03')
  expect(read('2/3/58')).toBe('2058-02-03')
  expect(read('11/28', birth)).toBe('2026-11-28')
  expect(read('11/29', birth)).toBe('2025-11-29')
})

test('a day without a year keeps to the first and last day that can be meant', () => {
  expect(read('1/5', { earliest: today })).toBe('2027-01-05')
  expect(read('12/5', { earliest: today })).toBe('2026-12-05')
  const january = { today: '2027-01-05', latest: '2027-07-07' }
  expect(read('12/28', january)).toBe('2026-12-28')
  expect(read('2/1', january)).toBe('2027-02-01')
})

test('a date of a file says its whole year, and an id is no date', () => {
  expect(writtenDate('Sat Feb 28, 2026')).toBe('2026-02-28')
  expect(['2/28/26', '2/28', '02282026', '20260228'].map(writtenDate)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('months are added up to the last day of a month', () => {
  expect(addMonths('2026-01-31', 1)).toBe('2026-02-28')
  expect(addMonths('2026-12-15', 1)).toBe('2027-01-15')
  expect(addMonths('2026-03-31', -1)).toBe('2026-02-28')
})
