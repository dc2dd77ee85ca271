import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnSandbox } from '#lib/sandbox/test-sandbox.ts'
import { type ContractParties, nowhere, prepareContracts, walkPages } from './contract-parties.ts'
import { expectOk, expectRefusal } from './expect-ok.ts'
import { type PublishedClient, openPublishedClient } from './published-client.ts'

let sandbox: Awaited<ReturnType<typeof startOwnSandbox>>
let partner: PublishedClient
let parties: ContractParties
const spans = () => partner.client.credentialing.v2
const missing = nowhere as never
// The client has two brands for this id.
const idOf = (span: { providerCredentialingSpanId: string }) =>
  span.providerCredentialingSpanId as never
const notFound = { errorName: 'EntityNotFoundError', content: { id: nowhere } }
const dates = {
  startDate: '2026-01-01',
  endDate: '2031-12-31',
  submittedDate: '2025-10-01',
  payerLoadedDate: '2026-01-20',
}

const facilityRequest = (change: object = {}) => ({
  serviceFacilityId: parties.facilities[0]!,
  contractingProviderId: parties.billing[0]!,
  payerUuid: parties.payers[0]!.payerUuid,
  ...change,
})
const providerRequest = (change: object = {}) => ({
  renderingProviderId: parties.rendering[0]! as string,
  contractingProviderId: parties.billing[0]!,
  payerUuid: parties.payers[0]!.payerUuid,
  regions: { type: 'national' as const },
  ...change,
})

beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures: 0, contracts: 20, seed: 14 })
  partner = openPublishedClient(sandbox.url)
  parties = await prepareContracts(partner.client)
})
afterAll(() => sandbox.close())

