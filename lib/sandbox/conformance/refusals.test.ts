import type { CandidApi } from 'candidhealth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnSandbox } from '#lib/sandbox/test-sandbox.ts'
import { missingAttachmentId } from '#lib/sandbox/charge-captures/check-references.ts'
import { type VisitMaker, prepareVisits } from './ehr-visit.ts'
import { expectOk, expectRefusal } from './expect-ok.ts'
import { type PublishedClient, openPublishedClient } from './published-client.ts'

type CaptureId = Parameters<PublishedClient['client']['chargeCapture']['v1']['get']>[0]
type FromPreEncounter = Parameters<
  PublishedClient['client']['chargeCapture']['v1']['createFromPreEncounterPatient']
>[0]
type Data = CandidApi.chargeCapture.v1.ChargeCaptureData

const nowhere = '00000000-0000-4000-8000-000000000000'
const missing = nowhere as CaptureId
const anyMessage = { message: expect.any(String) }
let sandbox: Awaited<ReturnType<typeof startOwnSandbox>>
let ehr: PublishedClient
let reader: PublishedClient
let ehrVisit: VisitMaker
let appointment: CandidApi.preEncounter.appointments.v1.Appointment
const v1 = (who = ehr) => who.client.chargeCapture.v1

beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures: 20, seed: 3 })
  ehr = openPublishedClient(sandbox.url)
  reader = openPublishedClient(sandbox.url, { token: 'sandbox-readonly' })
  ehrVisit = await prepareVisits(ehr.client)
  appointment = expectOk(await ehr.client.preEncounter.lists.v1.getAppointmentList({ limit: 1 }))
    .items[0]!.appointment
})
afterAll(() => sandbox.close())

/** The HTTP status of a refusal without a name in the client. */
function statusOf(content: unknown): number | undefined {
  return (content as { statusCode?: number }).statusCode
}

/** A visit whose patient and coverage come from pre-encounter records. */
function fromRecords(
  change: Partial<FromPreEncounter> = {},
  data: Partial<Data> = {},
): FromPreEncounter {
  const { patient: _, subscriberPrimary: __, responsibleParty: ___, ...rest } = ehrVisit().data
  const { chargeExternalId, status } = ehrVisit()
  const records = {
    preEncounterPatientId: appointment.patientId,
    preEncounterAppointmentIds: [appointment.id],
  }
  return {
    chargeExternalId,
    status,
    ...records,
    data: { ...rest, ...data },
    ...change,
  } as FromPreEncounter
}

const twoFacilities = { serviceFacilityId: nowhere }
const unknownSchema = [{ schemaId: nowhere as never, content: { a: 1 } }]
const noDate = { dateOfService: 'not a date' }

describe('createChargeCapture', () => {
  test('createChargeCapture: UnauthorizedError', async () => {
    expect(expectRefusal(await v1(reader).create(ehrVisit()))).toMatchObject({
      errorName: 'UnauthorizedError',
      content: anyMessage,
    })
    expectOk(await v1(reader).getAll({ limit: 1 }))
  })

  test("createChargeCapture: UnauthorizedError for a billing provider outside of the key's scope", async () => {
    const scoped = openPublishedClient(sandbox.url, { token: 'sandbox-scoped' })
    const reached = expectOk(await v1(scoped).getAll({ limit: 20 })).items[0]!.chargeCaptureData
      .billingProvider!.npi
    const billing = ehrVisit().data.billingProvider!
    expect(billing.npi).not.toBe(reached)
    expect(expectRefusal(await v1(scoped).create(ehrVisit())).errorName).toBe('UnauthorizedError')
    expectOk(await v1(scoped).create(ehrVisit({ billingProvider: { ...billing, npi: reached } })))
  })

  test('createChargeCapture: EntityNotFoundError for an attachment that was not uploaded', async () => {
    const visit = ehrVisit({}, { attachmentExternalDocumentIds: ['DOC-1', missingAttachmentId] })
    expect(expectRefusal(await v1().create(visit))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id: missingAttachmentId },
    })
    expectOk(await v1().create({ ...visit, attachmentExternalDocumentIds: ['DOC-1'] }))
  })

  test('createChargeCapture: ChargeExternalIdConflictError', async () => {
    const visit = ehrVisit()
    expectOk(await v1().create(visit))
    expect(expectRefusal(await v1().create(visit))).toMatchObject({
      errorName: 'ChargeExternalIdConflictError',
      content: anyMessage,
    })
  })

  test('createChargeCapture: HttpRequestValidationsError names the field', async () => {
    const refusal = expectRefusal(await v1().create(ehrVisit(noDate)))
    expect(refusal).toMatchObject({
      errorName: 'HttpRequestValidationsError',
      content: [
        { fieldName: expect.stringMatching(/date/i), humanReadableMessage: expect.any(String) },
      ],
    })
  })

  test('createChargeCapture: SchemaInstanceValidationHttpFailure names the failing instance', async () => {
    const refusal = expectRefusal(await v1().create(ehrVisit({}, { metadata: unknownSchema })))
    expect(refusal).toMatchObject({
      errorName: 'SchemaInstanceValidationHttpFailure',
      content: { errors: [{ type: 'schema_does_not_exist', schemaId: nowhere }] },
    })
  })

  test('createChargeCapture: UnprocessableEntityError for two facilities', async () => {
    expect(expectRefusal(await v1().create(ehrVisit(twoFacilities as never)))).toMatchObject({
      errorName: 'UnprocessableEntityError',
      content: anyMessage,
    })
  })
})

