import { expect, test } from 'vitest'
import type { Encounter } from '#lib/contract/encounters/encounters.ts'
import type { EncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import { encounterJson } from './encounter-json.ts'

const claim = {
  seq: 1,
  id: 'c',
  encounter_id: 'e',
  claim_creation_id: '',
  status: 'biller_received',
  submitted_at: null,
  decided_at: null,
  decision: null,
}
const none = () => undefined
const records = { provider: none, facilityById: none, facilityByNpi: none, payer: none }

/**
 * The answer for an encounter whose input an older sandbox stored without checking these members.
 */
function answered(input: object): Encounter {
  const row: EncounterRow = {
    seq: 1,
    id: 'e',
    claim_creation_id: '',
    created_at: Date.parse('2026-11-20T12:00:00Z'),
    patient_control_number: 'PCN1',
    input: JSON.stringify(input),
    parts: null,
    pre_encounter_patient_id: 'p',
    pre_encounter_appointment_ids: [],
    external_id: 'X',
    patient_external_id: 'MRN',
    date_of_service: '2026-11-01',
    billing_provider_npi: '',
    primary_payer_name: '',
    billable_status: 'BILLABLE',
    responsible_party: 'INSURANCE_PAY',
    claim_status: 'biller_received',
    tags: [],
    search_text: '',
  }
  return JSON.parse(
    encounterJson(row, claim, records, Date.parse('2026-11-21T12:00:00Z')),
  ) as Encounter
}

test('stored members that do not fit the schema are left out, and the others are returned', () => {
  const encounter = answered({
    type_of_bill: { code: '0111' },
    admission_hour: 99,
    admission_type_code: 'ZZZ',
    attending_provider: 'me',
    subscriber_tertiary: 5,
    claim_supplemental_information: 'y',
    epsdt_referral: 'z',
    treating_provider: 'me',
    submission_expectation: 'none',
    discharge_hour: 4,
    prior_authorization_number: 'A-1',
  })
  const left = {
    type_of_bill: null,
    admission_hour: null,
    admission_type_code: null,
    attending_provider: null,
    subscriber_tertiary: null,
    epsdt_referral: null,
    treating_provider: null,
  }
  expect(encounter).toMatchObject({
    ...left,
    claim_supplemental_information: [],
    submission_expectation: 'TARGET_PROFESSIONAL',
    discharge_hour: 4,
    prior_authorization_number: 'A-1',
  })
})

test('a stored value that should be a list and is none gives an empty list', () => {
  expect(
    answered({ billing_notes: 'y', diagnoses: {}, interventions: 5, patient_histories: true }),
  ).toMatchObject({
    billing_notes: [],
    diagnoses: [],
    interventions: [],
    patient_histories: [],
  })
})
