import type { CandidApi } from 'candidhealth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnSandbox } from '#lib/sandbox/test-sandbox.ts'
import { foreignSchemaId } from '#lib/sandbox/charge-captures/check-references.ts'
import { foreignPlanGroupId } from '#lib/sandbox/encounters/check-encounter-request.ts'
import { prepareVisits } from './ehr-visit.ts'
import { expectOk, expectRefusal } from './expect-ok.ts'
import { type PublishedClient, openPublishedClient } from './published-client.ts'

type Request = CandidApi.encounters.v4.EncounterCreateFromPreEncounter
type Appointment = CandidApi.preEncounter.appointments.v1.Appointment

const nowhere = '00000000-0000-4000-8000-000000000000'
let sandbox: Awaited<ReturnType<typeof startOwnSandbox>>
let ehr: PublishedClient
let appointments: Appointment[]
let base: Partial<Request>
const v4 = () => ehr.client.encounters.v4

beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures: 30, contracts: 0, seed: 9 })
  ehr = openPublishedClient(sandbox.url)
  const listed = expectOk(await ehr.client.preEncounter.lists.v1.getAppointmentList({ limit: 100 }))
  appointments = listed.items.map((item) => item.appointment)
  const [billing] = expectOk(
    await ehr.client.organizationProviders.v3.getMulti({ isBilling: true }),
  ).items
  const [rendering] = expectOk(
    await ehr.client.organizationProviders.v3.getMulti({ isRendering: true }),
  ).items
  base = {
    renderingProvider: { npi: rendering!.npi },
    billingProvider: {
      npi: billing!.npi,
      taxId: billing!.taxId!,
      address: billing!.addresses![0]!.address,
    },
    placeOfServiceCode: '11',
    diagnoses: [
      { codeType: 'ABK', code: 'Z00.00' },
      { codeType: 'ABF', code: 'I10' },
    ],
    serviceLines: [
      {
        procedureCode: 'G0439',
        quantity: '1' as never,
        units: 'UN',
        chargeAmountCents: 21_000,
        diagnosisPointers: [0, 1],
      },
    ],
    patientAuthorizedRelease: true,
    benefitsAssignedToProvider: true,
    providerAcceptsAssignment: true,
    billableStatus: 'BILLABLE',
  }
})
afterAll(() => sandbox.close())

let made = 0
function request(change: Partial<Request> = {}, appointment = appointments[0]!): Request {
  made += 1
  return {
    ...base,
    externalId: `EHR-ENC-${made}`,
    preEncounterPatientId: appointment.patientId,
    preEncounterAppointmentIds: [appointment.id],
    ...change,
  } as Request
}
const elsewhere = (patientControlNumber: string, submittedAt?: Date) => ({
  claimCreatedAt: new Date('2026-10-01T00:00:00Z'),
  patientControlNumber,
  submissionRecords: submittedAt ? [{ submittedAt }] : [],
})
const change = async (body: object) => {
  const answer = await fetch(`${sandbox.url}/_sandbox/pre-encounter`, {
    method: 'POST',
    body: JSON.stringify(body),
  })
  expect(answer.status).toBe(200)
}

test('createEncounterFromPreEncounter: the patient and coverage come from the records, the other members from the request', async () => {
  const patient = expectOk(
    await ehr.client.preEncounter.patients.v1.get(appointments[0]!.patientId),
  )
  const encounter = expectOk(
    await v4().createFromPreEncounterPatient(
      request({
        dateOfService: '2026-10-05' as never,
        tagIds: ['research' as never],
        additionalInformation: 'from the EHR',
      }),
    ),
  )
  expect(encounter.patient).toMatchObject({
    externalId: patient.mrn,
    lastName: patient.name.family,
    firstName: patient.name.given[0],
    dateOfBirth: patient.birthDate,
  })
  expect(encounter.referringProvider?.npi).toMatch(/^\d{10}$/)
  expect(encounter.referralNumber).toBe(patient.referrals?.[0]?.referralNumber)
  expect(encounter.guarantor?.externalId).toBe(patient.mrn)
  expect(encounter).toMatchObject({
    dateOfService: '2026-10-05',
    additionalInformation: 'from the EHR',
    submissionOrigin: 'CANDID',
    ownerOfNextAction: 'CODER',
  })
  expect(encounter.tags.map((tag) => tag.tagId)).toEqual(['research'])
  const [claim] = encounter.claims
  expect(claim!.status).toBe('biller_received')
  expect(claim!.serviceLines[0]).toMatchObject({
    procedureCode: 'G0439',
    chargeAmountCents: 21_000,
    diagnosisIdZero: encounter.diagnoses[0]!.diagnosisId,
    diagnosisIdOne: encounter.diagnoses[1]!.diagnosisId,
  })
  expect(expectOk(await v4().get(encounter.encounterId))).toEqual(encounter)
})

