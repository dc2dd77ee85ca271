import { expect, test } from 'vitest'
import {
  createChargeCaptureBody,
  createChargeCaptureFromPreEncounterBody,
} from '#lib/contract/charge-captures.ts'
import { type JsonObject, parseExact } from '#lib/core/json.ts'
import { draftOf, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import { editableShape } from '#lib/rules/edit/edit-scope.ts'
import { creationBody, duplicateOf, emptyCapture, missingMembers } from './new-capture.ts'
import { newCaptureShape, newFromPreEncounterShape } from './new-capture-shape.ts'

const source = parseExact(`{
  "id": "c1", "status": "billable", "charge_external_id": "CHG-1", "patient_external_id": "PAT-1", "ehr_source_url": "https://ehr.example/1",
  "originating_system": "ehr", "claim_creation_category": "visits", "claim_creation_id": "cc1", "updates": [], "error": null, "metadata": null,
  "charge_capture_data": {
    "external_id": "E-1", "external_claim_submission": {"patient_control_number": "P"}, "data_of_tomorrow": [1.10, {"three": null}],
    "patient": {"external_id": "PAT-1", "first_name": "Robin"},
    "service_lines": [{"external_id": "L-1", "procedure_code": "G0463", "quantity": "1"}, {"procedure_code": "A0425", "future": true}]
  }}`) as JsonObject

test('an empty capture is planned and sends only what was filled in', () => {
  const shape = newCaptureShape()
  const { base } = emptyCapture()
  const draft = draftOf(base, shape) as DraftObject
  expect(creationBody(base, shape, draft)).toEqual({ status: 'planned', data: {} })
  Object.assign(draft, { charge_external_id: 'CHG-9', patient_external_id: 'PAT-9' })
  ;(draft.data as DraftObject).referral_number = 'R1'
  const body = creationBody(base, shape, draft)
  expect(body).toEqual({
    status: 'planned',
    charge_external_id: 'CHG-9',
    patient_external_id: 'PAT-9',
    data: { referral_number: 'R1' },
  })
  expect(createChargeCaptureBody.safeParse(body).success).toBe(true)
})

test('a duplicate has the content with unknown members and number spelling, but none of the charge’s ids', () => {
  const { base, left } = duplicateOf(source)
  const shape = editableShape(newCaptureShape(), base)
  const body = creationBody(base, shape, draftOf(base, shape) as DraftObject)
  expect(JSON.parse(JSON.stringify(body))).toEqual({
    status: 'planned',
    patient_external_id: 'PAT-1',
    claim_creation_category: 'visits',
    data: {
      data_of_tomorrow: [1.1, { three: null }],
      patient: { external_id: 'PAT-1', first_name: 'Robin' },
      service_lines: [
        { procedure_code: 'G0463', quantity: '1' },
        { procedure_code: 'A0425', future: true },
      ],
    },
  })
  expect(JSON.stringify(body)).toContain('1.10')
  expect(left).toEqual([
    'charge_external_id',
    'ehr_source_url',
    'originating_system',
    'data.external_id',
    'data.external_claim_submission',
    'data.service_lines.external_id',
  ])
  expect(JSON.stringify(source)).toContain('L-1')
})

test('a duplicate leaves out what belongs to the other visit, and says so', () => {
  const ofVisit = {
    external_id: 'E-1',
    date_of_service: '2026-03-02',
    end_date_of_service: '2026-03-04',
    admission_date: '2026-03-01',
    discharge_date: '2026-03-05',
    accident_date: '2026-02-27',
    related_causes_information: { related_causes_code_1: 'AA' },
    property_casualty_claim_number: 'PC-1',
    property_casualty_patient_identifier: { property_casualty_patient_identifier: 'PI-1' },
    onset_of_current_illness_or_symptom_date: '2026-02-26',
    last_menstrual_period_date: '2026-02-01',
    prior_authorization_number: 'AUTH-1',
    service_authorization_exception_code: '3',
    referral_number: 'REF-1',
    delay_reason_code: '11',
    clinical_notes: [{ category: 'SUBJECTIVE', notes: [{ text: 'cough' }] }],
    billing_notes: [{ text: 'call the payer' }],
    patient_histories: [{ category: 'PRESENT_ILLNESS' }],
    existing_medications: [{ name: 'aspirin' }],
    vitals: { height_in: 70 },
    interventions: [{ name: 'splint' }],
    test_results: [{ value: 1 }],
    claim_supplemental_information: [{ attachment_control_number: 'ACN-1' }],
    external_claim_submission: { patient_control_number: 'PCN-1' },
  }
  const ofLine = {
    external_id: 'L-1',
    date_of_service: '2026-03-02',
    end_date_of_service: '2026-03-03',
    prior_authorization_number: 'AUTH-2',
    test_results: [{ value: 7.5, result_type: 'HGB' }],
  }
  const kept = {
    patient: { first_name: 'Robin', date_of_birth: '1980-01-02' },
    subscriber_primary: { insurance_card: { member_id: 'M1' } },
    rendering_provider: { npi: '1234567893' },
    diagnoses: [{ code: 'I10', code_type: 'ABK' }],
  }
  const line = {
    procedure_code: '99213',
    quantity: '1',
    units: 'UN',
    diagnosis_pointers: [0],
    modifiers: ['25'],
  }
  const drug = { national_drug_code: '00409123401' }
  const ofDrug = { link_sequence_number: '1', pharmacy_prescription_number: 'RX-1' }
  const drugLine = { ...line, drug_identification: drug }
  const { base, left } = duplicateOf({
    charge_capture_data: {
      ...kept,
      ...ofVisit,
      service_lines: [
        line,
        { ...drugLine, ...ofLine, drug_identification: { ...drug, ...ofDrug } },
      ],
    },
  } as never)
  expect(base.data).toEqual({ ...kept, service_lines: [line, drugLine] })
  expect(left).toEqual([
    ...Object.keys(ofVisit).map((name) => `data.${name}`),
    ...Object.keys(ofLine).map((name) => `data.service_lines.${name}`),
    ...Object.keys(ofDrug).map((name) => `data.service_lines.drug_identification.${name}`),
  ])
})

test('a member that the source capture lacks is not reported as left out', () => {
  const data = {
    vitals: { height_in: null },
    clinical_notes: [],
    referral_number: '',
    service_lines: [{}],
    admission_date: null,
  }
  expect(duplicateOf({ charge_capture_data: data }).left).toEqual([])
})

test('missing required members are reported', () => {
  expect(
    missingMembers({ status: 'planned', charge_external_id: '', data: {} }, [
      'charge_external_id',
      'patient_external_id',
      'status',
    ]),
  ).toEqual(['charge_external_id', 'patient_external_id'])
})

test('members that pre-encounter records fill cannot be entered', () => {
  const shape = newFromPreEncounterShape()
  const data = shape.members.data
  for (const name of [
    'patient',
    'referring_provider',
    'subscriber_primary',
    'subscriber_secondary',
    'referral_number',
    'responsible_party',
    'guarantor',
  ]) {
    expect(data).not.toHaveProperty(['members', name])
  }
  expect(data).toHaveProperty(['members', 'subscriber_tertiary'])
  expect(shape.members).not.toHaveProperty('patient_external_id')
  const base = emptyCapture().base
  const draft = {
    ...(draftOf(base, shape) as DraftObject),
    charge_external_id: 'CHG-9',
    pre_encounter_patient_id: 'p1',
    pre_encounter_appointment_ids: 'a1, a2',
  }
  const body = creationBody(base, shape, draft)
  expect(body).toMatchObject({
    pre_encounter_patient_id: 'p1',
    pre_encounter_appointment_ids: ['a1', 'a2'],
  })
  expect(createChargeCaptureFromPreEncounterBody.safeParse(body).success).toBe(true)
})
