import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toEncounterRow } from './encounter-rows.ts'
import { toChargeCaptureRow, toClaimCreationRow } from './rows.ts'

const data = {
  patient: { first_name: 'Avery', last_name: 'Moss', external_id: 'pat-1' },
  subscriber_primary: { insurance_card: { payer_name: 'Cascade Health', payer_id: 'P1' } },
  service_facility: { organization_name: 'North Loop Clinic' },
  rendering_provider: { npi: '1234567893' },
  service_lines: [
    { charge_amount_cents: 12500, quantity: '3', date_of_service: '2026-08-15' },
    { charge_amount_cents: 50, date_of_service: '2026-08-14' },
  ],
}

test('a claim creation shows its first unresolved error, how many there are, and the charges in cents', () => {
  const errors = [
    { id: 'e1', message: 'Old', resolved: true },
    { id: 'e2', message: 'NPI fails its check digit', field_in_error: 'rendering_provider.npi' },
    { id: 'e3', message: 'Other', resolved: null },
  ]
  expect(
    toClaimCreationRow({
      id: 'b1',
      status: 'in-error',
      characteristics: { patient_external_id: 'pat-1' },
      errors,
      encounter_creation_input: data,
    }),
  ).toEqual({
    id: 'b1',
    status: 'in-error',
    errors: 2,
    message: 'NPI fails its check digit',
    field: 'rendering_provider.npi',
    field_label: 'Rendering provider · NPI',
    patient: 'Moss, Avery',
    patient_id: 'pat-1',
    payer: 'Cascade Health',
    facility: 'North Loop Clinic',
    rendering: '1234567893',
    date_of_service: '2026-08-14',
    charges: 12550,
    lines: 2,
  })
})

test('the field of an error has the same label in every spelling', () => {
  const labelOf = (field_in_error: string) =>
    toChargeCaptureRow({ id: 'c1', error: { id: 'e', message: 'Odd', field_in_error } }).field_label
  for (const spelling of [
    'service_lines.0.units',
    'service_lines[0].units',
    'charge_capture_data.serviceLines[0].units',
    '/data/service_lines/0/units',
  ])
    expect(labelOf(spelling)).toBe('Line 1 · Units')
  expect(labelOf('patient.address.city')).toBe('Patient · Address · City')
  expect(labelOf('data')).toBe('data')
})

test('a capture shows its unresolved changes and no resolved error', () => {
  const row = toChargeCaptureRow({
    id: 'c1',
    charge_external_id: 'CHG-1',
    status: 'billable',
    charge_capture_data: {},
    patient_external_id: 'p',
    date_of_service: '2026-08-14',
    error: { id: 'e', message: 'Gone', resolved: true },
    updates: [
      { id: 'u', message: 'Place of service: 11 to 22', resolved: false },
      { id: 'v', message: 'Old', resolved: true },
    ],
  })
  expect(row).toEqual({
    id: 'c1',
    external_id: 'CHG-1',
    status: 'billable',
    patient_id: 'p',
    date_of_service: '2026-08-14',
    updates: 1,
    update_message: 'Place of service: 11 to 22',
  })
})

test('no JSON makes a row fail, and a row without an amount shows none', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (item) => {
      expect(toClaimCreationRow(item)).toHaveProperty('id')
      expect(toChargeCaptureRow(item)).toHaveProperty('id')
      expect(toEncounterRow(item)).toHaveProperty('id')
    }),
  )
  expect(
    toClaimCreationRow({
      id: 'x',
      errors: 'none',
      characteristics: null,
      encounter_creation_input: { service_lines: [{ charge_amount_cents: '5' }, null] },
    }),
  ).toEqual({ id: 'x', lines: 2 })
})

test('an item that cannot be read keeps its place', () => {
  const unreadable = { id: '', unreadable: true }
  expect([null, { id: 'c1' }, 'text', { status: 'x' }].map(toChargeCaptureRow)).toEqual([
    unreadable,
    { id: 'c1' },
    unreadable,
    unreadable,
  ])
})

test('an encounter adds up the amounts of all its claims in cents, and leaves out missing ones', () => {
  const line = {
    charge_amount_cents: 12_500,
    allowed_amount_cents: 8_001,
    paid_amount_cents: 5_500,
    insurance_balance_cents: 0,
    patient_balance_cents: 2_501,
    patient_responsibility_cents: 2_501,
  }
  const denied = {
    charge_amount_cents: 1,
    paid_amount_cents: 0,
    denial_reason: { reason: 'Timely Filing' },
    date_of_service: '2026-08-14',
  }
  const row = toEncounterRow({
    encounter_id: 'e1',
    external_id: 'EHR-1',
    patient: { first_name: 'Avery', last_name: 'Moss', external_id: 'pat-1' },
    owner_of_next_action: 'CUSTOMER',
    claims: [
      { status: 'paid', service_lines: [line] },
      { status: 'denied', service_lines: [denied, null] },
    ],
    tags: [{ tag_id: 't', description: 'research' }, {}],
    claim_creation_id: 'b1',
  })
  expect(row).toEqual({
    id: 'e1',
    external_id: 'EHR-1',
    status: 'paid',
    claims: 2,
    denial: 'Timely Filing',
    patient: 'Moss, Avery',
    patient_id: 'pat-1',
    date_of_service: '2026-08-14',
    lines: 3,
    charges: 12_501,
    allowed: 8_001,
    paid: 5_500,
    insurance_balance: 0,
    patient_balance: 2_501,
    patient_responsibility: 2_501,
    owner: 'CUSTOMER',
    tags: 'research',
    claim_creation_id: 'b1',
  })
  expect(toEncounterRow({ encounter_id: 'e2', claims: [] })).toEqual({ id: 'e2', claims: 0 })
})