describe('createChargeCaptureFromPreEncounter', () => {
  test('createChargeCaptureFromPreEncounter: the seven members are those of the records', async () => {
    const patient = expectOk(await ehr.client.preEncounter.patients.v1.get(appointment.patientId))
    const created = expectOk(await v1().createFromPreEncounterPatient(fromRecords()))
    expect(created.patientExternalId).toBe(patient.mrn)
    expect(created.chargeCaptureData.patient).toMatchObject({
      lastName: patient.name.family,
      dateOfBirth: patient.birthDate,
    })
    expect(expectOk(await v1().get(created.id)).chargeCaptureData).toEqual(
      created.chargeCaptureData,
    )
  })

  test('createChargeCaptureFromPreEncounter: UnauthorizedError', async () => {
    expect(
      expectRefusal(await v1(reader).createFromPreEncounterPatient(fromRecords())),
    ).toMatchObject({
      errorName: 'UnauthorizedError',
      content: anyMessage,
    })
  })

  test('createChargeCaptureFromPreEncounter: EntityNotFoundError for a patient and for an appointment', async () => {
    const noPatient = fromRecords({ preEncounterPatientId: nowhere as never })
    expect(expectRefusal(await v1().createFromPreEncounterPatient(noPatient))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id: nowhere },
    })
    const noAppointment = fromRecords({ preEncounterAppointmentIds: [nowhere as never] })
    expect(expectRefusal(await v1().createFromPreEncounterPatient(noAppointment))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id: nowhere },
    })
  })

  test('createChargeCaptureFromPreEncounter: ChargeExternalIdConflictError', async () => {
    const visit = fromRecords()
    expectOk(await v1().createFromPreEncounterPatient(visit))
    expect(expectRefusal(await v1().createFromPreEncounterPatient(visit))).toMatchObject({
      errorName: 'ChargeExternalIdConflictError',
      content: anyMessage,
    })
  })

  const { patient, subscriberPrimary, responsibleParty } = {
    patient: { firstName: 'A' },
    subscriberPrimary: { firstName: 'A' },
    responsibleParty: 'SELF_PAY',
  }
  test.each([
    ['patient', { patient }],
    ['referring_provider', { referringProvider: { npi: '1999999984' } }],
    ['subscriber_primary', { subscriberPrimary }],
    ['subscriber_secondary', { subscriberSecondary: subscriberPrimary }],
    ['referral_number', { referralNumber: 'R1' }],
    ['responsible_party', { responsibleParty }],
    ['guarantor', { guarantor: patient }],
  ])(
    'createChargeCaptureFromPreEncounter: HttpRequestValidationsError for %s, which the records fill',
    async (name, data) => {
      const refusal = expectRefusal(
        await v1().createFromPreEncounterPatient(fromRecords({}, data as never)),
      )
      expect(refusal).toMatchObject({
        errorName: 'HttpRequestValidationsError',
        content: [{ fieldName: expect.stringContaining(name) }],
      })
    },
  )

  test('createChargeCaptureFromPreEncounter: SchemaInstanceValidationHttpFailure', async () => {
    const refusal = expectRefusal(
      await v1().createFromPreEncounterPatient(fromRecords({}, { schemaInstances: unknownSchema })),
    )
    expect(refusal).toMatchObject({
      errorName: 'SchemaInstanceValidationHttpFailure',
      content: { errors: [{ type: 'schema_does_not_exist', schemaId: nowhere }] },
    })
  })

  test('createChargeCaptureFromPreEncounter: UnprocessableEntityError for two facilities', async () => {
    expect(
      expectRefusal(
        await v1().createFromPreEncounterPatient(fromRecords({}, twoFacilities as never)),
      ),
    ).toMatchObject({ errorName: 'UnprocessableEntityError', content: anyMessage })
  })
})

