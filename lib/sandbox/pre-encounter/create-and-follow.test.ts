import { afterAll, describe, expect, test } from 'vitest'
import type { Encounter } from '#lib/contract/encounters/encounters.ts'
import { foreignSchemaId } from '#lib/sandbox/charge-captures/check-references.ts'
import { foreignPlanGroupId } from '#lib/sandbox/encounters/check-encounter-request.ts'
import {
  type Page,
  openPreEncounterRecords,
  submittedElsewhere,
} from './pre-encounter-records.testing.ts'

const nobody = '00000000-0000-4000-8000-000000000000'

const records = await openPreEncounterRecords()
const { sandbox, appointments, billing, made, refused, captured, read, change, patientOf, line } =
  records
afterAll(() => sandbox.close())

describe('an encounter from pre-encounter records', () => {
  test('has its patient, coverage, referral and guarantor from the records, and the other members from the request', async () => {
    const appointment = appointments[0]!
    const patient = patientOf(appointment)
    const encounter = await made(appointment, {
      prior_authorization_number: 'A-1',
      tag_ids: ['high-dollar'],
      additional_information: 'n',
      vitals: { height_in: 70 },
    })
    expect(encounter.patient).toMatchObject({
      external_id: patient.mrn,
      last_name: patient.name.family,
      first_name: patient.name.given[0],
      date_of_birth: patient.birth_date,
    })
    expect(encounter.referring_provider!.npi).toMatch(/^\d{10}$/)
    expect(encounter.referral_number).toMatch(/^REF/)
    expect(encounter.guarantor!.last_name).toBeTruthy()
    expect(encounter).toMatchObject({
      claim_creation_id: null,
      prior_authorization_number: 'A-1',
      additional_information: 'n',
      vitals: { height_in: 70 },
    })
    expect(encounter.tags).toMatchObject([{ tag_id: 'high-dollar' }])
    expect(encounter.claims[0]).toMatchObject({
      status: 'biller_received',
      service_lines: [{ procedure_code: 'G0439', charge_amount_cents: 21_000 }],
    })
    expect(encounter.claims[0]!.service_lines[0]!.diagnosis_id_zero).toBe(
      encounter.diagnoses[0]!.diagnosis_id,
    )
    expect(encounter.date_of_service).toBe(appointment.start_timestamp.slice(0, 10))
    expect(await read(encounter.encounter_id)).toEqual(encounter)
    const listed = (await sandbox.get('/api/encounters/v4', { external_id: encounter.external_id }))
      .json as Page<Encounter>
    expect(listed.items).toEqual([encounter])
  })

  test.each([
    ['not_billable', { billable_status: 'NOT_BILLABLE' }],
    ['missing_information', { service_lines: null }],
    ['submitted_to_payer', { external_claim_submission: submittedElsewhere('PCN-ELSEWHERE') }],
  ])('starts as %s', async (status, change) => {
    expect((await made(appointments[1]!, change)).claims[0]!.status).toBe(status)
  })

  test('is refused with the listed error name, and nothing is written', async () => {
    const first = await made(appointments[2]!, {
      external_claim_submission: {
        claim_created_at: '2026-10-01T00:00:00Z',
        patient_control_number: 'PCN-TWICE',
        submission_records: [],
      },
    })
    const other = appointments.find(
      (appointment) => appointment.patient_id !== appointments[2]!.patient_id,
    )!
    const cases: [change: object, status: number, name: string, content: unknown][] = [
      [
        { external_id: first.external_id },
        422,
        'EncounterExternalIdUniquenessError',
        { external_id: first.external_id },
      ],
      [
        {
          external_claim_submission: {
            claim_created_at: '2026-10-01T00:00:00Z',
            patient_control_number: 'PCN-TWICE',
            submission_records: [],
          },
        },
        422,
        'EncounterPatientControlNumberUniquenessError',
        { patient_control_number: 'PCN-TWICE' },
      ],
      [{ pre_encounter_appointment_ids: [other.id] }, 404, 'EntityNotFoundError', { id: other.id }],
      [{ pre_encounter_patient_id: nobody }, 404, 'EntityNotFoundError', { id: nobody }],
      [
        { pre_encounter_patient_id: 'P-1' },
        422,
        'HttpRequestValidationsError',
        [{ fieldName: 'pre_encounter_patient_id' }],
      ],
      [
        { pre_encounter_appointment_ids: ['A-1'] },
        422,
        'HttpRequestValidationsError',
        [{ fieldName: 'pre_encounter_appointment_ids.0' }],
      ],
      [
        { service_facility_id: nobody },
        422,
        'HttpRequestValidationsError',
        [{ fieldName: 'service_facility_id' }],
      ],
      [
        { schema_instances: [{ schema_id: foreignSchemaId, content: {} }] },
        422,
        'SchemaInstanceValidationHttpFailure',
        { errors: [{ type: 'schema_unauthorized_access', schema_id: foreignSchemaId }] },
      ],
      [
        { patient: { first_name: 'A' } },
        422,
        'HttpRequestValidationsError',
        [{ fieldName: 'patient' }],
      ],
      [
        { billing_provider: null },
        422,
        'HttpRequestValidationsError',
        [{ fieldName: 'billing_provider' }],
      ],
      [
        { diagnoses: [] },
        422,
        'HttpRequestValidationError',
        { fieldName: 'service_lines.0.diagnosis_pointers' },
      ],
      [
        { date_of_service: '2026-05-05', end_date_of_service: '2026-05-04' },
        422,
        'HttpRequestValidationError',
        { fieldName: 'end_date_of_service' },
      ],
      [
        { service_lines: [line, { ...line, diagnosis_pointers: [] }] },
        422,
        'HttpRequestValidationError',
        { fieldName: 'service_lines.1.diagnosis_pointers' },
      ],
      [
        {
          service_facility_id: nobody,
          service_facility: { organization_name: 'b', address: billing.addresses[0]!.address },
        },
        422,
        'UnprocessableEntityError',
        {},
      ],
    ]
    const before = (await sandbox.get('/api/encounters/v4', { limit: 1000 })).text
    for (const [change, status, name, content] of cases) {
      expect(await refused(appointments[2]!, change), name).toMatchObject({
        status,
        errorName: name,
        content,
      })
    }
    expect(await refused(appointments[2]!, {}, 'sandbox-readonly')).toMatchObject({
      status: 403,
      errorName: 'UnauthorizedError',
    })
    expect(
      await refused(
        appointments[2]!,
        {
          billing_provider: {
            npi: '1999999984',
            tax_id: '1',
            address: billing.addresses[0]!.address,
          },
        },
        'sandbox-scoped',
      ),
    ).toMatchObject({ status: 403 })
    expect((await sandbox.get('/api/encounters/v4', { limit: 1000 })).text).toBe(before)
  })

  test('has trimmed ids, and is refused if a trimmed id is already in use', async () => {
    const submission = (patient_control_number: string) => ({
      external_claim_submission: {
        claim_created_at: '2026-10-01T00:00:00Z',
        patient_control_number,
        submission_records: [],
      },
    })
    const first = await made(appointments[3]!, { external_id: ' DUP ', ...submission(' PCN-SP ') })
    expect(first).toMatchObject({ external_id: 'DUP', patient_control_number: 'PCN-SP' })
    for (const external_id of ['DUP', 'DUP ']) {
      expect(await refused(appointments[3]!, { external_id })).toMatchObject({
        errorName: 'EncounterExternalIdUniquenessError',
        content: { external_id: 'DUP' },
      })
    }
    expect(await refused(appointments[3]!, submission('PCN-SP'))).toMatchObject({
      errorName: 'EncounterPatientControlNumberUniquenessError',
      content: { patient_control_number: 'PCN-SP' },
    })
    const bundled = await captured(appointments[4]!, { external_id: 'DUP' })
    expect((await records.creationOf(bundled)).errors).toMatchObject([
      { message: 'Another encounter has the external id DUP already' },
    ])
  })

  test('is refused if the plan group of its card belongs to another payer', async () => {
    const appointment = appointments.findLast(
      (each) => each.patient_id !== appointments[0]!.patient_id,
    )!
    const cover = {
      insurance_card: {
        member_id: 'M1',
        payer_name: 'P',
        payer_id: 'CBM02',
        payer_plan_group_id: foreignPlanGroupId,
      },
    }
    expect(
      (await change({ patient_id: appointment.patient_id, changes: { subscriber_primary: cover } }))
        .status,
    ).toBe(200)
    expect(await refused(appointment, {})).toMatchObject({
      errorName: 'PayerPlanGroupPayerDoesNotMatchInsuranceCardHttpError',
      content: {
        payer_plan_group_payer_uuid: foreignPlanGroupId,
        insurance_card_payer_uuid: expect.stringMatching(/-/),
      },
    })
  })
})

