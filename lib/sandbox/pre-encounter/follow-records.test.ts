import { afterAll, describe, expect, test } from 'vitest'
import type { Encounter } from '#lib/contract/encounters/encounters.ts'
import {
  type Appointment,
  openPreEncounterRecords,
  submittedElsewhere,
} from './pre-encounter-records.testing.ts'

const records = await openPreEncounterRecords()
const { adults } = records
afterAll(() => records.sandbox.close())

const address = {
  use: 'HOME',
  line: ['9 New Rd', 'Apt 2'],
  city: 'Salem',
  state: 'OR',
  postal_code: '97301-1111',
  country: 'US',
}
const newAddress = {
  address1: '9 New Rd',
  address2: 'Apt 2',
  city: 'Salem',
  state: 'OR',
  zip_code: '97301',
  zip_plus_four_code: '1111',
}
const person = { first_name: 'Ina', last_name: 'Later', date_of_birth: '1977-07-07' }
const payerId = '0b6f2f0e-8f3d-4c5a-9a50-2f4c6a1d7e01'
const trialId = '0b6f2f0e-8f3d-4c5a-9a50-2f4c6a1d7e02'
const cover = (member_id: string) => ({
  first_name: 'A',
  last_name: 'B',
  gender: 'male',
  patient_relationship_to_subscriber_code: '01',
  insurance_card: { member_id, payer_name: 'P', payer_id: 'X1' },
})

// Every member that the records fill, with the part of the records that it depends on.
const changes = {
  mrn: 'MRN-NEW',
  name: { family: 'Later', given: ['Ina'], use: 'OFFICIAL' },
  birth_date: '1977-07-07',
  biological_sex: 'UNKNOWN',
  gender: 'NON_BINARY',
  primary_address: address,
  primary_telecom: { value: '5035550101', use: 'HOME' },
  other_telecoms: [{ value: '5035550102', use: 'WORK' }],
  email: 'ina@example.test',
  electronic_communication_consent: {
    text_communication_consent: false,
    email_communication_consent: true,
  },
  non_insurance_payers: [payerId],
  non_insurance_payer_associations: [
    {
      id: payerId,
      member_id: 'N-1',
      clinical_trial_info: [{ id: trialId, clinical_trial_arm: 'B' }],
    },
  ],
  self_pay: true,
  referrals: [
    {
      provider: {
        name: { family: 'Refers', given: ['Ada'], use: 'OFFICIAL' },
        npi: '1999999984',
        telecoms: [],
        addresses: [address],
      },
      referral_number: 'REF-NEW',
    },
  ],
  subscriber_primary: cover('PRIMARY'),
  subscriber_secondary: cover('SECONDARY'),
}
const contact = {
  phone_numbers: [
    { number: '5035550101', type: 'Home' },
    { number: '5035550102', type: 'Work' },
  ],
  phone_consent: false,
  email: 'ina@example.test',
  email_consent: true,
}
const followed = {
  patient: {
    ...person,
    ...contact,
    external_id: 'MRN-NEW',
    gender: 'other',
    address: newAddress,
    non_insurance_payers: [
      { non_insurance_payer_id: payerId, clinical_trials: [{ clinical_trial_id: trialId }] },
    ],
    non_insurance_payers_info: [
      {
        member_id: 'N-1',
        non_insurance_payer: { non_insurance_payer_id: payerId },
        clinical_trial_info: [
          { clinical_trial_arm: 'B', clinical_trial: { clinical_trial_id: trialId } },
        ],
      },
    ],
  },
  guarantor: { ...person, ...contact, external_id: 'MRN-NEW', address: newAddress },
  referring_provider: {
    first_name: 'Ada',
    last_name: 'Refers',
    npi: '1999999984',
    address: newAddress,
  },
  referral_number: 'REF-NEW',
  responsible_party: 'SELF_PAY',
  subscriber_primary: { insurance_card: { member_id: 'PRIMARY' } },
  subscriber_secondary: { insurance_card: { member_id: 'SECONDARY' } },
}

