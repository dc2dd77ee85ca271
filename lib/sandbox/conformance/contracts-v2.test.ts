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
const v2 = () => partner.client.contracts.v2
const create = (ids: readonly string[] = [], change: object = {}) =>
  v2().create({ ...parties.terms(), renderingProviderIds: new Set(ids) as never, ...change })
const missing = nowhere as never

beforeAll(async () => {
  sandbox = await startOwnSandbox({ captures: 0, contracts: 40, seed: 12 })
  partner = openPublishedClient(sandbox.url)
  parties = await prepareContracts(partner.client)
})
afterAll(() => sandbox.close())

describe('createContractV2', () => {
  test('createContractV2: returns its set of providers, and both versions show the same contract', async () => {
    const ids = parties.rendering.slice(0, 3)
    const made = expectOk(
      await create(ids, { contractStatus: 'effective', authorizedSignatory: { firstName: 'Ada' } }),
    )
    expect(made).toMatchObject({
      providerCount: 3,
      contractStatus: 'effective',
      authorizedSignatory: { firstName: 'Ada' },
      payer: { payerUuid: parties.payers[2]!.payerUuid },
      medicaidInsuranceTypes: { type: 'theseApply', value: new Set(['MC', 'HM']) },
    })
    expect(made.renderingProviderIds).toEqual(new Set(ids))
    expect(
      expectOk(await partner.client.contracts.v3.get(made.contractId as string as ContractId)),
    ).toEqual({
      ...made,
      type: 'professional',
    })
  })

  test('createContractV2: more than 4,000 providers, unknown ids and wrong dates are refused with 422', async () => {
    const many = Array.from(
      { length: 4001 },
      (_, i) => `${nowhere.slice(0, -4)}${String(i).padStart(4, '0')}`,
    )
    for (const answer of [
      await create(many),
      await create([nowhere]),
      await create([], { contractingProviderId: nowhere }),
      await create([], { expirationDate: '2020-01-01' }),
    ]) {
      expect(statusOf(expectRefusal(answer).content)).toBe(422)
    }
  })
})

describe('getContractV2', () => {
  test('getContractV2: reads what was created', async () => {
    const made = expectOk(await create(parties.rendering.slice(5, 7)))
    expect(expectOk(await v2().get(made.contractId))).toEqual(made)
  })

  test('getContractV2: EntityNotFoundError, for an institutional contract too', async () => {
    expect(expectRefusal(await v2().get(missing))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id: nowhere },
    })
    const { contractId } = expectOk(
      await partner.client.contracts.v3.create(parties.institutional()),
    )
    expect(expectRefusal(await v2().get(contractId as string as never))).toEqual({
      errorName: 'EntityNotFoundError',
      content: { id: contractId },
    })
  })
})

describe('updateContractV2', () => {
  test('updateContractV2: set, remove, and an exact set of providers', async () => {
    const { contractId } = expectOk(
      await create(parties.rendering.slice(0, 2), { expirationDate: '2027-01-31' }),
    )
    const ids = new Set(parties.rendering.slice(1, 4))
    const changed = expectOk(
      await v2().update(contractId, {
        renderingProviderIds: ids as never,
        regions: { type: 'set', value: { type: 'states', states: ['CA'] } },
        expirationDate: { type: 'remove' },
        contractStatus: 'cancelled',
      }),
    )
    expect(changed).toMatchObject({
      providerCount: 3,
      renderingProviderIds: ids,
      regions: { type: 'states', states: ['CA'] },
      contractStatus: 'cancelled',
    })
    expect(changed.expirationDate).toBeUndefined()
    expect(expectOk(await v2().update(contractId, {}))).toEqual(changed)
  })

  test('updateContractV2: UnprocessableEntityError', async () => {
    const { contractId } = expectOk(await create())
    const many = new Set(
      Array.from(
        { length: 4001 },
        (_, i) => `${nowhere.slice(0, -4)}${String(i).padStart(4, '0')}`,
      ),
    )
    expect(
      expectRefusal(await v2().update(contractId, { renderingProviderIds: many as never })),
    ).toEqual({
      errorName: 'UnprocessableEntityError',
      content: { message: expect.stringMatching(/^rendering_provider_ids: /) },
    })
    expect(
      expectRefusal(
        await v2().update(contractId, { renderingProviderIds: new Set([nowhere]) as never }),
      ).errorName,
    ).toBe('UnprocessableEntityError')
  })

  test('updateContractV2: ContractInvalidExpirationDateHttpError', async () => {
    const { contractId } = expectOk(await create([], { expirationDate: '2026-12-31' }))
    expect(
      expectRefusal(await v2().update(contractId, { effectiveDate: '2027-01-01' as never })),
    ).toEqual({
      errorName: 'ContractInvalidExpirationDateHttpError',
      content: { message: expect.any(String) },
    })
    expect(statusOf(expectRefusal(await v2().update(missing, {})).content)).toBe(404)
  })
})

