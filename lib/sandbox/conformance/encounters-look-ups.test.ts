import { afterAll, beforeAll, expect, test } from 'vitest'
import { startOwnSandbox } from '#lib/sandbox/test-sandbox.ts'
import { nowhere, statusOf, walkPages } from './contract-parties.ts'
import { prepareVisits } from './ehr-visit.ts'
import { expectOk, expectRefusal } from './expect-ok.ts'
import { type PublishedClient, openPublishedClient } from './published-client.ts'

let sandbox: Awaited<ReturnType<typeof startOwnSandbox>>
let ehr: PublishedClient
beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures: 60, contracts: 0, seed: 7 })
  ehr = openPublishedClient(sandbox.url)
})
afterAll(() => sandbox.close())

/** The client has the name of this refusal for some operations and only the status for others. */
function expectNotFound({ errorName, content }: { errorName: unknown; content: unknown }): void {
  expect(errorName === 'EntityNotFoundError' ? content : statusOf(content)).toEqual(
    errorName === 'EntityNotFoundError' ? { id: nowhere } : 404,
  )
}

const token = (pageToken: never | undefined) => (pageToken ? { pageToken } : {})

test('listOrganizationProviders: pages, filters and sorts', async () => {
  const { organizationProviders } = ehr.client
  const pages = await walkPages(async (at) =>
    expectOk(await organizationProviders.v3.getMulti({ limit: 250, ...token(at) })),
  )
  const all = pages.flat()
  expect(pages.length).toBeGreaterThan(1)
  expect(new Set(all.map((each) => each.organizationProviderId)).size).toBe(all.length)
  const billing = expectOk(await organizationProviders.v3.getMulti({ isBilling: true })).items
  expect(billing).toHaveLength(40)
  expect(
    expectOk(await organizationProviders.v3.getMulti({ npi: billing[3]!.npi })).items.map(
      (each) => each.organizationProviderId,
    ),
  ).toEqual([billing[3]!.organizationProviderId])
  expect(
    expectOk(
      await organizationProviders.v3.getMulti({
        organizationProviderIds: [
          billing[0]!.organizationProviderId,
          billing[1]!.organizationProviderId,
        ],
      }),
    ).items,
  ).toHaveLength(2)
  expect(
    expectOk(await organizationProviders.v3.getMulti({ searchTerm: billing[2]!.npi })).items,
  ).toHaveLength(1)
  const npis = expectOk(
    await organizationProviders.v3.getMulti({ sort: 'npi:desc', limit: 50 }),
  ).items.map((each) => each.npi as string)
  expect(npis).toEqual(npis.toSorted().toReversed())
})

test('getOrganizationProvider: one by id, and 404', async () => {
  const [first] = expectOk(
    await ehr.client.organizationProviders.v3.getMulti({ isRendering: true, limit: 1 }),
  ).items
  expect(
    expectOk(await ehr.client.organizationProviders.v3.get(first!.organizationProviderId)),
  ).toMatchObject({
    npi: first!.npi,
    isRendering: true,
  })
  expectNotFound(expectRefusal(await ehr.client.organizationProviders.v3.get(nowhere as never)))
})

test('listServiceFacilities: pages and filters', async () => {
  const v2 = ehr.client.organizationServiceFacilities.v2
  const pages = await walkPages(async (at) =>
    expectOk(await v2.getMulti({ limit: 25, ...token(at) })),
  )
  expect(pages.map((page) => page.length)).toEqual([25, 25, 10])
  const facility = pages[1]![0]!
  expect(expectOk(await v2.getMulti({ name: facility.name.toUpperCase() })).items).toHaveLength(1)
  expect(
    expectOk(
      await v2.getMulti({
        organizationServiceFacilityIds: [facility.organizationServiceFacilityId],
      }),
    ).items[0]!.name,
  ).toBe(facility.name)
  expect(expectOk(await v2.getMulti({ externalIds: ['FAC-001', 'FAC-002'] })).items).toHaveLength(2)
  const office = expectOk(await v2.getMulti({ placeOfServiceCode: '11', limit: 60 })).items
  expect(office.length).toBeGreaterThan(0)
  expect(office.every((each) => each.placeOfServiceCode === '11')).toBe(true)
})

test('getServiceFacility: one by id, and 404', async () => {
  const v2 = ehr.client.organizationServiceFacilities.v2
  const [first] = expectOk(await v2.getMulti({ limit: 1 })).items
  expect(expectOk(await v2.get(first!.organizationServiceFacilityId))).toEqual(first)
  expectNotFound(expectRefusal(await v2.get(nowhere as never)))
})

test('listPayers and getPayer: pages, search, one by id, and 404', async () => {
  const v3 = ehr.client.payers.v3
  const pages = await walkPages(async (at) =>
    expectOk(await v3.getAll({ limit: 15, ...token(at) })),
  )
  expect(pages.flat()).toHaveLength(40)
  const payer = pages[2]![0]!
  expect(expectOk(await v3.getAll({ searchTerm: payer.payerName.toLowerCase() })).items).toEqual([
    payer,
  ])
  expect(expectOk(await v3.get(payer.payerUuid))).toEqual(payer)
  expectNotFound(expectRefusal(await v3.get(nowhere as never)))
})

