import { expect, test } from 'vitest'
import type { FilingFacts } from './filing-clock.ts'
import { resendBy } from './resend-clock.ts'
import { rulebookOf, type PayerLimits } from './rulebook.ts'

const today = '2026-11-26'
const facts = (plan_type = 'CI'): FilingFacts => ({
  claim_type: 'professional',
  line_dates: ['2026-08-01'],
  insurances: [{ rank: 'primary', payer_id: 'PAY', payer: 'Northbridge', plan_type }],
})
const book = (limits: PayerLimits) =>
  rulebookOf([{ payer_id: 'PAY', payer: 'Northbridge', limits, source: 'Contract' }])

test.each([
  [
    'the corrected limit counts from the denial',
    { corrected: 90, corrected_from: 'remittance' },
    '2026-10-01',
    { way: 'corrected', lastDay: '2026-12-30', isUnconfirmed: false },
  ],
  [
    'what it counts from was not entered',
    { corrected: 90 },
    '2026-10-01',
    { way: 'corrected', lastDay: '2026-12-30', isUnconfirmed: true },
  ],
  [
    'the corrected limit counts from the service',
    { corrected: 180, corrected_from: 'service' },
    undefined,
    { way: 'corrected', lastDay: '2027-01-28', isUnconfirmed: false },
  ],
  [
    'the corrected limit has passed, so an appeal is left',
    { corrected: 30, corrected_from: 'remittance', appeal: 180 },
    '2026-10-01',
    { way: 'appeal', lastDay: '2027-03-30', isUnconfirmed: false },
  ],
  [
    'the corrected limit has passed, and no appeal is entered',
    { corrected: 30, corrected_from: 'remittance' },
    '2026-10-01',
    { way: 'corrected', lastDay: '2026-10-31', isUnconfirmed: false },
  ],
  [
    'the day of the denial is unknown',
    { corrected: 90, corrected_from: 'remittance' },
    undefined,
    { way: 'corrected', lacks: 'decision', isUnconfirmed: false },
  ],
  [
    'no limit was entered',
    {},
    '2026-10-01',
    { way: 'corrected', lacks: 'limit', isUnconfirmed: false },
  ],
] as const)('a denied claim: %s', (_, limits, denied_on, expected) => {
  expect(resendBy(facts(), denied_on, book(limits), today)).toEqual(expected)
})

test('Medicare Part B reopens within one year, and takes no corrected claim', () => {
  expect(resendBy(facts('MB'), '2026-10-01', book({ corrected: 90 }), today)).toEqual({
    way: 'reopening',
    lastDay: '2027-10-01',
    isUnconfirmed: false,
  })
})