describe('updateChargeCapture', () => {
  let id: CaptureId
  beforeAll(async () => {
    id = expectOk(await v1().create(ehrVisit())).id
  })

  test('updateChargeCapture: UnauthorizedError', async () => {
    expect(expectRefusal(await v1(reader).update(id, { originatingSystem: 'x' }))).toMatchObject({
      errorName: 'UnauthorizedError',
      content: anyMessage,
    })
  })

  test('updateChargeCapture: EntityNotFoundError', async () => {
    expect(expectRefusal(await v1().update(missing, { originatingSystem: 'x' }))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id: nowhere },
    })
  })

  test('updateChargeCapture: HttpRequestValidationsError names the field', async () => {
    const refusal = expectRefusal(
      await v1().update(id, { data: { ...ehrVisit().data, ...noDate } }),
    )
    expect(refusal).toMatchObject({
      errorName: 'HttpRequestValidationsError',
      content: [{ fieldName: expect.stringMatching(/date/i) }],
    })
  })

  test('updateChargeCapture: SchemaInstanceValidationHttpFailure', async () => {
    expect(expectRefusal(await v1().update(id, { metadata: unknownSchema })).errorName).toBe(
      'SchemaInstanceValidationHttpFailure',
    )
  })

  test('updateChargeCapture: UnprocessableEntityError for two facilities and for an id of another capture', async () => {
    expect(
      expectRefusal(
        await v1().update(id, { data: { ...ehrVisit().data, ...(twoFacilities as object) } }),
      ),
    ).toMatchObject({ errorName: 'UnprocessableEntityError', content: anyMessage })
    const other = expectOk(await v1().create(ehrVisit()))
    expect(
      expectRefusal(await v1().update(id, { chargeExternalId: other.chargeExternalId })),
    ).toMatchObject({
      errorName: 'UnprocessableEntityError',
      content: anyMessage,
    })
  })

  test('updateChargeCapture: a refused update changes nothing', async () => {
    const before = expectOk(await v1().get(id))
    expectRefusal(await v1().update(id, { originatingSystem: 'changed', metadata: unknownSchema }))
    expect(expectOk(await v1().get(id))).toEqual(before)
  })
})

describe('reads', () => {
  test('getChargeCapture and getClaimCreation: 404 for an unknown id', async () => {
    expect(statusOf(expectRefusal(await v1().get(missing)).content)).toBe(404)
    expect(
      statusOf(
        expectRefusal(await ehr.client.chargeCaptureBundles.v1.get(nowhere as never)).content,
      ),
    ).toBe(404)
  })

  test('listChargeCaptures and listClaimCreations: 422 for an unknown page token', async () => {
    expect(
      statusOf(expectRefusal(await v1().getAll({ pageToken: 'forged' as never })).content),
    ).toBe(422)
    expect(
      statusOf(
        expectRefusal(
          await ehr.client.chargeCaptureBundles.v1.getAll({ pageToken: 'forged' as never }),
        ).content,
      ),
    ).toBe(422)
  })

  test('listChargeCaptures: 401 for an unknown key', async () => {
    const stranger = openPublishedClient(sandbox.url, { token: 'no-such-key' })
    expect(statusOf(expectRefusal(await v1(stranger).getAll()).content)).toBe(401)
  })
})

describe('companion writes', () => {
  test('resolveClaimCreationError: EntityNotFoundError and UnauthorizedError', async () => {
    const resolve = (who: PublishedClient) =>
      who.client.chargeCaptureBundles.v1.resolveChargeCreationError(nowhere as never, {
        resolvedBy: 'Dana',
      })
    expect(expectRefusal(await resolve(ehr))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id: nowhere },
    })
    expect(expectRefusal(await resolve(reader)).errorName).toBe('UnauthorizedError')
  })

  test('resolveChargeCaptureChanges: EntityNotFoundError and UnauthorizedError', async () => {
    const change = { chargeCaptureChangeIds: [nowhere as never], resolved: true }
    expect(expectRefusal(await v1().updatePostBilledChanges(change))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id: nowhere },
    })
    expect(expectRefusal(await v1(reader).updatePostBilledChanges(change)).errorName).toBe(
      'UnauthorizedError',
    )
  })

  test('createToken: client credentials give a valid token, wrong ones are refused', async () => {
    const byCredentials = openPublishedClient(sandbox.url, {
      clientId: 'sandbox-client',
      clientSecret: 'sandbox-secret',
    })
    expectOk(await v1(byCredentials).getAll({ limit: 1 }))
    const wrong = openPublishedClient(sandbox.url, {
      clientId: 'sandbox-client',
      clientSecret: 'wrong',
    })
    await expect(v1(wrong).getAll({ limit: 1 })).rejects.toThrow(/credentials|401|Unauthorized/i)
  })
})
