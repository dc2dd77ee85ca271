import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Page, contractSandbox, nowhere, v2, v3 } from './contract-sandbox.testing.ts'

type Provider = { organization_provider_id: string; employment_status: string }
type Added = { provider_count: number; added_count: number; ignored_count: number }

const sandbox = contractSandbox()
const newContract = async (ids: readonly string[] = []) =>
  (await sandbox.ok('POST', v3, sandbox.professional(ids))).contract_id
const add = (id: string, ids: readonly string[]) =>
  sandbox.ok<Added>('POST', `${v3}/${id}/providers`, { rendering_provider_ids: ids })
const remove = (id: string, ids: readonly string[]) =>
  sandbox.send('DELETE', `${v3}/${id}/providers`, { rendering_provider_ids: ids })
const rosterOf = async (id: string) =>
  (await sandbox.pages<Provider>(`${v3}/${id}/providers`, { limit: 1000 }))
    .flat()
    .map((each) => each.organization_provider_id)

describe('adding', () => {
  test('ids that are already on the contract are ignored and counted, and repeated ids count once', async () => {
    const [a, b, c] = sandbox.rendering as [string, string, string]
    const id = await newContract([a])
    expect(await add(id, [a, b, c, b])).toEqual({
      provider_count: 3,
      added_count: 2,
      ignored_count: 1,
    })
    expect(await add(id, [c])).toEqual({ provider_count: 3, added_count: 0, ignored_count: 1 })
    expect(await add(id, [])).toEqual({ provider_count: 3, added_count: 0, ignored_count: 0 })
    expect(new Set(await rosterOf(id))).toEqual(new Set([a, b, c]))
    expect((await sandbox.ok('GET', `${v2}/${id}`)).provider_count).toBe(3)
  })

  test('an unknown id, or one of no rendering provider: 404 with the id, and no provider is added', async () => {
    const id = await newContract()
    for (const stranger of [nowhere, sandbox.billing[0]!, 'a\u0000b', '']) {
      const answer = await sandbox.send('POST', `${v3}/${id}/providers`, {
        rendering_provider_ids: [sandbox.rendering[0], stranger],
      })
      expect(answer).toMatchObject({
        status: 404,
        json: { errorName: 'EntityNotFoundError', content: { id: stranger } },
      })
    }
    expect(await rosterOf(id)).toEqual([])
  })

  test('100,000 ids fit in one request, one more does not', async () => {
    const id = await newContract()
    const ids = Array.from(
      { length: 100_001 },
      (_, i) => `${nowhere.slice(0, -6)}${String(i).padStart(6, '0')}`,
    )
    for (const method of ['POST', 'DELETE']) {
      expect(
        await sandbox.send(method, `${v3}/${id}/providers`, { rendering_provider_ids: ids }),
      ).toMatchObject({
        status: 422,
        json: {
          errorName: 'UnprocessableEntityError',
          content: { message: expect.stringMatching(/^rendering_provider_ids: .*100000/) },
        },
      })
      expect(
        await sandbox.send(method, `${v3}/${id}/providers`, {
          rendering_provider_ids: ids.slice(1),
        }),
      ).toMatchObject({
        status: 404,
        json: { errorName: 'EntityNotFoundError', content: { id: ids[1] } },
      })
    }
  })
})

describe('removing', () => {
  test('one id that is not on the contract: 404, and no provider is removed', async () => {
    const ids = sandbox.rendering.slice(0, 3)
    const id = await newContract(ids)
    for (const stranger of [sandbox.rendering[9]!, nowhere, 'a\u0000b']) {
      expect(await remove(id, [ids[0]!, stranger])).toMatchObject({
        status: 404,
        json: { errorName: 'EntityNotFoundError', content: { id: stranger } },
      })
    }
    expect(new Set(await rosterOf(id))).toEqual(new Set(ids))
    expect((await remove(id, [ids[0]!, ids[2]!, ids[0]!])).json).toEqual({ provider_count: 1 })
    expect(await rosterOf(id)).toEqual([ids[1]])
    expect(await remove(id, [ids[0]!])).toMatchObject({ status: 404 })
  })
})