test('createEncounterFromPreEncounter: a claim that was submitted elsewhere keeps its control number and time', async () => {
  const encounter = expectOk(
    await v4().createFromPreEncounterPatient(
      request({
        externalClaimSubmission: elsewhere('PCN-EHR-1', new Date('2026-10-02T00:00:00Z')) as never,
      }),
    ),
  )
  expect(encounter).toMatchObject({
    patientControlNumber: 'PCN-EHR-1',
    submissionOrigin: 'EXTERNAL',
    lastSubmittedAt: new Date('2026-10-02T00:00:00Z'),
  })
  expect(encounter.claims[0]!.status).toBe('submitted_to_payer')
})

test('createEncounterFromPreEncounter: EncounterExternalIdUniquenessError', async () => {
  const first = request()
  expectOk(await v4().createFromPreEncounterPatient(first))
  expect(expectRefusal(await v4().createFromPreEncounterPatient(first))).toEqual({
    errorName: 'EncounterExternalIdUniquenessError',
    content: { externalId: first.externalId },
  })
})

test('createEncounterFromPreEncounter: EncounterPatientControlNumberUniquenessError', async () => {
  expectOk(
    await v4().createFromPreEncounterPatient(
      request({ externalClaimSubmission: elsewhere('PCN-EHR-2') as never }),
    ),
  )
  const again = expectRefusal(
    await v4().createFromPreEncounterPatient(
      request({ externalClaimSubmission: elsewhere('PCN-EHR-2') as never }),
    ),
  )
  expect(again).toEqual({
    errorName: 'EncounterPatientControlNumberUniquenessError',
    content: { patientControlNumber: 'PCN-EHR-2' },
  })
})

test('createEncounterFromPreEncounter: EntityNotFoundError for a patient, an appointment', async () => {
  const foreign = appointments.find((each) => each.patientId !== appointments[0]!.patientId)!
  const cases: [Partial<Request>, string][] = [
    [{ preEncounterPatientId: nowhere as never }, nowhere],
    [{ preEncounterAppointmentIds: [foreign.id as never] }, foreign.id],
  ]
  for (const [wrong, id] of cases) {
    expect(expectRefusal(await v4().createFromPreEncounterPatient(request(wrong)))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id },
    })
  }
})

test('createEncounterFromPreEncounter: UnauthorizedError', async () => {
  const reader = openPublishedClient(sandbox.url, { token: 'sandbox-readonly' })
  expect(
    expectRefusal(await reader.client.encounters.v4.createFromPreEncounterPatient(request())),
  ).toMatchObject({
    errorName: 'UnauthorizedError',
    content: { message: expect.any(String) },
  })
})

test('createEncounterFromPreEncounter: HttpRequestValidationsError names the field', async () => {
  const refusal = expectRefusal(
    await v4().createFromPreEncounterPatient(request({ dateOfService: 'soon' as never })),
  )
  expect(refusal).toMatchObject({
    errorName: 'HttpRequestValidationsError',
    content: [{ fieldName: 'date_of_service' }],
  })
  const facility = expectRefusal(
    await v4().createFromPreEncounterPatient(request({ serviceFacilityId: nowhere as never })),
  )
  expect(facility).toMatchObject({
    errorName: 'HttpRequestValidationsError',
    content: [{ fieldName: 'service_facility_id' }],
  })
})

test('createEncounterFromPreEncounter: HttpRequestValidationError for a pointer at no diagnosis', async () => {
  const line = { ...base.serviceLines![0]!, diagnosisPointers: [5] }
  const refusal = expectRefusal(
    await v4().createFromPreEncounterPatient(request({ serviceLines: [line] })),
  )
  expect(refusal).toMatchObject({
    errorName: 'HttpRequestValidationError',
    content: { fieldName: 'service_lines.0.diagnosis_pointers' },
  })
})

test('createEncounterFromPreEncounter: SchemaInstanceValidationHttpFailure', async () => {
  const refusal = expectRefusal(
    await v4().createFromPreEncounterPatient(
      request({ schemaInstances: [{ schemaId: foreignSchemaId as never, content: {} }] }),
    ),
  )
  expect(refusal).toMatchObject({
    errorName: 'SchemaInstanceValidationHttpFailure',
    content: { errors: [{ type: 'schema_unauthorized_access' }] },
  })
})