describe('facility spans', () => {
  test('createFacilityCredentialingSpan and getFacilityCredentialingSpan: dates, computed status and full records', async () => {
    const made = expectOk(await spans().createFacility(facilityRequest(dates)))
    expect(made).toMatchObject({
      ...dates,
      credentialingStatus: 'effective',
      isEnabled: true,
      serviceFacility: { organizationServiceFacilityId: parties.facilities[0] },
      contractingProvider: { organizationProviderId: parties.billing[0] },
      payer: parties.payers[0]!,
    })
    expect(expectOk(await spans().getFacility(made.facilityCredentialingSpanId))).toEqual(made)
    expect(expectOk(await spans().createFacility(facilityRequest()))).toMatchObject({
      credentialingStatus: 'work_in_progress',
    })
  })

  test('createFacilityCredentialingSpan: HttpRequestValidationsError with the field', async () => {
    expect(
      expectRefusal(await spans().createFacility(facilityRequest({ serviceFacilityId: nowhere }))),
    ).toMatchObject({
      errorName: 'HttpRequestValidationsError',
      content: [{ fieldName: 'service_facility_id' }],
    })
    expect(
      expectRefusal(await spans().createFacility(facilityRequest({ startDate: 'soon' }))),
    ).toMatchObject({
      errorName: 'HttpRequestValidationsError',
      content: [{ fieldName: 'start_date' }],
    })
  })

  test('createFacilityCredentialingSpan: UnauthorizedError', async () => {
    const reader = openPublishedClient(sandbox.url, { token: 'sandbox-readonly' })
    expect(
      expectRefusal(await reader.client.credentialing.v2.createFacility(facilityRequest())),
    ).toMatchObject({
      errorName: 'UnauthorizedError',
      content: { message: expect.any(String) },
    })
  })

  test('listFacilityCredentialingSpans: filters, and pages to the end', async () => {
    const payerUuid = parties.payers[39]!.payerUuid
    for (let i = 0; i < 5; i += 1)
      expectOk(
        await spans().createFacility(
          facilityRequest({ payerUuid, serviceFacilityId: parties.facilities[i % 2]! }),
        ),
      )
    const pages = await walkPages(async (pageToken) =>
      expectOk(
        await spans().getAllFacilities({
          payerUuid,
          contractingProviderId: parties.billing[0]!,
          limit: 2,
          pageToken,
        }),
      ),
    )
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(
      expectOk(
        await spans().getAllFacilities({ payerUuid, serviceFacilityId: parties.facilities[1]! }),
      ).items,
    ).toHaveLength(2)
    expect(expectOk(await spans().getAllFacilities()).items.length).toBeGreaterThan(5)
  })

  test('updateFacilityCredentialingSpan: changes only members that are sent', async () => {
    const made = expectOk(await spans().createFacility(facilityRequest(dates)))
    const changed = expectOk(
      await spans().updateFacility(made.facilityCredentialingSpanId, {
        contractingProviderId: parties.billing[1]!,
        endDate: '2026-06-30',
      }),
    )
    expect(changed).toMatchObject({
      ...dates,
      endDate: '2026-06-30',
      credentialingStatus: 'expired',
      contractingProvider: { organizationProviderId: parties.billing[1] },
    })
  })

  test('updateFacilityCredentialingSpan: EntityNotFoundError, HttpRequestValidationsError, UnauthorizedError', async () => {
    const { facilityCredentialingSpanId: id } = expectOk(
      await spans().createFacility(facilityRequest(dates)),
    )
    const named = { contractingProviderId: parties.billing[0]! }
    expect(expectRefusal(await spans().updateFacility(missing, named))).toEqual(notFound)
    expect(
      expectRefusal(await spans().updateFacility(id, { ...named, endDate: '2020-01-01' })),
    ).toMatchObject({
      errorName: 'HttpRequestValidationsError',
      content: [{ fieldName: 'end_date' }],
    })
    const reader = openPublishedClient(sandbox.url, { token: 'sandbox-readonly' })
    expect(
      expectRefusal(await reader.client.credentialing.v2.updateFacility(id, named)).errorName,
    ).toBe('UnauthorizedError')
  })

  test('deleteFacilityCredentialingSpan: gone afterwards; getFacilityCredentialingSpan: EntityNotFoundError', async () => {
    const { facilityCredentialingSpanId: id } = expectOk(
      await spans().createFacility(facilityRequest()),
    )
    expectOk(await spans().deleteFacility(id))
    expect(expectRefusal(await spans().getFacility(id))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id },
    })
    expect(expectRefusal(await spans().deleteFacility(id)).errorName).toBe('EntityNotFoundError')
  })
})