test('listCustomSchemas and getCustomSchema: every type of field, one by id, and 404', async () => {
  const { schemas } = expectOk(await ehr.client.customSchemas.v1.getMulti())
  expect(new Set(schemas.flatMap((schema) => schema.fields.map((field) => field.type)))).toEqual(
    new Set(['BOOLEAN', 'DOUBLE', 'INTEGER', 'STRING']),
  )
  expect(expectOk(await ehr.client.customSchemas.v1.get(schemas[0]!.id))).toEqual(schemas[0])
  expectNotFound(expectRefusal(await ehr.client.customSchemas.v1.get(nowhere as never)))
})

test('listPatients and getPatient: pages, filters, sort, one by id, and 404', async () => {
  const { lists, patients } = ehr.client.preEncounter
  const pages = await walkPages(async (at) =>
    expectOk(await lists.v1.getPatientList({ limit: 45, ...token(at) })),
  )
  const all = pages.flat()
  expect(new Set(all.map(({ patient }) => patient.id)).size).toBe(all.length)
  const { patient } = all[7]!
  const found = expectOk(
    await lists.v1.getPatientList({ filters: `patient.mrn|eq|${patient.mrn}` as never }),
  )
  expect(found.items.map((item) => item.patient.id)).toEqual([patient.id])
  expect(found.total).toBe(1)
  const byBirth = expectOk(
    await lists.v1.getPatientList({
      sortField: 'patient.birthDate' as never,
      sortDirection: 'desc',
      limit: 60,
    }),
  ).items.map((item) => item.patient.birthDate)
  expect(byBirth).toEqual(byBirth.toSorted().toReversed())
  expect(expectOk(await patients.v1.get(patient.id))).toEqual(patient)
  expectNotFound(expectRefusal(await patients.v1.get(nowhere as never)))
})

test('listAppointments and getAppointment: pages with their patients, one by id, and 404', async () => {
  const { lists, appointments } = ehr.client.preEncounter
  const pages = await walkPages(async (at) =>
    expectOk(await lists.v1.getAppointmentList({ limit: 50, ...token(at) })),
  )
  const all = pages.flat()
  expect(new Set(all.map(({ appointment }) => appointment.id)).size).toBe(all.length)
  const { appointment } = all[3]!
  expect(expectOk(await appointments.v1.get(appointment.id))).toEqual(appointment)
  const own = expectOk(
    await lists.v1.getAppointmentList({
      filters: `appointment.patientId|eq|${appointment.patientId}` as never,
    }),
  )
  expect(own.items.every((item) => item.appointment.patientId === appointment.patientId)).toBe(true)
  expect(own.total).toBe(own.items.length)
  expectNotFound(expectRefusal(await appointments.v1.get(nowhere as never)))
})

test('createToken: the token is valid for five hours, and wrong credentials are refused', async () => {
  const { accessToken, expiresIn, tokenType } = expectOk(
    await ehr.client.auth.default.getToken({
      clientId: 'sandbox-client',
      clientSecret: 'sandbox-secret',
    }),
  )
  expect(expiresIn).toBe(18_000)
  expect(tokenType).toMatch(/bearer/i)
  const holder = openPublishedClient(sandbox.url, { token: accessToken })
  expectOk(await holder.client.payers.v3.getAll({ limit: 1 }))
  const wrong = await ehr.client.auth.default.getToken({
    clientId: 'sandbox-client',
    clientSecret: 'guess',
  })
  expect(wrong.ok).toBe(false)
})

test('getClaimCreationSummary, resolveClaimCreationError, resolveChargeCaptureChanges, findChargeCapturesByMetadata: success and refusals', async () => {
  const { chargeCapture, chargeCaptureBundles } = ehr.client
  const before = expectOk(await chargeCaptureBundles.v1.getSummary())
  const makeVisit = await prepareVisits(ehr.client)
  const schema = expectOk(await ehr.client.customSchemas.v1.getMulti()).schemas.find((each) =>
    each.fields.some((field) => field.type === 'STRING'),
  )!
  const key = schema.fields.find((field) => field.type === 'STRING')!.key
  const metadata = [{ schemaId: schema.id, content: { [key]: 'look-ups' } }]
  const wrong = expectOk(await chargeCapture.v1.create(makeVisit({ diagnoses: [] }, { metadata })))
  expect(
    expectOk(await chargeCaptureBundles.v1.getSummary()).chargeCaptureClaimCreationsInErrorCount,
  ).toBe(before.chargeCaptureClaimCreationsInErrorCount + 1)
  const { errors } = expectOk(await chargeCaptureBundles.v1.get(wrong.claimCreationId!))
  expectOk(await chargeCaptureBundles.v1.resolveChargeCreationError(errors[0]!.id))
  expect(
    expectRefusal(await chargeCaptureBundles.v1.resolveChargeCreationError(nowhere)),
  ).toMatchObject({
    errorName: 'EntityNotFoundError',
  })
  expectNotFound(
    expectRefusal(
      await chargeCapture.v1.updatePostBilledChanges({
        chargeCaptureChangeIds: [nowhere as never],
        resolved: true,
      }),
    ),
  )
  const reader = openPublishedClient(sandbox.url, { token: 'sandbox-readonly' })
  expect(
    expectRefusal(
      await reader.client.chargeCaptureBundles.v1.resolveChargeCreationError(errors[0]!.id),
    ),
  ).toMatchObject({ errorName: 'UnauthorizedError' })
  const found = await walkPages(async (at) =>
    expectOk(
      await reader.client.chargeCapture.v1.findByMetadata({ metadata, limit: 1, ...token(at) }),
    ),
  )
  expect(found.flat().map((each) => each.id)).toEqual([wrong.id])
})