describe('listContractsV2', () => {
  test('listContractsV2: professional contracts only, pending by default, with pages to the end', async () => {
    const both = expectOk(
      await partner.client.contracts.v3.getMulti({ contractStatus: 'effective' }),
    ).items
    const professional = both
      .filter((each) => each.type === 'professional')
      .map((each) => each.contractId as string)
    expect(professional.length).toBeLessThan(both.length)
    const pages = await walkPages(async (pageToken) =>
      expectOk(await v2().getMulti({ contractStatus: 'effective', limit: 4, pageToken })),
    )
    expect(pages.flat().map((each) => each.contractId as string)).toEqual(professional)
    expect(
      expectOk(await v2().getMulti()).items.every((each) => each.contractStatus === 'pending'),
    ).toBe(true)
  })

  test('listContractsV2: filters with one value and with arrays', async () => {
    const contractingProviderId = parties.billing[20] as never
    const { contractId } = expectOk(
      await create(parties.rendering.slice(60, 62), {
        contractingProviderId,
        regions: { type: 'states', states: ['AS'] },
      }),
    )
    const ids = async (request: object) =>
      expectOk(await v2().getMulti({ contractingProviderId, ...request })).items.map(
        (each) => each.contractId,
      )
    expect(
      await ids({
        states: ['AS', 'GU'],
        payerNames: [parties.payers[2]!.payerName],
        renderingProviderIds: [parties.rendering[60]!],
        sort: 'payer_name',
        sortDirection: 'asc',
      }),
    ).toEqual([contractId])
    expect(
      await ids({
        states: 'GU',
        payerNames: parties.payers[2]!.payerName,
        renderingProviderIds: parties.rendering[60],
      }),
    ).toEqual([])
  })

  test('listContractsV2: more than 1,000 items or an unknown token are refused with 422', async () => {
    expect(statusOf(expectRefusal(await v2().getMulti({ limit: 1001 })).content)).toBe(422)
    expect(
      statusOf(expectRefusal(await v2().getMulti({ pageToken: 'forged' as never })).content),
    ).toBe(422)
  })
})

describe('deleteContractV2', () => {
  test('deleteContractV2: deletes a contract from both versions', async () => {
    const { contractId } = expectOk(await create(parties.rendering.slice(0, 2)))
    expectOk(await v2().delete(contractId))
    expect(expectRefusal(await v2().get(contractId)).errorName).toBe('EntityNotFoundError')
    expect(
      expectRefusal(await partner.client.contracts.v3.get(contractId as string as never)).errorName,
    ).toBe('EntityNotFoundError')
  })

  test('deleteContractV2: ContractIsLinkedToFeeScheduleHttpError', async () => {
    const answers = []
    for (const { contractId } of expectOk(await v2().getMulti({ contractStatus: 'effective' }))
      .items)
      answers.push(await v2().delete(contractId))
    const refusals = answers.filter((answer) => !answer.ok).map((answer) => expectRefusal(answer))
    expect(refusals[0]).toEqual({
      errorName: 'ContractIsLinkedToFeeScheduleHttpError',
      content: { message: expect.any(String) },
    })
  })
})
