import { expect, test } from 'vitest'
import { reprocessCsv } from './reprocess-csv.ts'
import { denialWords, resendWords } from './reprocess-words.ts'

test.each([
  [{ reason: 'Credentialing', is_final: false }, 'Denied: provider not credentialed'],
  [{ reason: 'No Effective Contract', is_final: true }, 'Finally denied: no effective contract'],
])('a denial in plain words: %o', (claim, words) => {
  expect(denialWords(claim)).toBe(words)
})

test.each([
  [
    { way: 'corrected', lastDay: '2026-12-20', isUnconfirmed: true },
    24,
    'Corrected claim by 12/20/2026, 24 days left (limit not confirmed)',
  ],
  [
    { way: 'appeal', lastDay: '2026-11-25', isUnconfirmed: false },
    -1,
    'Appeal: the last day was 11/25/2026',
  ],
  [
    { way: 'corrected', lacks: 'limit', isUnconfirmed: false },
    undefined,
    'Corrected claim: no limit entered for this payer',
  ],
  [
    { way: 'reopening', lacks: 'decision', isUnconfirmed: false },
    undefined,
    'Reopening: last day unknown without the date of the denial',
  ],
] as const)('the last day of %o', (by, days, words) => {
  expect(resendWords(by, days)).toBe(words)
})

test('the file has what a payer needs to find a claim, and what is not known stays empty', () => {
  const row = {
    payer: { uuid: 'u', id: 'PAY1', name: 'Northbridge' },
    provider: { id: 'p', npi: '1999999984', name: '=River' },
  }
  const csv = reprocessCsv(row, [
    {
      id: 'e1',
      claim_id: 'cl1',
      external_id: 'VISIT-1',
      date: '2026-08-01',
      cents: 12_505,
      reason: 'Credentialing',
      is_final: false,
      by: { way: 'corrected', lastDay: '2026-12-20', isUnconfirmed: false },
    },
  ])
  expect(csv.trimEnd().split('\r\n')[1]).toBe(
    "Northbridge,PAY1,'=River,1999999984,,VISIT-1,cl1,,2026-08-01,125.05,Provider not credentialed,,,corrected,2026-12-20",
  )
})
