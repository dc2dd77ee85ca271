import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnSandbox } from '#lib/sandbox/test-sandbox.ts'
import { type VisitMaker, prepareVisits } from './ehr-visit.ts'
import { expectOk } from './expect-ok.ts'
import { type PublishedClient, openPublishedClient } from './published-client.ts'

let sandbox: Awaited<ReturnType<typeof startOwnSandbox>>
let ehr: PublishedClient
let ehrVisit: VisitMaker

beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures: 40, seed: 11 })
  ehr = openPublishedClient(sandbox.url)
  ehrVisit = await prepareVisits(ehr.client)
})
afterAll(() => sandbox.close())

test('createChargeCapture and getChargeCapture: a capture is read back as it was written', async () => {
  const visit = ehrVisit()
  const created = expectOk(await ehr.client.chargeCapture.v1.create(visit))
  expect(created).toMatchObject({
    chargeExternalId: visit.chargeExternalId,
    patientExternalId: visit.patientExternalId,
    status: 'billable',
    originatingSystem: 'ehr',
    updates: [],
  })
  const read = expectOk(await ehr.client.chargeCapture.v1.get(created.id))
  expect(read.chargeCaptureData).toEqual(created.chargeCaptureData)
  expect(read.chargeCaptureData.patient).toMatchObject(visit.data.patient!)
  expect(read.chargeCaptureData.serviceLines?.[0]).toMatchObject(visit.data.serviceLines![0]!)
})

test('getClaimCreation: a clean billable visit becomes a successful one with an encounter', async () => {
  const created = expectOk(await ehr.client.chargeCapture.v1.create(ehrVisit()))
  const creation = expectOk(await ehr.client.chargeCaptureBundles.v1.get(created.claimCreationId!))
  expect(creation).toMatchObject({ status: 'successful', errors: [] })
  expect(creation.createdEncounterId).toMatch(/^[0-9a-f-]{36}$/)
  expect(creation.encounterCreationInput?.serviceLines).toHaveLength(1)
  expect(creation.characteristics).toMatchObject({ date_of_service: created.dateOfService })
})

test('updateChargeCapture: correcting the field that an error names makes the claim creation successful', async () => {
  const right = ehrVisit().data.renderingProvider!
  const created = expectOk(
    await ehr.client.chargeCapture.v1.create(
      ehrVisit({ renderingProvider: { ...right, npi: '1234567890' } }),
    ),
  )
  const before = expectOk(await ehr.client.chargeCaptureBundles.v1.get(created.claimCreationId!))
  expect(before.status).toBe('in-error')
  expect(before.errors[0]).toMatchObject({
    chargeCaptureId: created.id,
    claimCreationId: before.id,
    resolved: false,
  })
  expect(before.errors[0]!.fieldInError).toMatch(/npi/i)

  expectOk(
    await ehr.client.chargeCapture.v1.update(created.id, {
      data: { ...created.chargeCaptureData, renderingProvider: right },
    }),
  )
  const after = expectOk(await ehr.client.chargeCaptureBundles.v1.get(before.id))
  expect(after.status).toBe('successful')
  expect(after.errors.filter((error) => !error.resolved)).toEqual([])
})