test('random additions and removals leave the same providers as in a set', async () => {
  const pool = sandbox.rendering.slice(0, 12)
  const step = fc.record({
    adds: fc.boolean(),
    ids: fc.array(fc.constantFrom(...pool, nowhere), { maxLength: 6 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const id = await newContract()
      const model = new Set<string>()
      for (const { adds, ids } of steps) {
        const isRefused = adds ? ids.includes(nowhere) : ids.some((each) => !model.has(each))
        const before = model.size
        const answer = adds
          ? await sandbox.send('POST', `${v3}/${id}/providers`, { rendering_provider_ids: ids })
          : await remove(id, ids)
        expect(answer.status).toBe(isRefused ? 404 : 200)
        if (isRefused) continue
        for (const each of ids) {
          if (adds) model.add(each)
          else model.delete(each)
        }
        const counts = {
          added_count: model.size - before,
          ignored_count: new Set(ids).size - (model.size - before),
        }
        expect(answer.json).toEqual({ provider_count: model.size, ...(adds ? counts : {}) })
      }
      expect(new Set(await rosterOf(id))).toEqual(model)
      expect((await sandbox.ok('GET', `${v3}/${id}`)).provider_count).toBe(model.size)
    }),
    { numRuns: 40 },
  )
})

describe('pages', () => {
  test('have 100 items by default and at most 1,000, and tokens in both directions', async () => {
    const id = await newContract()
    await add(id, sandbox.rendering.slice(0, 250))
    const path = `${v3}/${id}/providers`
    for (const each of [path, `${path}/credentialing`]) {
      const pages = await sandbox.pages<object>(each, {})
      expect(pages.map((page) => page.length)).toEqual([100, 100, 50])
      expect(await sandbox.get(each, { limit: 1001 })).toMatchObject({
        status: 422,
        json: {
          errorName: 'UnprocessableEntityError',
          content: { message: expect.stringMatching(/^limit: .*1000/) },
        },
      })
      expect(await sandbox.items(each, { limit: 1000 })).toHaveLength(250)
      const first = await sandbox.ok<Page<object>>('GET', each)
      const second = await sandbox.ok<Page<object>>(
        'GET',
        `${each}?page_token=${first.next_page_token}`,
      )
      const back = await sandbox.ok<Page<object>>(
        'GET',
        `${each}?page_token=${second.prev_page_token}`,
      )
      expect(back.items).toEqual(first.items)
      expect([first.prev_page_token, back.prev_page_token]).toEqual([null, null])
    }
    expect(new Set(await rosterOf(id))).toEqual(new Set(sandbox.rendering.slice(0, 250)))
  })

  test('a token is valid only for its contract and operation', async () => {
    const [one, other] = [
      await newContract(sandbox.rendering.slice(0, 5)),
      await newContract(sandbox.rendering.slice(0, 5)),
    ]
    const { next_page_token } = await sandbox.ok<Page<object>>(
      'GET',
      `${v3}/${one}/providers?limit=2`,
    )
    expect(
      await sandbox.get(`${v3}/${other}/providers`, { page_token: next_page_token! }),
    ).toMatchObject({
      status: 422,
    })
    expect(
      await sandbox.get(`${v3}/${one}/providers/credentialing`, { page_token: next_page_token! }),
    ).toMatchObject({
      status: 422,
    })
  })

  test('providers have their employment status', async () => {
    const id = await newContract()
    await add(id, sandbox.rendering)
    const providers = await sandbox.items<
      Provider & { employment_termination_date?: string | null }
    >(`${v3}/${id}/providers`, { limit: 1000 })
    const left = providers.filter((each) => each.employment_status === 'TERMINATED')
    expect(left.length).toBeGreaterThan(0)
    expect(providers.filter((each) => each.employment_termination_date)).toEqual(left)
  })
})

test('version 3 shows at most 4,000 ids and refuses to replace a longer roster; version 2 shows and replaces all', async () => {
  await sandbox.send('POST', '/_sandbox/reset', { providers: 4200, captures: 0, contracts: 0 })
  const pages = await sandbox.pages<Provider>('/api/organization-providers/v3', {
    is_rendering: true,
    limit: 1000,
  })
  const ids = pages.flat().map((each) => each.organization_provider_id)
  expect(ids).toHaveLength(4200)
  const [provider] = await sandbox.items<Provider>('/api/organization-providers/v3', {
    is_billing: true,
    limit: 1,
  })
  const [payer] = await sandbox.items<{ payer_uuid: string }>('/api/payers/v3', { limit: 1 })
  const made = await sandbox.ok(
    'POST',
    v3,
    sandbox.professional(ids.slice(0, 4000), {
      contracting_provider_id: provider!.organization_provider_id,
      payer_uuid: payer!.payer_uuid,
    }),
  )
  const id = made.contract_id
  expect(made.rendering_provider_ids).toHaveLength(4000)
  const patchV3 = () =>
    sandbox.send('PATCH', `${v3}/${id}`, {
      type: 'professional',
      rendering_provider_ids: ids.slice(0, 3999),
    })
  expect(await patchV3()).toMatchObject({ status: 200, json: { provider_count: 3999 } })
  expect(await add(id, ids)).toEqual({
    provider_count: 4200,
    added_count: 201,
    ignored_count: 3999,
  })
  const v3Answer = await sandbox.ok('GET', `${v3}/${id}`)
  expect([v3Answer.provider_count, v3Answer.rendering_provider_ids!.length]).toEqual([4200, 4000])
  expect((await sandbox.ok('GET', `${v2}/${id}`)).rendering_provider_ids).toHaveLength(4200)
  expect(await patchV3()).toMatchObject({
    status: 422,
    json: {
      errorName: 'UnprocessableEntityError',
      content: { message: expect.stringContaining('rendering_provider_ids') },
    },
  })
  expect(
    await sandbox.ok('PATCH', `${v2}/${id}`, { rendering_provider_ids: ids.slice(0, 2) }),
  ).toMatchObject({
    provider_count: 2,
  })
})
