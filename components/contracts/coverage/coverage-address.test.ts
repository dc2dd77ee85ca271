import { expect, it, test } from 'vitest'
import { fromAddress, toAddress } from './coverage-address.ts'

const today = '2026-11-21'
const usual = { of: 'providers', asOf: today, within: 30, show: 'all', order: 'worst' }

it.each([
  [{}, {}],
  [{ as_of: '2026-02-30', within: '45', show: 'none', of: 'payers', order: '' }, {}],
  [{ as_of: ['2026-01-01', '2026-01-02'] }, {}],
  [
    { as_of: '2026-01-01', within: '90', show: 'earlier', of: 'facilities', order: 'name' },
    { asOf: '2026-01-01', within: 90, show: 'earlier', of: 'facilities', order: 'name' },
  ],
])('%j is read as %j', (given, read) => {
  expect(fromAddress(given, today)).toEqual({ ...usual, ...read })
})

test('an address keeps the page’s state and omits defaults', () => {
  const address = {
    of: 'facilities',
    asOf: '2025-12-31',
    within: 60,
    show: 'problems',
    order: 'name',
  } as const
  expect(
    fromAddress(Object.fromEntries(new URLSearchParams(toAddress(address, today))), today),
  ).toEqual(address)
  expect(toAddress(fromAddress({}, today), today)).toBe('')
})