describe('a change of the pre-encounter records', () => {
  test('changes open encounters but no submitted ones', async () => {
    const appointment = appointments[5]!
    const open = await made(appointment)
    const sent = await made(appointment, {
      external_claim_submission: submittedElsewhere(`PCN-${appointment.id}`),
    })
    const answer = await change({
      patient_id: appointment.patient_id,
      changes: {
        name: { family: 'Newname' },
        primary_address: { postal_code: '97301-1111', city: 'Salem' },
        self_pay: true,
      },
    })
    expect(answer.json).toMatchObject({
      updated: { encounters: expect.any(Number) },
      record: { name: { family: 'Newname' } },
    })
    const after = await read(open.encounter_id)
    expect(after.patient).toMatchObject({
      last_name: 'Newname',
      first_name: open.patient.first_name,
      address: { city: 'Salem', zip_code: '97301', zip_plus_four_code: '1111' },
    })
    expect(after.responsible_party).toBe('SELF_PAY')
    expect(after.diagnoses).toEqual(open.diagnoses)
    expect(await read(sent.encounter_id)).toEqual(sent)
    const found = (await sandbox.get('/api/encounters/v4', { search_term: 'newname' }))
      .json as Page<Encounter>
    expect(found.items.map((item) => item.encounter_id)).toEqual([open.encounter_id])
    expect((await sandbox.get(`/patients/v1/${appointment.patient_id}`)).json).toMatchObject({
      name: { family: 'Newname' },
    })
  })

  test('of an appointment can change the referring provider', async () => {
    const appointment = appointments[8]!
    const open = await made(appointment)
    const doctor = {
      type: 'REFERRING',
      npi: '1999999984',
      name: { family: 'Refers', given: ['Ada'], use: 'OFFICIAL' },
      telecoms: [],
    }
    expect(
      (await change({ appointment_id: appointment.id, changes: { attending_doctor: doctor } }))
        .status,
    ).toBe(200)
    expect((await read(open.encounter_id)).referring_provider).toMatchObject({
      last_name: 'Refers',
      npi: '1999999984',
    })
  })

  test('changes captures and their encounter, and adds no update after billing', async () => {
    const appointment = appointments[11]!
    const capture = await captured(appointment, {}, { status: 'planned' })
    await change({ patient_id: appointment.patient_id, changes: { birth_date: '1977-07-07' } })
    const after = await records.capture(capture.id)
    expect(after.charge_capture_data.patient).toMatchObject({ date_of_birth: '1977-07-07' })
    expect(after.updates).toEqual([])
  })

  test('is refused if it is invalid or names an unknown record', async () => {
    const { patient_id } = appointments[0]!
    expect((await change({ patient_id, changes: { birth_date: 'soon' } })).json).toMatchObject({
      errorName: 'HttpRequestValidationsError',
      content: [{ fieldName: 'changes.birth_date' }],
    })
    expect((await change({ patient_id, changes: { id: 'x' } })).status).toBe(422)
    expect((await change({ patient_id: 'nobody', changes: {} })).status).toBe(404)
    expect((await change({ appointment_id: 'nothing', changes: {} })).status).toBe(404)
    expect((await change({ changes: {} })).status).toBe(422)
  })
})