describe('every member that the records fill', () => {
  test('follows them in an encounter of the create endpoint', async () => {
    const [appointment] = adults
    const open = await records.made(appointment!)
    expect((await records.change({ patient_id: appointment!.patient_id, changes })).status).toBe(
      200,
    )
    expect(await records.read(open.encounter_id)).toMatchObject(followed)
  })

  test('follows them in a bundled encounter, its claim creation and its capture', async () => {
    const appointment = adults[1]!
    const capture = await records.captured(appointment)
    const encounterId = (await records.creationOf(capture)).created_encounter_id!
    const answer = await records.change({
      patient_id: appointment.patient_id,
      changes: { ...changes, mrn: 'MRN-BUNDLED' },
    })
    expect(answer.json).toMatchObject({ updated: { charge_captures: 1 } })
    const expected = {
      ...followed,
      patient: { ...followed.patient, external_id: 'MRN-BUNDLED' },
      guarantor: { ...followed.guarantor, external_id: 'MRN-BUNDLED' },
    }
    expect(await records.read(encounterId)).toMatchObject(expected)
    const after = await records.capture(capture.id)
    const input = {
      patient: { ...person, external_id: 'MRN-BUNDLED' },
      referral_number: 'REF-NEW',
      responsible_party: 'SELF_PAY',
      guarantor: { external_id: 'MRN-BUNDLED' },
    }
    expect(after).toMatchObject({
      patient_external_id: 'MRN-BUNDLED',
      updates: [],
      charge_capture_data: input,
    })
    expect((await records.creationOf(after)).encounter_creation_input).toMatchObject(input)
  })

  test('and no other member changes', async () => {
    const appointment = adults[2]!
    const open = await records.made(appointment, {
      date_of_service: '2026-09-09',
      prior_authorization_number: 'A-1',
      additional_information: 'own words',
    })
    await records.change({
      patient_id: appointment.patient_id,
      changes: { ...changes, mrn: 'MRN-REST' },
    })
    const after = await records.read(open.encounter_id)
    const rest = (encounter: Encounter) =>
      Object.fromEntries(
        Object.entries(encounter).filter(
          ([name]) =>
            !Object.hasOwn(followed, name) && !['claims', 'next_responsible_party'].includes(name),
        ),
      )
    expect(rest(after)).toEqual(rest(open))
    expect(after.claims[0]!.service_lines[0]).toMatchObject({
      procedure_code: 'G0439',
      date_of_service: '2026-09-09',
    })
  })
})

describe('a guarantor', () => {
  test('is the patient again after another guarantor is removed', async () => {
    const appointment = adults[3]!
    const open = await records.made(appointment)
    const other = { name: { family: 'Payer', given: ['Otto'], use: 'OFFICIAL' }, address }
    await records.change({ patient_id: appointment.patient_id, changes: { guarantor: other } })
    await records.change({
      patient_id: appointment.patient_id,
      changes: { name: { family: 'Later' }, mrn: 'MRN-G' },
    })
    expect((await records.read(open.encounter_id)).guarantor).toMatchObject({
      last_name: 'Payer',
      address: newAddress,
      external_id: 'MRN-G',
    })
    await records.change({ patient_id: appointment.patient_id, changes: { guarantor: null } })
    const { patient, guarantor } = await records.read(open.encounter_id)
    expect(guarantor).toMatchObject({
      last_name: 'Later',
      first_name: patient.first_name,
      date_of_birth: patient.date_of_birth,
      external_id: 'MRN-G',
      address: patient.address,
    })
  })
})

