import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnSandbox } from '#lib/sandbox/test-sandbox.ts'
import {
  type ContractId,
  type ContractParties,
  nowhere,
  prepareContracts,
  type RenderingId,
  statusOf,
  walkPages,
} from './contract-parties.ts'
import { expectOk, expectRefusal } from './expect-ok.ts'
import { type PublishedClient, openPublishedClient } from './published-client.ts'

let sandbox: Awaited<ReturnType<typeof startOwnSandbox>>
let partner: PublishedClient
let parties: ContractParties
const v3 = () => partner.client.contracts.v3
const missing = nowhere as ContractId
const idSet = (...ids: readonly string[]) => ({
  renderingProviderIds: new Set(ids as readonly RenderingId[]),
})
const notFound = (id: string) => ({ errorName: 'EntityNotFoundError', content: { id } })
const namesField = (field: string) => ({
  errorName: 'UnprocessableEntityError',
  content: { message: expect.stringMatching(new RegExp(`^${field}: `)) },
})
const tooMany = () =>
  Array.from({ length: 100_001 }, (_, i) => `${nowhere.slice(0, -6)}${String(i).padStart(6, '0')}`)

beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures: 0, contracts: 20, seed: 13 })
  partner = openPublishedClient(sandbox.url)
  parties = await prepareContracts(partner.client)
})
afterAll(() => sandbox.close())

const newContract = async (ids: readonly string[] = []) =>
  expectOk(await v3().create(parties.professional(ids))).contractId

describe('addContractProviders', () => {
  test('addContractProviders: counts the added and the ignored providers', async () => {
    const [a, b, c] = parties.rendering as string[] as [string, string, string]
    const id = await newContract([a])
    expect(expectOk(await v3().addContractProviders(id, idSet(a, b, c)))).toEqual({
      providerCount: 3,
      addedCount: 2,
      ignoredCount: 1,
    })
    expect(expectOk(await v3().addContractProviders(id, idSet()))).toEqual({
      providerCount: 3,
      addedCount: 0,
      ignoredCount: 0,
    })
  })

  test('addContractProviders: EntityNotFoundError for the contract and for a provider', async () => {
    expect(expectRefusal(await v3().addContractProviders(missing, idSet()))).toEqual(
      notFound(nowhere),
    )
    expect(
      expectRefusal(
        await v3().addContractProviders(await newContract(), idSet(parties.rendering[0]!, nowhere)),
      ),
    ).toEqual(notFound(nowhere))
  })

  test('addContractProviders: UnprocessableEntityError for more than 100,000', async () => {
    expect(
      expectRefusal(await v3().addContractProviders(await newContract(), idSet(...tooMany()))),
    ).toEqual(namesField('rendering_provider_ids'))
  })
})

describe('removeContractProviders', () => {
  test('removeContractProviders: returns the new number of providers', async () => {
    const [a, b, c] = parties.rendering as string[] as [string, string, string]
    const id = await newContract([a, b, c])
    expect(expectOk(await v3().removeContractProviders(id, idSet(a, c)))).toEqual({
      providerCount: 1,
    })
    expect(
      expectOk(await v3().getContractProviders(id)).items.map(
        (each) => each.organizationProviderId as string,
      ),
    ).toEqual([b])
  })

  test('removeContractProviders: EntityNotFoundError for an id that is not on it, and no provider is removed', async () => {
    const [a, b] = parties.rendering as string[] as [string, string]
    const id = await newContract([a])
    expect(expectRefusal(await v3().removeContractProviders(id, idSet(a, b)))).toEqual(notFound(b))
    expect(expectOk(await v3().getContractProviders(id)).items).toHaveLength(1)
    expect(expectRefusal(await v3().removeContractProviders(missing, idSet(a)))).toEqual(
      notFound(nowhere),
    )
  })

  test('removeContractProviders: UnprocessableEntityError for more than 100,000', async () => {
    expect(
      expectRefusal(await v3().removeContractProviders(await newContract(), idSet(...tooMany()))),
    ).toEqual(namesField('rendering_provider_ids'))
  })
})

describe('listContractProviders', () => {
  test('listContractProviders: pages of 100 by default, read to the end', async () => {
    const ids = parties.rendering.slice(0, 230)
    const id = await newContract(ids)
    const pages = await walkPages(async (pageToken) =>
      expectOk(await v3().getContractProviders(id, { pageToken })),
    )
    expect(pages.map((page) => page.length)).toEqual([100, 100, 30])
    expect(new Set(pages.flat().map((each) => each.organizationProviderId as string))).toEqual(
      new Set(ids),
    )
    expect(pages[0]![0]).toMatchObject({
      isRendering: true,
      employmentStatus: expect.stringMatching(/ACTIVE|TERMINATED/),
      npi: expect.stringMatching(/^\d{10}$/),
    })
    expect(expectOk(await v3().getContractProviders(id, { limit: 1000 })).items).toHaveLength(230)
  })

  test('listContractProviders: EntityNotFoundError', async () => {
    expect(expectRefusal(await v3().getContractProviders(missing))).toEqual(notFound(nowhere))
  })

  test('listContractProviders: UnprocessableEntityError for more than 1,000 items and for an unknown token', async () => {
    const id = await newContract()
    expect(expectRefusal(await v3().getContractProviders(id, { limit: 1001 }))).toEqual(
      namesField('limit'),
    )
    expect(
      expectRefusal(await v3().getContractProviders(id, { pageToken: 'forged' as never })),
    ).toEqual(namesField('page_token'))
  })
})