test('createChargeCapture: codes in use that the lists lack are billed and read, and others are refused', async () => {
  // The published client sends listed codes only.
  const send = (method: string, path: string, body?: object) =>
    fetch(`${sandbox.url}/api/charge_captures/v1${path}`, {
      method,
      headers: { authorization: 'Bearer sandbox-full', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const { id } = expectOk(await ehr.client.chargeCapture.v1.create(ehrVisit()))
  const { charge_capture_data: data } = (await (await send('GET', `/${id}`)).json()) as {
    charge_capture_data: { patient: object; service_lines: object[] }
  }
  let sent = 0
  const post = (change: object) => {
    const external_id = `in-use-${(sent += 1)}`
    return send('POST', '', {
      data: { ...data, patient: { ...data.patient, external_id }, ...change },
      charge_external_id: external_id,
      patient_external_id: external_id,
      status: 'billable',
    })
  }
  const trip = (modifier: string) => ({
    place_of_service_code: '41',
    service_lines: data.service_lines.map((line) => ({
      ...line,
      procedure_code: 'A0427',
      modifiers: [modifier],
      place_of_service_code: null,
    })),
  })
  for (const change of [trip('RH'), { place_of_service_code: '66' }]) {
    const answer = await post(change)
    expect(answer.status).toBe(200)
    const { id: made_id } = (await answer.json()) as { id: typeof id }
    const capture = expectOk(await ehr.client.chargeCapture.v1.get(made_id))
    const made = expectOk(await ehr.client.chargeCaptureBundles.v1.get(capture.claimCreationId!))
    expect(made).toMatchObject({ status: 'successful', errors: [] })
    expectOk(await ehr.client.encounters.v4.get(made.createdEncounterId!))
  }
  // X is the end of a trip only, and CMS has no place 67.
  expect((await post(trip('XH'))).status).toBe(422)
  expect((await post({ place_of_service_code: '67' })).status).toBe(422)
})

test('getClaimCreation: two captures of one visit share a claim creation, and a planned capture holds it', async () => {
  const first = ehrVisit({}, { status: 'planned' })
  const line = { ...first.data.serviceLines![0]!, procedureCode: 'G0008' }
  const second = ehrVisit({ serviceLines: [line] }, { patientExternalId: first.patientExternalId })
  const planned = expectOk(await ehr.client.chargeCapture.v1.create(first))
  const billable = expectOk(await ehr.client.chargeCapture.v1.create(second))
  expect(billable.claimCreationId).toBe(planned.claimCreationId)
  const held = expectOk(await ehr.client.chargeCaptureBundles.v1.get(planned.claimCreationId!))
  expect(held.status).toBe('held')

  expectOk(await ehr.client.chargeCapture.v1.update(planned.id, { status: 'billable' }))
  const made = expectOk(await ehr.client.chargeCaptureBundles.v1.get(planned.claimCreationId!))
  expect(made).toMatchObject({ status: 'successful', errors: [] })
  expect(
    made.encounterCreationInput?.serviceLines?.map((each) => each.procedureCode).toSorted(),
  ).toEqual(['G0008', 'G0463'])
})

test('resolveChargeCaptureChanges: each update after billing is one change, which can be resolved and reopened', async () => {
  const created = expectOk(await ehr.client.chargeCapture.v1.create(ehrVisit()))
  const line = created.chargeCaptureData.serviceLines![0]!
  const changed = (cents: number) => ({
    data: { ...created.chargeCaptureData, serviceLines: [{ ...line, chargeAmountCents: cents }] },
  })
  expectOk(await ehr.client.chargeCapture.v1.update(created.id, changed(13_500)))
  const updated = expectOk(await ehr.client.chargeCapture.v1.update(created.id, changed(14_500)))
  const open = updated.updates.filter((update) => !update.resolved)
  expect(open.map((update) => update.message)).toEqual([
    expect.stringMatching(/to 13500$/),
    expect.stringMatching(/from 13500 to 14500$/),
  ])
  const change = { chargeCaptureChangeIds: [open[0]!.id] }
  expect(
    expectOk(
      await ehr.client.chargeCapture.v1.updatePostBilledChanges({ ...change, resolved: true }),
    ),
  ).toMatchObject([{ id: open[0]!.id, resolved: true }])
  expect(
    expectOk(
      await ehr.client.chargeCapture.v1.updatePostBilledChanges({ ...change, resolved: false }),
    ),
  ).toMatchObject([{ resolved: false }])
})

test('resolveClaimCreationError: an error is resolved with a name and a reason', async () => {
  const created = expectOk(await ehr.client.chargeCapture.v1.create(ehrVisit({ diagnoses: [] })))
  const { errors } = expectOk(
    await ehr.client.chargeCaptureBundles.v1.get(created.claimCreationId!),
  )
  expectOk(
    await ehr.client.chargeCaptureBundles.v1.resolveChargeCreationError(errors[0]!.id, {
      resolvedBy: 'Dana',
      resolutionReason: 'checked by phone',
    }),
  )
  const after = expectOk(await ehr.client.chargeCaptureBundles.v1.get(created.claimCreationId!))
  expect(after.errors.find((error) => error.id === errors[0]!.id)).toMatchObject({
    resolved: true,
    resolvedBy: 'Dana',
    resolutionReason: 'checked by phone',
  })
})

test('findChargeCapturesByMetadata: a capture is found by its metadata', async () => {
  const { schemas } = expectOk(await ehr.client.customSchemas.v1.getMulti())
  const schema = schemas.find((candidate) =>
    candidate.fields.some((field) => field.type === 'STRING'),
  )!
  const key = schema.fields.find((field) => field.type === 'STRING')!.key
  const metadata = [{ schemaId: schema.id, content: { [key]: 'found by an EHR' } }]
  const created = expectOk(await ehr.client.chargeCapture.v1.create(ehrVisit({}, { metadata })))
  const found = expectOk(await ehr.client.chargeCapture.v1.findByMetadata({ metadata }))
  expect(found.items.map((item) => item.id)).toContain(created.id)
})
