import { beforeAll, describe, expect, test } from 'vitest'
import {
  type ContractAnswer,
  type Page,
  contractSandbox,
  nowhere,
  v2,
  v3,
} from './contract-sandbox.testing.ts'

const sandbox = contractSandbox({ contracts: 60 })
const statuses = ['pending', 'effective', 'cancelled'] as const
let all: ContractAnswer[] = []

beforeAll(async () => {
  const ofStatus = (contract_status: string) =>
    sandbox.items<ContractAnswer>(v3, { contract_status })
  all = (await Promise.all(statuses.map(ofStatus))).flat()
})

const idsOf = (contracts: readonly ContractAnswer[]) => contracts.map((each) => each.contract_id)
const list = async (query: object, path = v3) =>
  idsOf(await sandbox.items<ContractAnswer>(path, query as never))
const matching = (test: (contract: ContractAnswer) => boolean) => idsOf(all.filter(test)).toSorted()

test('the demo contracts are of both types and all statuses', () => {
  expect(all).toHaveLength(60)
  expect(new Set(all.map((each) => `${each.type} ${each.contract_status}`)).size).toBe(6)
})

describe('filters', () => {
  test('by default a list has pending contracts only, newest first', async () => {
    const pending = await sandbox.items<ContractAnswer>(v3, {})
    expect(pending.every((each) => each.contract_status === 'pending')).toBe(true)
    expect(idsOf(pending).toSorted()).toEqual(
      matching((each) => each.contract_status === 'pending'),
    )
    expect(await list({ sort_direction: 'asc' })).toEqual(idsOf(pending).toReversed())
  })

  test('version 2 lists professional contracts only, without their type', async () => {
    for (const contract_status of statuses) {
      const listed = await sandbox.items<ContractAnswer>(v2, { contract_status })
      expect(idsOf(listed).toSorted()).toEqual(
        matching(
          (each) => each.contract_status === contract_status && each.type === 'professional',
        ),
      )
      expect(
        listed.every(
          (each) => each.type === undefined && each.rendering_provider_ids === undefined,
        ),
      ).toBe(true)
    }
  })

  test.each(['professional', 'institutional'])('type=%s', async (type) => {
    expect((await list({ type, contract_status: 'effective' })).toSorted()).toEqual(
      matching((each) => each.contract_status === 'effective' && each.type === type),
    )
  })

  test('contracting_provider_id', async () => {
    const provider = all.find((each) => each.contract_status === 'effective')!.contracting_provider
      .organization_provider_id
    expect(
      (await list({ contracting_provider_id: provider, contract_status: 'effective' })).toSorted(),
    ).toEqual(
      matching(
        (each) =>
          each.contract_status === 'effective' &&
          each.contracting_provider.organization_provider_id === provider,
      ),
    )
    expect(await list({ contracting_provider_id: nowhere, contract_status: 'effective' })).toEqual(
      [],
    )
  })

  test('payer_names finds any of them, in any letter case', async () => {
    const names = [
      ...new Set(
        all
          .filter((each) => each.contract_status === 'effective')
          .map((each) => each.payer.payer_name),
      ),
    ].slice(0, 3)
    const found = await list({
      payer_names: [names[0]!.toUpperCase(), names[1]!, 'nobody of this name'],
      contract_status: 'effective',
    })
    expect(found.toSorted()).toEqual(
      matching(
        (each) =>
          each.contract_status === 'effective' && names.slice(0, 2).includes(each.payer.payer_name),
      ),
    )
  })

  test('states finds any of them, and national contracts always', async () => {
    for (const states of [['OR'], ['CA', 'NV'], ['GU']]) {
      expect((await list({ states, contract_status: 'effective' })).toSorted()).toEqual(
        matching(
          (each) =>
            each.contract_status === 'effective' &&
            (each.regions.type === 'national' ||
              each.regions.states!.some((state) => states.includes(state))),
        ),
      )
    }
  })

  test('rendering_provider_ids finds contracts that have any of them', async () => {
    const rosters = new Map<string, string[]>()
    for (const { contract_id } of all)
      rosters.set(
        contract_id,
        (
          await sandbox.items<{ organization_provider_id: string }>(
            `${v3}/${contract_id}/providers`,
            { limit: 1000 },
          )
        ).map((each) => each.organization_provider_id),
      )
    const two = [rosters.get(all[0]!.contract_id)![0]!, rosters.get(all[7]!.contract_id)![2]!]
    for (const contract_status of statuses) {
      expect(
        (await list({ rendering_provider_ids: [...two, nowhere], contract_status })).toSorted(),
      ).toEqual(
        matching(
          (each) =>
            each.contract_status === contract_status &&
            rosters.get(each.contract_id)!.some((id) => two.includes(id)),
        ),
      )
    }
  })

  test('filters combine', async () => {
    const { contracting_provider: provider, payer } = all.find(
      (each) => each.contract_status === 'effective' && each.type === 'professional',
    )!
    const query = {
      contracting_provider_id: provider.organization_provider_id,
      payer_names: [payer.payer_name],
      type: 'professional',
      contract_status: 'effective',
    }
    expect(await list(query)).toEqual(
      matching(
        (each) =>
          each.contract_status === 'effective' &&
          each.type === 'professional' &&
          each.contracting_provider.organization_provider_id ===
            provider.organization_provider_id &&
          each.payer.payer_uuid === payer.payer_uuid,
      ),
    )
    expect(await list({ ...query, type: 'institutional' })).toEqual([])
  })
})

