import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startOwnSandbox } from '#lib/sandbox/test-sandbox.ts'
import {
  type ContractId,
  type ContractParties,
  nowhere,
  prepareContracts,
  statusOf,
  walkPages,
} from './contract-parties.ts'
import { expectOk, expectRefusal } from './expect-ok.ts'
import { type PublishedClient, openPublishedClient } from './published-client.ts'

let sandbox: Awaited<ReturnType<typeof startOwnSandbox>>
let partner: PublishedClient
let parties: ContractParties
const v3 = () => partner.client.contracts.v3

beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures: 0, contracts: 40, seed: 11 })
  partner = openPublishedClient(sandbox.url)
  parties = await prepareContracts(partner.client)
})
afterAll(() => sandbox.close())

const wrongDates = { effectiveDate: '2026-05-01', expirationDate: '2026-04-30' } as never
const missing = nowhere as ContractId

describe('createContractV3', () => {
  test('createContractV3: returns a professional contract with its set of providers, unions and dates', async () => {
    const ids = parties.rendering.slice(0, 3)
    const made = expectOk(
      await v3().create(
        parties.professional(ids, {
          expirationDate: '2027-12-31' as never,
          contractStatus: 'effective',
          authorizedSignatory: { firstName: 'Ada', lastName: 'Field', title: 'Director' },
        }),
      ),
    )
    expect(made).toMatchObject({
      type: 'professional',
      providerCount: 3,
      effectiveDate: '2026-03-01',
      expirationDate: '2027-12-31',
      contractStatus: 'effective',
      regions: { type: 'states', states: ['OR', 'WA'] },
      authorizedSignatory: { firstName: 'Ada', lastName: 'Field', title: 'Director' },
      commercialInsuranceTypes: { type: 'allApply' },
      medicareInsuranceTypes: { type: 'noneApply' },
      medicaidInsuranceTypes: { type: 'theseApply', value: new Set(['MC', 'HM']) },
      contractingProvider: {
        organizationProviderId: parties.billing[4],
        employmentStatus: 'ACTIVE',
      },
      payer: { payerUuid: parties.payers[2]!.payerUuid },
    })
    expect(made.type === 'professional' && made.renderingProviderIds).toEqual(new Set(ids))
  })

  test('createContractV3: returns an institutional contract with its service facilities', async () => {
    const providerIds = new Set(parties.rendering.slice(0, 2) as string[])
    const made = expectOk(
      await v3().create(
        parties.institutional({
          contractServiceFacilities: [{ serviceFacilityId: parties.facilities[0]!, providerIds }],
          regions: { type: 'national' },
        }),
      ),
    )
    expect(made).toMatchObject({
      type: 'institutional',
      providerCount: 2,
      contractStatus: 'pending',
      regions: { type: 'national' },
    })
    const [facility] = made.type === 'institutional' ? made.contractServiceFacilities : []
    expect(facility).toMatchObject({
      contractId: made.contractId,
      serviceFacilityId: parties.facilities[0],
      providerIds,
    })
  })

  test('createContractV3: refuses unknown ids, and expiration before the effective date, with 422', async () => {
    expect(
      statusOf(
        expectRefusal(await v3().create(parties.professional([], { payerUuid: nowhere }))).content,
      ),
    ).toBe(422)
    expect(
      statusOf(expectRefusal(await v3().create(parties.professional([nowhere]))).content),
    ).toBe(422)
    expect(
      statusOf(expectRefusal(await v3().create(parties.professional([], wrongDates))).content),
    ).toBe(422)
  })
})

describe('getContractV3', () => {
  test('getContractV3: both kinds of the union', async () => {
    for (const request of [
      parties.professional(parties.rendering.slice(0, 2)),
      parties.institutional(),
    ]) {
      const made = expectOk(await v3().create(request))
      expect(expectOk(await v3().get(made.contractId))).toEqual(made)
    }
  })

  test('getContractV3: EntityNotFoundError', async () => {
    expect(expectRefusal(await v3().get(missing))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id: nowhere },
    })
  })
})

