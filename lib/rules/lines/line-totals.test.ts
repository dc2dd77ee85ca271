import { expect, test } from 'vitest'
import { totalOf, unitCents } from './line-totals.ts'

test('the total is the exact sum of the lines in cents', () => {
  const tenths = Array.from({ length: 10 }, () => ({ charge: '$0.10' }))
  expect(totalOf(tenths)).toEqual({ cents: 100, uncounted: [] })
  expect(totalOf([{ charge: '1,234.56' }, { charge: '-0.56' }, { charge: '' }])).toEqual({
    cents: 123_400,
    uncounted: [],
  })
})

test('an unreadable amount is reported and not counted', () => {
  expect(
    totalOf([{ charge: '12.345' }, { charge: '$1.00' }, { charge: '', unreadable: true }]),
  ).toEqual({
    cents: 100,
    uncounted: [0, 2],
  })
})

test.each([
  ['$123.00', '3', 4100],
  ['$100.00', '3', undefined],
  ['$15.00', '1.5', 1000],
  ['$0.10', '0.01', 1000],
  ['$5.00', '1', 500],
  ['$5.00', '0', undefined],
  ['$5.00', '', undefined],
  ['', '2', undefined],
])('%s for %s units is %j cents each', (charge, quantity, expected) => {
  expect(unitCents(charge, quantity)).toBe(expected)
})
