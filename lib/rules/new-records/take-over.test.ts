import { expect, test } from 'vitest'
import { registeredPerson } from './registered-person.ts'
import { readTaken, takeOver } from './take-over.ts'

const address = { address1: '1 Elm St', city: 'Salem', state: 'OR', zip_code: '97301' }
const capture = {
  charge_external_id: 'CHG-12408',
  patient_external_id: 'PT-20418',
  date_of_service: '2026-10-03',
  charge_capture_data: {
    external_id: 'ENC-1',
    date_of_service: '2026-10-03',
    prior_authorization_number: 'AUTH-1',
    patient: { first_name: 'Reggie', last_name: 'Carter', date_of_birth: '1961-04-17', address },
    subscriber_primary: {
      first_name: 'Reggie',
      address,
      patient_relationship_to_subscriber_code: '18',
      insurance_card: { member_id: 'W482109377' },
    },
    subscriber_secondary: {
      first_name: 'Ann',
      address,
      patient_relationship_to_subscriber_code: '01',
    },
    billing_provider: { npi: '1145208736' },
    rendering_provider: { npi: '1457389207' },
    referring_provider: { npi: '1' },
    service_facility: { organization_name: 'Welch' },
    place_of_service_code: '11',
    responsible_party: 'INSURANCE_PAY',
    diagnoses: [{ code: 'I10', code_type: 'ABK', name: 'Hypertension' }, null],
    service_lines: [{ procedure_code: '99213' }],
  },
}
const record = {
  id: 'p1',
  mrn: 'PT-20418',
  name: { given: ['Reggie', 'M'], family: 'Carter' },
  birth_date: '1961-04-17',
  biological_sex: 'MALE',
  primary_address: { line: ['9 Oak Ave'], city: 'Eugene', state: 'OR', postal_code: '97401-1234' },
  primary_telecom: { value: '5035550100', use: 'HOME' },
  filing_order: { coverages: ['c1', 'c2'] },
  self_pay: true,
  updated_at: '2026-11-20T18:00:00Z',
}
const older = { ...record, updated_at: '2026-09-01T18:00:00Z' }
const seen = { kind: 'capture', external_id: 'CHG-12408', date: '2026-10-03' }

test('person, coverage, providers and place are those of the newest capture, and nothing of its visit', () => {
  const { base, taken } = takeOver(capture, undefined, 'America/New_York')!
  const data = capture.charge_capture_data
  expect(base).toEqual({
    patient_external_id: 'PT-20418',
    data: {
      patient: data.patient,
      subscriber_primary: data.subscriber_primary,
      subscriber_secondary: data.subscriber_secondary,
      billing_provider: data.billing_provider,
      rendering_provider: data.rendering_provider,
      service_facility: data.service_facility,
      place_of_service_code: '11',
      responsible_party: 'INSURANCE_PAY',
    },
  })
  expect(taken).toEqual({
    person: seen,
    changed: [],
    coverage: seen,
    responsible: seen,
    providers: seen,
    coverages: null,
    diagnoses: [{ code: 'I10', code_type: 'ABK', name: 'Hypertension' }],
  })
  expect(readTaken(JSON.parse(JSON.stringify(taken)))).toEqual(taken)
  expect(readTaken({ coverages: 1 })).toBeUndefined()
})

test('newer registration gives the person, also of a patient who is the subscriber, and says what changed', () => {
  const { base, taken } = takeOver(capture, registeredPerson(record), 'America/New_York')!
  const moved = {
    address1: '9 Oak Ave',
    city: 'Eugene',
    state: 'OR',
    zip_code: '97401',
    zip_plus_four_code: '1234',
  }
  expect(base.data).toMatchObject({
    patient: {
      first_name: 'Reggie',
      gender: 'male',
      address: moved,
      external_id: 'PT-20418',
      phone_numbers: [{ number: '5035550100', type: 'Home' }],
    },
    subscriber_primary: { address: moved, insurance_card: { member_id: 'W482109377' } },
    subscriber_secondary: { first_name: 'Ann', address },
    responsible_party: 'SELF_PAY',
  })
  expect(taken).toMatchObject({
    person: { kind: 'registration', date: '2026-11-20' },
    changed: ['gender', 'address', 'phone_numbers'],
    coverage: seen,
    responsible: { kind: 'registration', date: '2026-11-20' },
    coverages: 2,
  })
})

test('older registration changes nothing', () => {
  const { base, taken } = takeOver(capture, registeredPerson(older), 'America/New_York')!
  expect(base).toEqual(takeOver(capture, undefined, 'America/New_York')!.base)
  expect(taken).toMatchObject({ person: seen, changed: [], coverages: 2 })
})

test('a capture without coverage or providers is not named as their source', () => {
  const bare = { ...capture, charge_capture_data: { patient: { last_name: 'Carter' } } }
  expect(takeOver(bare, undefined, 'America/New_York')!.taken).toMatchObject({
    person: seen,
    coverage: null,
    responsible: null,
    providers: null,
  })
})

test('a patient whom only registration knows has no coverage or provider to take over', () => {
  const { base, taken } = takeOver(undefined, registeredPerson(older), 'America/New_York')!
  expect(base).toMatchObject({
    patient_external_id: 'PT-20418',
    data: { patient: { last_name: 'Carter', external_id: 'PT-20418' } },
  })
  expect(taken).toMatchObject({
    person: { kind: 'registration', date: '2026-09-01' },
    coverage: null,
    providers: null,
    diagnoses: [],
  })
  expect(takeOver(undefined, undefined, 'America/New_York')).toBeUndefined()
})