describe('updateContractV3', () => {
  test('updateContractV3: set and remove of date, regions and signatory', async () => {
    const { contractId } = expectOk(
      await v3().create(parties.professional([], { expirationDate: '2027-01-31' as never })),
    )
    const set = expectOk(
      await v3().update(contractId, {
        type: 'professional',
        contractStatus: 'cancelled',
        effectiveDate: '2026-06-01' as never,
        expirationDate: { type: 'set', value: '2028-01-31' as never },
        regions: { type: 'set', value: { type: 'national' } },
        authorizedSignatory: { type: 'set', firstName: 'Bo' },
        medicareInsuranceTypes: { type: 'theseApply', value: new Set(['MB']) },
      }),
    )
    expect(set).toMatchObject({
      contractStatus: 'cancelled',
      effectiveDate: '2026-06-01',
      expirationDate: '2028-01-31',
      regions: { type: 'national' },
      authorizedSignatory: { firstName: 'Bo' },
      medicareInsuranceTypes: { type: 'theseApply', value: new Set(['MB']) },
    })
    const removed = expectOk(
      await v3().update(contractId, {
        type: 'professional',
        expirationDate: { type: 'remove' },
        regions: { type: 'remove' },
        authorizedSignatory: { type: 'remove' },
      }),
    )
    expect([removed.expirationDate, removed.authorizedSignatory, removed.regions]).toEqual([
      undefined,
      undefined,
      { type: 'states', states: [] },
    ])
    expect(removed).toMatchObject({ contractStatus: 'cancelled', effectiveDate: '2026-06-01' })
  })

  test('updateContractV3: regions and the set of providers are replaced exactly', async () => {
    const { contractId } = expectOk(
      await v3().create(parties.professional(parties.rendering.slice(0, 3))),
    )
    const ids = new Set(parties.rendering.slice(2, 6))
    const changed = expectOk(
      await v3().update(contractId, {
        type: 'professional',
        renderingProviderIds: ids,
        regions: { type: 'set', value: { type: 'states', states: ['NV'] } },
      }),
    )
    expect(changed).toMatchObject({ providerCount: 4, regions: { type: 'states', states: ['NV'] } })
    expect(changed.type === 'professional' && changed.renderingProviderIds).toEqual(ids)
  })

  test('updateContractV3: an institutional contract keeps the named facilities', async () => {
    const contractServiceFacilities = parties.facilities
      .slice(0, 3)
      .map((serviceFacilityId) => ({ serviceFacilityId, providerIds: new Set<string>() }))
    const made = expectOk(await v3().create(parties.institutional({ contractServiceFacilities })))
    const facilities = made.type === 'institutional' ? made.contractServiceFacilities : []
    const changed = expectOk(
      await v3().update(made.contractId, {
        type: 'institutional',
        contractServiceFacilityIds: new Set([facilities[1]!.contractServiceFacilityId]),
      }),
    )
    expect(changed.type === 'institutional' && changed.contractServiceFacilities).toEqual([
      facilities[1],
    ])
  })

  test('updateContractV3: UnprocessableEntityError', async () => {
    const { contractId } = expectOk(await v3().create(parties.professional()))
    expect(expectRefusal(await v3().update(contractId, { type: 'institutional' }))).toMatchObject({
      errorName: 'UnprocessableEntityError',
      content: { message: expect.any(String) },
    })
    expect(
      expectRefusal(
        await v3().update(contractId, {
          type: 'professional',
          renderingProviderIds: new Set([nowhere as never]),
        }),
      ).errorName,
    ).toBe('UnprocessableEntityError')
    expect(
      expectRefusal(
        await v3().update(contractId, {
          type: 'professional',
          effectiveDate: '2026-02-30' as never,
        }),
      ).content,
    ).toMatchObject({ message: expect.stringMatching(/^effective_date: /) })
  })

  test('updateContractV3: ContractInvalidExpirationDateHttpError', async () => {
    const { contractId } = expectOk(await v3().create(parties.professional()))
    const refusal = expectRefusal(
      await v3().update(contractId, {
        type: 'professional',
        expirationDate: { type: 'set', value: '2026-02-28' as never },
      }),
    )
    expect(refusal).toEqual({
      errorName: 'ContractInvalidExpirationDateHttpError',
      content: { message: expect.any(String) },
    })
    expect(
      statusOf(expectRefusal(await v3().update(missing, { type: 'professional' })).content),
    ).toBe(404)
  })
})

