import { expect, test } from 'vitest'
import type { JsonObject } from '#lib/core/json.ts'
import { appointmentLine, patientLine, recordFills } from './pre-encounter-record.ts'

const patient: JsonObject = {
  id: 'p1',
  mrn: 'PAT-1',
  birth_date: '1980-02-29',
  biological_sex: 'FEMALE',
  social_security_number: '123-45-6789',
  name: { given: ['Robin', 'A'], family: 'Moss' },
  primary_address: { line: ['12 Elm St', ''], city: 'Portland', state: 'OR', postal_code: '97201' },
  primary_telecom: { value: '5035550100' },
  filing_order: { coverages: ['c1'] },
  self_pay: false,
  referrals: [
    {
      referral_number: 'REF1',
      provider: { name: { given: ['Jo'], family: 'Ray' }, npi: '1234567893' },
    },
  ],
}

test('a patient line has name, MRN, birth date and address, and never a social security number', () => {
  const line = patientLine(patient)
  expect(line).toEqual({
    id: 'p1',
    mrn: 'PAT-1',
    name: 'Robin A Moss',
    sorted_name: 'Moss, Robin A',
    birth_date: '1980-02-29',
    address: '12 Elm St, Portland, OR 97201',
  })
  expect(JSON.stringify([line, recordFills(patient, [])])).not.toContain('-45-')
  expect(patientLine({ name: { family: 'Moss' } })).toBeUndefined()
  expect(patientLine({ id: 'p2' })).toEqual({
    id: 'p2',
    mrn: null,
    name: 'No name',
    sorted_name: 'No name',
    birth_date: null,
    address: null,
  })
})

test('every member that the records fill is listed, and null if they have no value for it', () => {
  expect(recordFills(patient, [])).toEqual([
    {
      member: 'patient',
      text: 'Robin A Moss · born 02/29/1980 · female · 12 Elm St, Portland, OR 97201 · 5035550100',
    },
    { member: 'subscriber_primary', text: 'The first coverage of the filing order' },
    { member: 'subscriber_secondary', text: null },
    { member: 'referring_provider', text: 'Jo Ray · NPI 1234567893' },
    { member: 'referral_number', text: 'REF1' },
    { member: 'responsible_party', text: 'The insurance: the record says not self-pay' },
    { member: 'guarantor', text: null },
  ])
})

test("an appointment's referring doctor comes before the patient's own referral; an attending one does not", () => {
  const doctor = (type: string) => ({
    id: 'a1',
    attending_doctor: { type, npi: '1999999984', name: { given: ['Kim'], family: 'Low' } },
  })
  const referrer = (appointment: JsonObject) =>
    recordFills(patient, [appointment]).find(({ member }) => member === 'referring_provider')?.text
  expect(referrer(doctor('REFERRING'))).toBe('Kim Low · NPI 1999999984')
  expect(referrer(doctor('ATTENDING'))).toBe('Jo Ray · NPI 1234567893')
})

test('an appointment line has its time, purpose and status, whatever is missing', () => {
  const record: JsonObject = {
    id: 'a1',
    patient_id: 'p1',
    start_timestamp: '2026-09-14T16:30:00Z',
    status: 'CHECKED_OUT',
    service_duration: 30,
    services: [{ universal_service_identifier: 'MD_Visit' }, {}],
  }
  expect(appointmentLine(record)).toEqual({
    id: 'a1',
    patient_id: 'p1',
    start_timestamp: '2026-09-14T16:30:00Z',
    status: 'CHECKED_OUT',
    services: ['MD_Visit'],
    minutes: 30,
  })
  expect(appointmentLine({ id: 'a2', services: null })).toEqual({
    id: 'a2',
    patient_id: '',
    start_timestamp: '',
    status: null,
    services: [],
    minutes: null,
  })
  expect(appointmentLine({})).toBeUndefined()
})
