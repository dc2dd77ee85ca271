import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { captureShape } from './contract-shape.ts'
import { controlName, resolveFieldInError } from './field-path.ts'

const data = {
  patient: { first_name: 'Ada', address: {} },
  diagnoses: [{ code: 'E11.9' }, { code: 'I10' }],
  service_lines: [{}, {}, {}],
  brand_new_section: { a: 1 },
}
const shape = captureShape()
const place = (text: unknown) => {
  const found = resolveFieldInError(text, data, shape)
  return found && `${found.path}${found.exact ? '' : ' (section)'}`
}

describe('one field, many spellings', () => {
  const spellings: Record<string, string[]> = {
    'service_lines.1.diagnosis_pointers': [
      'service_lines.1.diagnosis_pointers',
      'service_lines[1].diagnosis_pointers',
      'service_lines.[1].diagnosis_pointers',
      "service_lines[1]['diagnosis_pointers']",
      '["service_lines"][1]["diagnosis_pointers"]',
      'serviceLines[1].diagnosisPointers',
      'ServiceLines.1.DiagnosisPointers',
      'data.service_lines.1.diagnosis_pointers',
      'data.serviceLines[1].diagnosisPointers',
      'charge_capture_data.service_lines[1].diagnosis_pointers',
      'chargeCaptureData.serviceLines.1.diagnosisPointers',
      'encounter_creation_input.service_lines[1].diagnosis_pointers',
      'charge_captures[0].data.service_lines[1].diagnosis_pointers',
      'body.data.service_lines.1.diagnosis_pointers',
      '/service_lines/1/diagnosis_pointers',
      '#/data/service_lines/1/diagnosis_pointers',
      '$.data.service_lines[1].diagnosis_pointers',
      '$["data"]["service_lines"][1]["diagnosis_pointers"]',
      'service_lines.1.diagnosis_pointers.0',
      'service_lines[1].diagnosis_pointers[2]',
      'service-lines.1.diagnosis-pointers',
      'service_lines > 1 > diagnosis_pointers',
      'service_lines->1->diagnosis_pointers',
      'service_lines:1:diagnosis_pointers',
      ' service_lines . 1 . diagnosis_pointers ',
      'service_line[1].diagnosis_pointer',
      'SERVICE_LINES[1].DIAGNOSIS_POINTERS',
    ],
    'subscriber_primary.insurance_card.member_id': [
      'subscriber_primary.insurance_card.member_id',
      'insurance_card.member_id',
      'insuranceCard.memberId',
      'subscriberPrimary.insuranceCard.memberId',
      'subscriber_primary.member_id',
      'primary_subscriber.insurance_card.member_id',
      'subscriber.insurance_card.member_id',
      'encounter_creation_input.subscriber_primary.insurance_card.member_id',
      'member_id',
      'subscriber_primary_member_id',
    ],
    'rendering_provider.npi': [
      'rendering_provider.npi',
      'renderingProvider.npi',
      'rendering_provider_npi',
      'renderingProviderNpi',
      'rendering.npi',
    ],
    'billing_provider.tax_id': [
      'billing_provider.tax_id',
      'billing_provider_tax_id',
      'data.billingProvider.taxId',
      'tax_id',
    ],
    'patient.address.zip_code': [
      'patient.address.zip_code',
      'patient.zip_code',
      'patient.address.zip',
      'patient_zip_code',
    ],
    'patient.date_of_birth': [
      'patient.date_of_birth',
      'patient.dateOfBirth',
      'patient.dob',
      '/patient/date_of_birth',
    ],
    date_of_service: [
      'date_of_service',
      'dateOfService',
      'data.date_of_service',
      'dos',
      '["date_of_service"]',
    ],
    'service_lines.2.charge_amount_cents': [
      'service_lines.2.charge_amount',
      'service_lines[2].charge',
      'serviceLines2ChargeAmountCents',
    ],
    'diagnoses.1.code': ['diagnoses.1.code', 'diagnosis[1].code', 'data.diagnoses[1]["code"]'],
    'service_facility.organization_name': [
      'service_facility.organization_name',
      'facility.organization_name',
      'serviceFacility.organizationName',
    ],
    service_facility_id: ['service_facility_id', 'serviceFacilityId'],
    charge_external_id: ['charge_external_id', 'chargeExternalId', 'body.charge_external_id'],
    status: ['status', 'charge_capture.status'],
    external_id: ['external_id', 'data.external_id'],
    'related_causes_information.related_causes_code_1': [
      'related_causes_information.related_causes_code_1',
      'relatedCausesInformation.relatedCausesCode1',
    ],
  }
  for (const [path, texts] of Object.entries(spellings)) {
    test.each(texts)(`%s is ${path}`, (text) => {
      expect(place(text)).toBe(path)
    })
  }
})

test.each([
  ['patient', 'patient (section)'],
  ['data.patient', 'patient (section)'],
  ['service_lines', 'service_lines (section)'],
  ['service_lines[1]', 'service_lines.1 (section)'],
  ['service_lines[9].units', 'service_lines (section)'],
  ['service_lines.diagnosis_pointers', 'service_lines (section)'],
  ['patient.favourite_colour', 'patient (section)'],
  ['subscriber_primary', 'subscriber_primary (section)'],
  ['brand_new_section.a', 'brand_new_section (section)'],
])('the nearest known field of %s: %s', (text, expected) => {
  expect(place(text)).toBe(expected)
})

test('with one service line, a path without an index means that line', () => {
  const found = resolveFieldInError('service_lines.units', { service_lines: [{}] }, shape)
  expect(found).toEqual({ path: 'service_lines.0.units', exact: true })
})

test.each([
  '',
  '   ',
  '...',
  '[]',
  'npi',
  'first_name',
  'claim',
  'data',
  'no such field',
  'constructor',
  '__proto__',
  'patient_is_sad_today',
  null,
  undefined,
  42,
  {},
])('%s is unknown and stays in the list of errors', (text) => {
  expect(place(text)).toBeUndefined()
})

test('control names: data fields have the prefix, header fields do not', () => {
  expect(controlName('service_lines.1.units', shape)).toBe('data.service_lines.1.units')
  expect(controlName('charge_external_id', shape)).toBe('charge_external_id')
})

test('never throws for any text and data', () => {
  const words = fc.constantFrom(
    'data',
    'service_lines',
    'patient',
    '0',
    '99999999',
    '__proto__',
    'constructor',
    '[',
    ']',
    '.',
    '"',
    'npi',
    '~1',
    '\u0000',
  )
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(words).map((parts) => parts.join('.')),
    fc.anything(),
  )
  const named = fc.property(
    texts,
    fc.anything(),
    (text, anyData) => resolveFieldInError(text, anyData, shape)?.path !== '',
  )
  expect(() => fc.assert(named, { numRuns: 3000 })).not.toThrow()
})