describe('listContractsV3', () => {
  test('listContractsV3: pending contracts by default, and each status by its filter', async () => {
    expect(
      expectOk(await v3().getMulti()).items.every((each) => each.contractStatus === 'pending'),
    ).toBe(true)
    for (const contractStatus of ['pending', 'effective', 'cancelled'] as const) {
      const { items } = expectOk(await v3().getMulti({ contractStatus }))
      expect(items.length).toBeGreaterThan(0)
      expect(items.every((each) => each.contractStatus === contractStatus)).toBe(true)
    }
  })

  test('listContractsV3: the pages of every sort have each contract once', async () => {
    const all = expectOk(
      await v3().getMulti({ contractStatus: 'effective', limit: 1000 }),
    ).items.map((each) => each.contractId)
    for (const sort of [
      'created_at',
      'payer_name',
      'payer_id',
      'billing_provider_name',
      'effective_date',
      'contract_status',
    ] as const) {
      const pages = await walkPages(async (pageToken) =>
        expectOk(
          await v3().getMulti({
            contractStatus: 'effective',
            limit: 5,
            sort,
            sortDirection: 'asc',
            pageToken,
          }),
        ),
      )
      expect(
        pages
          .flat()
          .map((each) => each.contractId)
          .toSorted(),
        sort,
      ).toEqual(all.toSorted())
    }
  })

  test('listContractsV3: type, contracting provider, and arrays of providers, payers and states', async () => {
    const wanted = expectOk(
      await v3().create(
        parties.professional(parties.rendering.slice(40, 42), {
          contractStatus: 'effective',
          contractingProviderId: parties.billing[9] as never,
          regions: { type: 'states', states: ['GU'] },
        }),
      ),
    )
    const payerNames = [parties.payers[2]!.payerName, 'nobody']
    const ids = async (request: Parameters<ReturnType<typeof v3>['getMulti']>[0]) =>
      expectOk(
        await v3().getMulti({
          contractStatus: 'effective',
          contractingProviderId: parties.billing[9] as never,
          ...request,
        }),
      ).items.map((each) => each.contractId)
    const { contractId } = wanted
    expect(await ids({ type: 'professional', payerNames })).toContain(contractId)
    expect(await ids({ type: 'institutional' })).not.toContain(contractId)
    expect(
      await ids({ renderingProviderIds: [parties.rendering[41]! as never, nowhere as never] }),
    ).toContain(contractId)
    expect(await ids({ renderingProviderIds: nowhere as never })).toEqual([])
    expect(await ids({ states: ['GU', 'AS'], payerNames: parties.payers[2]!.payerName })).toContain(
      contractId,
    )
    expect(await ids({ states: 'AS', payerNames })).not.toContain(contractId)
  })

  test('listContractsV3: more than 1,000 items are refused with 422', async () => {
    expect(statusOf(expectRefusal(await v3().getMulti({ limit: 1001 })).content)).toBe(422)
    expect(expectOk(await v3().getMulti({ limit: 1000 })).items.length).toBeGreaterThan(0)
  })
})

describe('deleteContractV3', () => {
  test('deleteContractV3: deletes a contract; 404 the second time', async () => {
    const { contractId } = expectOk(await v3().create(parties.institutional()))
    expectOk(await v3().delete(contractId))
    expect(expectRefusal(await v3().get(contractId)).errorName).toBe('EntityNotFoundError')
    expect(statusOf(expectRefusal(await v3().delete(contractId)).content)).toBe(404)
  })

  test('deleteContractV3: ContractIsLinkedToFeeScheduleHttpError', async () => {
    const refusals = []
    for (const { contractId } of expectOk(await v3().getMulti({ contractStatus: 'effective' }))
      .items) {
      const answer = await v3().delete(contractId)
      if (!answer.ok) refusals.push(expectRefusal(answer))
    }
    expect(refusals.length).toBeGreaterThan(0)
    expect(refusals[0]).toEqual({
      errorName: 'ContractIsLinkedToFeeScheduleHttpError',
      content: { message: expect.any(String) },
    })
  })
})