describe('provider spans', () => {
  test('createProviderCredentialingSpan and getProviderCredentialingSpan: regions, source and full records', async () => {
    const made = expectOk(
      await spans().create(
        providerRequest({ ...dates, regions: { type: 'states', states: ['OR', 'ID'] } }),
      ),
    )
    expect(made).toMatchObject({
      ...dates,
      credentialingStatus: 'effective',
      regions: { type: 'states', states: ['OR', 'ID'] },
      source: 'API',
      renderingProvider: { organizationProviderId: parties.rendering[0], qualifications: [] },
      contractingProvider: { organizationProviderId: parties.billing[0] },
      payer: parties.payers[0]!,
    })
    expect(expectOk(await spans().get(idOf(made)))).toEqual(made)
    expect(
      expectOk(await spans().create(providerRequest({ submittedDate: '2026-09-01' }))),
    ).toMatchObject({
      regions: { type: 'national' },
      credentialingStatus: 'pending',
    })
  })

  test('createProviderCredentialingSpan: HttpRequestValidationsError and UnauthorizedError', async () => {
    expect(
      expectRefusal(
        await spans().create(providerRequest({ renderingProviderId: nowhere, payerUuid: nowhere })),
      ),
    ).toMatchObject({
      errorName: 'HttpRequestValidationsError',
      content: [{ fieldName: 'payer_uuid' }, { fieldName: 'rendering_provider_id' }],
    })
    const reader = openPublishedClient(sandbox.url, { token: 'sandbox-readonly' })
    expect(
      expectRefusal(await reader.client.credentialing.v2.create(providerRequest())).errorName,
    ).toBe('UnauthorizedError')
  })

  test('listProviderCredentialingSpans: roles, payer, and pages to the end', async () => {
    const payerUuid = parties.payers[38]!.payerUuid
    const renderingProviderId = parties.rendering[90]! as string
    for (let i = 0; i < 5; i += 1)
      expectOk(await spans().create(providerRequest({ payerUuid, renderingProviderId })))
    const pages = await walkPages(async (pageToken) =>
      expectOk(
        await spans().getAll({
          payerUuid,
          providerId: renderingProviderId,
          asRenderingProvider: true,
          limit: 2,
          pageToken,
        }),
      ),
    )
    expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
    expect(
      expectOk(
        await spans().getAll({
          payerUuid,
          providerId: parties.billing[0]!,
          asContractingProvider: true,
        }),
      ).items,
    ).toHaveLength(5)
    expect(
      expectOk(
        await spans().getAll({
          payerUuid,
          providerId: renderingProviderId,
          asContractingProvider: true,
        }),
      ).items,
    ).toEqual([])
  })

  test('listProviderCredentialingSpans: UnprocessableEntityError for a role without a provider', async () => {
    expect(expectRefusal(await spans().getAll({ asRenderingProvider: true }))).toMatchObject({
      errorName: 'UnprocessableEntityError',
      content: { message: expect.stringContaining('provider_id') },
    })
    const tooMany = {
      errorName: 'UnprocessableEntityError',
      content: { message: expect.stringMatching(/^limit: /) },
    }
    expect(expectRefusal(await spans().getAll({ limit: 1001 }))).toEqual(tooMany)
    expect(expectRefusal(await spans().getAllFacilities({ limit: 1001 }))).toEqual(tooMany)
  })

  test('updateProviderCredentialingSpan: changes regions, payer and dates only', async () => {
    const made = expectOk(await spans().create(providerRequest(dates)))
    const changed = expectOk(
      await spans().update(idOf(made), {
        payerUuid: parties.payers[1]!.payerUuid,
        regions: { type: 'states', states: ['WA'] },
        payerLoadedDate: '2026-02-02',
      }),
    )
    expect(changed).toMatchObject({
      ...dates,
      payerLoadedDate: '2026-02-02',
      regions: { type: 'states', states: ['WA'] },
      payer: parties.payers[1]!,
      contractingProvider: { organizationProviderId: parties.billing[0] },
    })
    expect(expectOk(await spans().update(idOf(made)))).toEqual(changed)
  })

  test('updateProviderCredentialingSpan: EntityNotFoundError, HttpRequestValidationsError, UnauthorizedError', async () => {
    const id = idOf(expectOk(await spans().create(providerRequest())))
    expect(expectRefusal(await spans().update(missing, {}))).toEqual(notFound)
    expect(
      expectRefusal(await spans().update(id, { contractingProviderId: nowhere })),
    ).toMatchObject({
      errorName: 'HttpRequestValidationsError',
      content: [{ fieldName: 'contracting_provider_id' }],
    })
    const reader = openPublishedClient(sandbox.url, { token: 'sandbox-readonly' })
    expect(expectRefusal(await reader.client.credentialing.v2.update(id, {})).errorName).toBe(
      'UnauthorizedError',
    )
    expect(expectRefusal(await reader.client.credentialing.v2.delete(id)).errorName).toBe(
      'UnauthorizedError',
    )
  })

  test('deleteProviderCredentialingSpan: gone afterwards; getProviderCredentialingSpan: EntityNotFoundError', async () => {
    const id = idOf(expectOk(await spans().create(providerRequest())))
    expectOk(await spans().delete(id))
    expect(expectRefusal(await spans().get(id))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id },
    })
    expect(expectRefusal(await spans().delete(id)).errorName).toBe('EntityNotFoundError')
  })
})
