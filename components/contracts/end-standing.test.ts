import { expect, it } from 'vitest'
import { endStanding } from './end-standing.ts'

const today = '2026-11-21'

it.each([
  ['effective', '2026-11-20', 'Ended, still effective'],
  ['pending', '2026-11-20', 'Ended'],
  ['cancelled', '2026-11-20', undefined],
  ['effective', '2026-11-21', 'Ends today'],
  ['effective', '2026-12-21', 'Ends in 30 d'],
  ['effective', '2027-02-19', 'Ends in 90 d'],
  ['effective', '2027-02-20', undefined],
  ['effective', undefined, undefined],
  ['effective', 'no date', undefined],
])('%s until %s: %s', (status, expiration_date, words) => {
  expect(endStanding({ status, expiration_date }, today)?.words).toBe(words)
})