describe('a moved appointment', () => {
  const moved = (appointment: Appointment, start_timestamp: string) =>
    records.change({ appointment_id: appointment.id, changes: { start_timestamp } })

  test('changes the date of an encounter that has its date from the appointment, also in the list', async () => {
    const appointment = adults[4]!
    const open = await records.made(appointment)
    expect((await moved(appointment, '2026-08-08T16:00:00Z')).json).toMatchObject({
      updated: { encounters: 1 },
    })
    const after = await records.read(open.encounter_id)
    expect(after).toMatchObject({
      date_of_service: '2026-08-08',
      claims: [{ service_lines: [{ date_of_service: '2026-08-08' }] }],
    })
    const { items } = (
      await records.sandbox.get('/api/encounters/v4', {
        date_of_service_min: '2026-08-08',
        date_of_service_max: '2026-08-08',
        external_id: open.external_id,
      })
    ).json as { items: Encounter[] }
    expect(items).toEqual([after])
  })

  test('changes no date that was sent, and none of a submitted encounter', async () => {
    const appointment = adults[5]!
    const sent = await records.made(appointment, { date_of_service: '2026-09-01' })
    const ofLines = await records.made(appointment, {
      service_lines: [{ ...records.line, date_of_service: '2026-09-02' }],
    })
    const submitted = await records.made(appointment, {
      external_claim_submission: submittedElsewhere('PCN-MOVED'),
    })
    await moved(appointment, '2026-08-09T16:00:00Z')
    expect((await records.read(sent.encounter_id)).date_of_service).toBe('2026-09-01')
    expect((await records.read(ofLines.encounter_id)).date_of_service).toBe('2026-09-02')
    expect(await records.read(submitted.encounter_id)).toEqual(submitted)
  })
})

describe('a bundled encounter', () => {
  test('that was submitted elsewhere does not follow records, and its capture does not either, even after another save', async () => {
    const appointment = adults[6]!
    const capture = await records.captured(appointment, {
      external_claim_submission: submittedElsewhere('PCN-BUNDLED'),
    })
    const creation = await records.creationOf(capture)
    const submitted = await records.read(creation.created_encounter_id!)
    expect(submitted).toMatchObject({
      patient_control_number: 'PCN-BUNDLED',
      submission_origin: 'EXTERNAL',
      last_submitted_at: '2026-10-02T00:00:00Z',
      claims: [{ status: 'submitted_to_payer' }],
    })
    const answer = await records.change({
      patient_id: appointment.patient_id,
      changes: { ...changes, mrn: 'MRN-SENT' },
    })
    expect(answer.json).toMatchObject({ updated: { charge_captures: 0 } })
    expect(await records.read(submitted.encounter_id)).toEqual(submitted)
    expect(await records.capture(capture.id)).toEqual(capture)
    expect(await records.creationOf(capture)).toEqual(creation)
    const again = await records.sandbox.send('PATCH', `/api/charge_captures/v1/${capture.id}`, {
      data: capture.charge_capture_data,
    })
    expect(again.json).toMatchObject({
      updates: [],
      charge_capture_data: capture.charge_capture_data,
    })
  })

  test('of a capture with records and one without keeps the data of the latter', async () => {
    const appointment = adults[7]!
    const { mrn } = records.patientOf(appointment)
    const whole = await records.captured(appointment, {}, { status: 'planned' })
    const { external_id: _none, ...data } = whole.charge_capture_data
    const other = {
      ...data,
      guarantor: { ...data.guarantor, email: 'own@example.test' },
      service_lines: [{ ...records.line, procedure_code: 'G0442' }],
    }
    const second = (
      await records.sandbox.send('POST', '/api/charge_captures/v1', {
        data: other,
        charge_external_id: 'WHOLE-1',
        patient_external_id: mrn,
        status: 'billable',
        ehr_source_url: 'https://ehr.example/2',
      })
    ).json as typeof whole
    await records.sandbox.send('PATCH', `/api/charge_captures/v1/${whole.id}`, {
      status: 'billable',
    })
    const creation = await records.creationOf(whole)
    expect([creation.status, creation.errors]).toEqual(['successful', []])
    await records.change({
      patient_id: appointment.patient_id,
      changes: { email: 'new@example.test', referrals: changes.referrals },
    })
    const after = await records.read(creation.created_encounter_id!)
    expect(after).toMatchObject({
      referral_number: 'REF-NEW',
      patient: { email: 'new@example.test' },
      guarantor: { email: 'new@example.test' },
    })
    const kept = await records.capture(second.id)
    expect(kept.charge_capture_data).toEqual(second.charge_capture_data)
    // Its part of the encounter is still its own data.
    const saved = await records.sandbox.send('PATCH', `/api/charge_captures/v1/${second.id}`, {
      data: kept.charge_capture_data,
    })
    expect(saved.json).toMatchObject({ updates: [] })
  })
})