describe('listContractProviderCredentialing', () => {
  test('listContractProviderCredentialing: demo contracts show spans of several statuses, and providers without one', async () => {
    const statuses = new Set<string>()
    let without = 0
    for (const { contractId, payer, contractingProvider } of expectOk(
      await v3().getMulti({ contractStatus: 'effective' }),
    ).items) {
      const pages = await walkPages(async (pageToken) =>
        expectOk(
          await v3().getContractProviderCredentialingSpans(contractId, { limit: 7, pageToken }),
        ),
      )
      for (const { provider, credentialingSpans } of pages.flat()) {
        if (credentialingSpans.length === 0) without += 1
        for (const span of credentialingSpans) {
          statuses.add(span.credentialingStatus)
          expect([
            span.payer.payerUuid,
            span.contractingProvider.organizationProviderId,
            span.renderingProvider.organizationProviderId,
          ]).toEqual([
            payer.payerUuid,
            contractingProvider.organizationProviderId,
            provider.organizationProviderId,
          ])
        }
      }
    }
    expect([...statuses].toSorted()).toEqual([
      'effective',
      'expired',
      'pending',
      'work_in_progress',
    ])
    expect(without).toBeGreaterThan(0)
  })

  test('listContractProviderCredentialing: EntityNotFoundError', async () => {
    expect(expectRefusal(await v3().getContractProviderCredentialingSpans(missing))).toEqual(
      notFound(nowhere),
    )
  })

  test('listContractProviderCredentialing: UnprocessableEntityError for more than 1,000 items', async () => {
    expect(
      expectRefusal(
        await v3().getContractProviderCredentialingSpans(await newContract(), { limit: 1001 }),
      ),
    ).toEqual(namesField('limit'))
  })
})

describe('contract service facilities', () => {
  const institutional = async () => expectOk(await v3().create(parties.institutional())).contractId

  test('createContractServiceFacility: returns its set of providers, and the contract shows it', async () => {
    const contractId = await institutional()
    const providerIds = new Set(parties.rendering.slice(0, 4) as string[])
    const made = expectOk(
      await v3().createContractServiceFacility(contractId, {
        serviceFacilityId: parties.facilities[3]!,
        providerIds,
      }),
    )
    expect(made).toMatchObject({
      contractId,
      serviceFacilityId: parties.facilities[3],
      providerIds,
    })
    expect(expectOk(await v3().get(contractId))).toMatchObject({
      type: 'institutional',
      providerCount: 4,
      contractServiceFacilities: [made],
    })
  })

  test('createContractServiceFacility: UnprocessableEntityError', async () => {
    const contractId = await institutional()
    expect(
      expectRefusal(
        await v3().createContractServiceFacility(contractId, {
          serviceFacilityId: nowhere,
          providerIds: new Set(),
        }),
      ),
    ).toEqual(namesField('service_facility_id'))
    expect(
      expectRefusal(
        await v3().createContractServiceFacility(contractId, {
          serviceFacilityId: parties.facilities[0]!,
          providerIds: new Set([nowhere]),
        }),
      ),
    ).toEqual(namesField('provider_ids'))
    expect(
      expectRefusal(
        await v3().createContractServiceFacility(await newContract(), {
          serviceFacilityId: parties.facilities[0]!,
          providerIds: new Set(),
        }),
      ).errorName,
    ).toBe('UnprocessableEntityError')
  })

  test('updateContractServiceFacility: replaces the place and the providers', async () => {
    const contractId = await institutional()
    const made = expectOk(
      await v3().createContractServiceFacility(contractId, {
        serviceFacilityId: parties.facilities[3]!,
        providerIds: new Set(parties.rendering.slice(0, 2) as string[]),
      }),
    )
    const providerIds = new Set([parties.rendering[5] as string])
    const moved = expectOk(
      await v3().updateContractServiceFacility(contractId, made.contractServiceFacilityId, {
        serviceFacilityId: parties.facilities[4]!,
        providerIds,
      }),
    )
    expect(moved).toEqual({ ...made, serviceFacilityId: parties.facilities[4], providerIds })
    expect(
      expectOk(
        await v3().updateContractServiceFacility(contractId, made.contractServiceFacilityId),
      ),
    ).toEqual(moved)
  })

  test('updateContractServiceFacility: UnprocessableEntityError, and 404 for an unknown facility', async () => {
    const contractId = await institutional()
    const made = expectOk(
      await v3().createContractServiceFacility(contractId, {
        serviceFacilityId: parties.facilities[3]!,
        providerIds: new Set(),
      }),
    )
    expect(
      expectRefusal(
        await v3().updateContractServiceFacility(contractId, made.contractServiceFacilityId, {
          serviceFacilityId: nowhere,
        }),
      ),
    ).toEqual(namesField('service_facility_id'))
    expect(
      statusOf(
        expectRefusal(await v3().updateContractServiceFacility(contractId, nowhere as never, {}))
          .content,
      ),
    ).toBe(404)
  })
})
