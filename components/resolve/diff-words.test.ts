import { expect, test } from 'vitest'
import type { Json } from '#lib/core/json.ts'
import type { BilledChange } from '#lib/rules/billed-diff/billed-change.ts'
import { placeWords, summaryOf, valueWords } from '#lib/rules/billed-diff/change-words.ts'
import { movedWords } from './diff-words.ts'

const change = (path: string, line?: string): BilledChange => ({
  class: 'money',
  path,
  capture_id: 'c',
  cents: 0,
  ...(line === undefined ? {} : { line }),
})

test.each<[string, string | undefined, Json | undefined, string, string]>([
  ['service_lines.1.charge_amount_cents', 'G0463 25', 12_550, 'G0463 25 · Charge', '$125.50'],
  ['service_lines.1.charge_amount_cents', 'G0463', 'twelve', 'G0463 · Charge', 'twelve'],
  [
    'service_lines',
    'G0463',
    { charge_amount_cents: 100, quantity: '2', units: 'UN' },
    'Service line G0463',
    '$1.00, 2 UN',
  ],
  [
    'service_lines.0.diagnosis_pointers',
    'G0463',
    ['E119', 'I10'],
    'G0463 · Diagnoses',
    'E119, I10',
  ],
  ['diagnoses.0.code', undefined, 'E11.9', 'Diagnosis', 'E11.9'],
  [
    'diagnoses.2',
    undefined,
    { code: 'I10', name: 'High blood pressure' },
    'Diagnosis',
    'I10 High blood pressure',
  ],
  ['diagnoses.2.code_type', undefined, 'ABK', 'Diagnosis · Type', 'ABK principal'],
  [
    'subscriber_primary.insurance_card.member_id',
    undefined,
    undefined,
    'Primary subscriber · Insurance card · Member ID',
    'nothing',
  ],
  ['place_of_service_code', undefined, '11', 'Place of service', '11 office'],
  ['benefits_assigned_to_provider', undefined, false, 'Benefits assigned to provider', 'No'],
])('%s of %s is said in words', (path, line, value, place, words) => {
  expect(placeWords(change(path, line))).toBe(place)
  expect(valueWords(change(path, line), value)).toBe(words)
})

test('a change in charges has its sign', () => {
  expect([movedWords(5), movedWords(-123_456)]).toEqual(['+$0.05', '−$1,234.56'])
})

test('what changed is one line: the first difference, and how many more', () => {
  const charge = {
    ...change('service_lines.0.charge_amount_cents', 'G0463'),
    billed: 22_500,
    now: 25_500,
  }
  const gone = { ...change('service_lines', 'J1885'), billed: { charge_amount_cents: 100 } }
  expect(summaryOf({ changes: [charge] })).toBe('G0463 · Charge $225.00 → $255.00')
  expect(summaryOf({ changes: [gone, charge] })).toBe('Service line J1885 removed, and 1 more')
  expect(summaryOf({ changes: [{ ...change('referral_number'), now: 'R-1' }] })).toBe(
    'Referral number added: R-1',
  )
  expect(summaryOf({ changes: [] })).toBeUndefined()
})