describe('order and pages', () => {
  const keys = {
    payer_name: (each: ContractAnswer) => each.payer.payer_name.toLowerCase(),
    payer_id: (each: ContractAnswer) => each.payer.payer_id,
    billing_provider_name: (each: ContractAnswer) =>
      each.contracting_provider.organization_name.toLowerCase(),
    effective_date: (each: ContractAnswer) => each.effective_date,
    contract_status: (each: ContractAnswer) => each.contract_status,
  }

  test.each(Object.entries(keys))(
    'sort=%s works in both directions, and pages keep the order',
    async (sort, keyOf) => {
      const whole = await sandbox.items<ContractAnswer>(v3, {
        sort,
        sort_direction: 'asc',
        contract_status: 'effective',
      })
      expect(whole.map(keyOf)).toEqual(whole.map(keyOf).toSorted())
      expect(await list({ sort, contract_status: 'effective' })).toEqual(idsOf(whole).toReversed())
      const pages = await sandbox.pages<ContractAnswer>(v3, {
        sort,
        sort_direction: 'asc',
        contract_status: 'effective',
        limit: 7,
      })
      expect(pages.slice(0, -1).every((page) => page.length === 7)).toBe(true)
      expect(idsOf(pages.flat())).toEqual(idsOf(whole))
    },
  )

  test('a page has a token for the page before it', async () => {
    const page = async (page_token?: string | null) =>
      sandbox.ok<Page<ContractAnswer>>(
        'GET',
        `${v3}?contract_status=effective&limit=4${page_token ? `&page_token=${page_token}` : ''}`,
      )
    const first = await page()
    const second = await page(first.next_page_token)
    const third = await page(second.next_page_token)
    expect(first.prev_page_token).toBeNull()
    expect(idsOf((await page(third.prev_page_token)).items)).toEqual(idsOf(second.items))
  })

  test('contracts that are created or deleted meanwhile do not disturb paging', async () => {
    const first = await sandbox.ok<Page<ContractAnswer>>('GET', `${v3}?limit=3`)
    const rest = (await list({})).slice(3)
    await sandbox.ok('POST', v3, sandbox.professional())
    await sandbox.send('DELETE', `${v3}/${first.items[1]!.contract_id}`)
    const after = await sandbox.ok<Page<ContractAnswer>>(
      'GET',
      `${v3}?limit=1000&page_token=${first.next_page_token}`,
    )
    expect(idsOf(after.items)).toEqual(rest)
  })

  test('a scoped key gets short and empty pages with tokens', async () => {
    const pages = await sandbox.pages<ContractAnswer>(
      v3,
      { contract_status: 'effective', limit: 3 },
      'sandbox-scoped',
    )
    const effective = all.filter((each) => each.contract_status === 'effective').length
    expect(pages).toHaveLength(Math.ceil(effective / 3))
    expect(pages.some((page) => page.length === 0)).toBe(true)
    expect(pages.flat().length).toBeGreaterThan(0)
  })

  test.each([
    ['limit', { limit: 1001 }],
    ['limit', { limit: 0 }],
    ['sort', { sort: 'id' }],
    ['contract_status', { contract_status: 'expired' }],
    ['sort_direction', { sort_direction: 'up' }],
    ['page_token', { page_token: 'forged' }],
    ['states.1', { states: ['OR', 'ZZ'] }],
  ])('%s out of its range: 422 that names it', async (name, query) => {
    for (const path of [v2, v3]) {
      expect(await sandbox.get(path, query as never)).toMatchObject({
        status: 422,
        json: {
          errorName: 'UnprocessableEntityError',
          content: { message: expect.stringMatching(new RegExp(`^${name}: [^;]+$`)) },
        },
      })
    }
  })

  test('a token is valid only for its version and filters', async () => {
    const { next_page_token: page_token } = await sandbox.ok<Page<ContractAnswer>>(
      'GET',
      `${v3}?limit=2`,
    )
    expect(await sandbox.get(v2, { page_token: page_token! })).toMatchObject({ status: 422 })
    expect(
      await sandbox.get(v3, { page_token: page_token!, contract_status: 'effective' }),
    ).toMatchObject({
      status: 422,
    })
    expect((await sandbox.get(v3, { page_token: page_token!, limit: 9 })).status).toBe(200)
  })
})

test('a contract with a linked fee schedule cannot be deleted in either version', async () => {
  const outcomes = new Map<string, number>()
  for (const { contract_id: id } of all.filter(
    (each) => each.contract_status === 'effective' && each.type === 'professional',
  )) {
    const answer = await sandbox.send('DELETE', `${v2}/${id}`)
    outcomes.set(id, answer.status)
    if (answer.status === 204) continue
    expect(answer).toMatchObject({
      status: 422,
      json: {
        errorName: 'ContractIsLinkedToFeeScheduleHttpError',
        content: { message: expect.any(String) },
      },
    })
    expect(await sandbox.send('DELETE', `${v3}/${id}`)).toMatchObject({
      status: 422,
      json: { errorName: 'ContractIsLinkedToFeeScheduleHttpError' },
    })
    expect((await sandbox.get(`${v3}/${id}`)).status).toBe(200)
  }
  expect(new Set(outcomes.values())).toEqual(new Set([204, 422]))
})