test('createEncounterFromPreEncounter: UnprocessableEntityError for two facilities', async () => {
  const facility = expectOk(
    await ehr.client.organizationServiceFacilities.v2.getMulti({ limit: 1 }),
  ).items[0]!
  const both = {
    serviceFacilityId: facility.organizationServiceFacilityId as never,
    serviceFacility: { organizationName: 'Elsewhere', address: base.billingProvider!.address },
  }
  expect(expectRefusal(await v4().createFromPreEncounterPatient(request(both)))).toMatchObject({
    errorName: 'UnprocessableEntityError',
    content: { message: expect.stringContaining('service_facility') },
  })
})

test('createEncounterFromPreEncounter: PayerPlanGroupPayerDoesNotMatchInsuranceCardHttpError', async () => {
  const appointment = appointments.at(-1)!
  await change({
    patient_id: appointment.patientId,
    changes: {
      subscriber_primary: {
        insurance_card: {
          member_id: 'M',
          payer_name: 'P',
          payer_id: 'CBM02',
          payer_plan_group_id: foreignPlanGroupId,
        },
      },
    },
  })
  const refusal = expectRefusal(await v4().createFromPreEncounterPatient(request({}, appointment)))
  expect(refusal).toMatchObject({
    errorName: 'PayerPlanGroupPayerDoesNotMatchInsuranceCardHttpError',
    content: { payerPlanGroupPayerUuid: foreignPlanGroupId },
  })
})

test('getEncounter: an encounter follows its patient and appointment until it is submitted', async () => {
  const appointment = appointments[4]!
  const open = expectOk(await v4().createFromPreEncounterPatient(request({}, appointment)))
  const sent = expectOk(
    await v4().createFromPreEncounterPatient(
      request(
        {
          externalClaimSubmission: elsewhere(
            'PCN-EHR-3',
            new Date('2026-10-02T00:00:00Z'),
          ) as never,
        },
        appointment,
      ),
    ),
  )
  await change({
    patient_id: appointment.patientId,
    changes: { name: { family: 'Afterwards' }, birth_date: '1971-01-31' },
  })
  await change({
    appointment_id: appointment.id,
    changes: {
      attending_doctor: {
        type: 'REFERRING',
        npi: '1999999984',
        name: { family: 'Sender', given: ['Ida'], use: 'OFFICIAL' },
        telecoms: [],
      },
    },
  })
  const followed = expectOk(await v4().get(open.encounterId))
  expect(followed.patient).toMatchObject({ lastName: 'Afterwards', dateOfBirth: '1971-01-31' })
  expect(followed.referringProvider).toMatchObject({ lastName: 'Sender', npi: '1999999984' })
  expect(expectOk(await v4().get(sent.encounterId))).toEqual(sent)
})

test('getEncounter: an encounter bundled from captures of pre-encounter records follows them too, and so do the captures', async () => {
  const visit = (await prepareVisits(ehr.client))()
  const {
    patient: _patient,
    subscriberPrimary: _cover,
    responsibleParty: _party,
    ...data
  } = visit.data
  // A patient with coverage, so that the claim has no errors.
  const listed = expectOk(
    await ehr.client.preEncounter.lists.v1.getAppointmentList({
      filters: 'patient.selfPay|eq|false' as never,
      limit: 100,
    }),
  ).items
  const { appointment } = listed[20]!
  const capture = expectOk(
    await ehr.client.chargeCapture.v1.createFromPreEncounterPatient({
      data,
      chargeExternalId: visit.chargeExternalId,
      status: 'billable',
      preEncounterPatientId: appointment.patientId as never,
      preEncounterAppointmentIds: [appointment.id as never],
    }),
  )
  const creation = expectOk(await ehr.client.chargeCaptureBundles.v1.get(capture.claimCreationId!))
  expect(creation).toMatchObject({ status: 'successful', errors: [] })
  await change({ patient_id: appointment.patientId, changes: { name: { family: 'Follows' } } })
  expect(expectOk(await v4().get(creation.createdEncounterId!)).patient.lastName).toBe('Follows')
  const after = expectOk(await ehr.client.chargeCapture.v1.get(capture.id))
  expect(after.chargeCaptureData.patient?.lastName).toBe('Follows')
  expect(after.updates).toEqual([])
})
