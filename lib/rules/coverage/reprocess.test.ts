import { expect, test } from 'vitest'
import type { PairCover } from './facts.ts'
import { loadedSince, type DeniedClaim } from './reprocess.ts'
import type { CoverageSpan } from './span.ts'

const view = { asOf: '2026-11-21', expiringDays: 0 }
const book = { idOf: () => undefined, stateOf: () => 'NC' }
// Started in July, and loaded in September.
const late: CoverageSpan = {
  id: 's1',
  start_date: '2026-07-01',
  submitted_date: '2026-06-20',
  payer_loaded_date: '2026-09-15',
}
const pairOf = (...spans: CoverageSpan[]): PairCover => ({
  contracts: [
    { contract_id: 'c1', type: 'professional', status: 'effective', effective_date: '2024-01-01' },
  ],
  providers: new Map([['npi1', { id: 'p1', spans }]]),
  facilities: new Map(),
  isRosterWhole: true,
  areFacilitiesWhole: true,
})
const claim = (more: Partial<DeniedClaim> = {}, from = '2026-08-01'): DeniedClaim => ({
  id: 'e1',
  claim_id: 'cl1',
  reason: 'Credentialing',
  is_final: false,
  denied_on: '2026-08-20',
  payer_id: 'PAY',
  billing_npi: 'bill',
  rendering_npi: 'npi1',
  facility_state: 'NC',
  parts: [{ from, to: from, cents: 12_500, isAtFacility: true, lines: [0] }],
  filing: { claim_type: 'professional', line_dates: [from], insurances: [] },
  ...more,
})

test.each([
  ['denied between start and load', claim(), [late], '2026-09-15'],
  ['denied on the day of the load', claim({ denied_on: '2026-09-15' }), [late], '2026-09-15'],
  ['without a date of the denial', claim({ denied_on: undefined }), [late], '2026-09-15'],
  ['denied after the load', claim({ denied_on: '2026-09-16' }), [late], undefined],
  ['of a day before the span', claim({}, '2026-06-30'), [late], undefined],
  ['of a span that is not loaded yet', claim(), [{ ...late, payer_loaded_date: null }], undefined],
  [
    'of a day that another span had covered all along',
    claim(),
    [late, { ...late, id: 's2', start_date: '2026-01-01', payer_loaded_date: '2026-01-20' }],
    undefined,
  ],
  [
    'of a span for another state',
    claim({ facility_state: 'SC' }),
    [{ ...late, states: ['NC'] }],
    undefined,
  ],
  ['of a provider without a span', claim({ rendering_npi: 'npi2' }), [late], undefined],
  [
    'of a span that ended since: the partner’s word for today is no witness of that day',
    claim(),
    [{ ...late, end_date: '2026-10-01', status: 'expired' }],
    '2026-09-15',
  ],
  [
    'that was covered by a loaded span that ended since',
    claim(),
    [{ ...late, payer_loaded_date: '2026-07-10', end_date: '2026-10-01', status: 'expired' }],
    undefined,
  ],
])('a claim %s', (_, denied, spans, loaded_on) => {
  expect(loadedSince(denied, [pairOf(...spans)], book, view)?.loaded_on).toBe(loaded_on)
})

test('a claim whose facility was loaded last names that day', () => {
  const pair = {
    ...pairOf(late),
    facilities: new Map([['f1', [{ ...late, id: 'f', payer_loaded_date: '2026-10-02' }]]]),
  }
  const denied = claim({ facility_id: 'f1' })
  expect(loadedSince(denied, [pair], book, view)).toEqual({ pair, loaded_on: '2026-10-02' })
  // Until the facility is loaded too, the payer would deny it again.
  expect(loadedSince(denied, [pair], book, { ...view, asOf: '2026-09-30' })).toBeUndefined()
})
