import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { conflictLabel } from './conflict-label.ts'

const lines: JsonObject[] = [
  { procedure_code: 'G0463', date_of_service: '2026-08-14' },
  { date_of_service: '2026-08-15' },
  {},
]
const label = conflictLabel({
  data: { service_lines: lines, diagnoses: [{ code: 'E11.9' }, { code: null }] },
})

test.each([
  ['data.service_lines.0.charge_amount_cents', 'Service line 1 (G0463, 08/14/2026) · Charge'],
  [
    'data.service_lines.0.drug_identification.national_drug_code',
    'Service line 1 (G0463, 08/14/2026) · Drug identification · National drug code',
  ],
  ['data.service_lines.1.quantity', 'Service line 2 (08/15/2026) · Quantity'],
  ['data.service_lines.2.quantity', 'Service line 3 · Quantity'],
  ['data.service_lines.1', 'Service line 2 (08/15/2026)'],
  ['data.service_lines', 'Service lines'],
  ['data.diagnoses.0.name', 'Diagnosis A (E11.9) · Name'],
  ['data.diagnoses.1.name', 'Diagnosis B · Name'],
  ['data.patient.last_name', 'Patient · Last name'],
  ['status', 'Status'],
])('%s is called %s', (path, words) => {
  expect(label({ path })).toBe(words)
})

test.each([
  [
    'data.service_lines.0.procedure_code',
    'service',
    'Service line 1 (G0463, 08/14/2026) · Procedure, modifiers, drug, diagnoses, quantity, units and charge',
  ],
  [
    'data.service_lines.1.ordering_provider.npi',
    'provider',
    'Service line 2 (08/15/2026) · Ordering provider · NPI, name and taxonomy code',
  ],
  ['data.rendering_provider.npi', 'provider', 'Rendering provider · NPI, name and taxonomy code'],
  [
    'data.subscriber_primary.insurance_card.member_id',
    'card',
    'Primary subscriber · Insurance card · Payer, plan, member ID and group',
  ],
  ['data.patient.last_name', 'person', 'Patient · Name, birth date and gender'],
  [
    'data.subscriber_primary.last_name',
    'person',
    'Primary subscriber · Name, birth date, gender and relationship',
  ],
] as const)('%s as a choice of the whole %s is called %s', (path, unit, words) => {
  expect(label({ path, unit })).toBe(words)
})

test('a row that I removed is named by somebody else’s version of it, or by the loaded one', () => {
  const row = { procedure_code: '99213', date_of_service: '2026-08-01' }
  expect(label({ path: 'data.service_lines.3', base: {}, theirs: row })).toBe(
    'Service line you don’t have (99213, 08/01/2026)',
  )
  expect(label({ path: 'data.service_lines.3', base: row })).toBe(
    'Service line you don’t have (99213, 08/01/2026)',
  )
  expect(label({ path: 'data.diagnoses.2', theirs: { code: 'I10' } })).toBe(
    'Diagnosis you don’t have (I10)',
  )
})
