import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'
import { and, eq } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { countItems, findJobRow, listItems } from '#lib/console/jobs/store.ts'
import { auditRecords } from '#lib/console/schema.ts'
import type { JsonObject } from '#lib/core/json.ts'
import type { ItemEnd, JobTools } from '#lib/actions/jobs/job-kind.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { readChoice, readJoin } from './join-contracts.ts'
import { joinPayersJob } from './join-job.ts'
import { joinRecords, startJoin } from './start-join.ts'
import { startWorld, valueOf } from '#lib/actions/world.testing.ts'

const world = startWorld({ captures: 20, contracts: 24 })
let context: ActionContext

beforeAll(() => {
  context = world.as.credentialing
})

type Contract = {
  contract_id: string
  type: string
  payer: { payer_uuid: string }
  contracting_provider: { organization_provider_id: string }
  provider_count: number
}
type Person = {
  organization_provider_id: string
  npi: string
  employment_termination_date?: string | null
}

// Professional contracts of different pairs whose roster lacks a provider; each test has its own.
async function someoneNew(count: number): Promise<{ provider: Person; contracts: Contract[] }> {
  const staff = await world.all<Person>('/api/organization-providers/v3', { is_rendering: true })
  const contracts = await world.all<Contract>('/api/contracts/v3', { contract_status: 'effective' })
  for (const provider of staff.slice(taken)) {
    taken += 1
    const read = valueOf(await readJoin({ npi: provider.npi }, context))
    const free = contracts.filter(
      ({ contract_id, type, payer, contracting_provider }) =>
        type === 'professional' &&
        !read.on.includes(contract_id) &&
        !read.spans.some(
          (span) =>
            span.payer.uuid === payer.payer_uuid &&
            span.provider.id === contracting_provider.organization_provider_id,
        ),
    )
    const byPair = new Map(free.map((each) => [spanRecord(each), each]))
    if (byPair.size >= count && !provider.employment_termination_date)
      return { provider, contracts: [...byPair.values()].slice(0, count) }
  }
  throw new Error('Nobody is new.')
}
let taken = 0

const spanRecord = ({ payer, contracting_provider }: Contract) =>
  joinRecords.span(payer.payer_uuid, contracting_provider.organization_provider_id)
const spanOf = ({ payer, contracting_provider }: Contract): JsonObject => ({
  payer_uuid: payer.payer_uuid,
  contracting_provider_id: contracting_provider.organization_provider_id,
  start_date: '2027-01-01',
  submitted_date: '2026-11-01',
  regions: { type: 'national' },
})

async function join(provider: Person, contracts: Contract[]) {
  const { id } = valueOf(
    await startJoin(
      {
        provider_id: provider.organization_provider_id,
        contract_ids: contracts.map(({ contract_id }) => contract_id),
        spans: contracts.map(spanOf),
      },
      context,
    ),
  )
  await vi.waitUntil(async () => (await findJobRow(world.connection, id))?.state === 'done', {
    timeout: 60_000,
    interval: 100,
  })
  const ended = await listItems(id, { limit: 200 })
  return { id, ends: new Map(ended.map((item) => [item.record, item])) }
}

const writes = async (method: string, path: string) =>
  (await world.sent(method, path)).filter((sent) => sent.path === path).length
const fault = (path: string, kind: string, more: object = {}) =>
  world.fault({ method: 'POST', path, kind, ...more })
const rosterPath = ({ contract_id }: Contract) => `/api/contracts/v3/${contract_id}/providers`
const spanPath = '/api/provider-credentialing-span/v2'

test('rosters and spans are written once each and read back, and the trail has who did it', async () => {
  const { provider, contracts } = await someoneNew(3)
  const sent = await writes('POST', spanPath)
  const { id, ends } = await join(provider, contracts)
  expect([...ends.values()].map(({ state, words }) => [state, words])).toEqual(
    Array.from({ length: 6 }, () => ['verified', null]),
  )
  expect(await countItems(id)).toMatchObject({ verified: 6 })
  const after = valueOf(await readJoin({ npi: provider.npi }, context))
  expect(after.on).toEqual(expect.arrayContaining(contracts.map(({ contract_id }) => contract_id)))
  expect(after.spans.filter(({ span }) => span.start_date === '2027-01-01')).toHaveLength(3)
  expect((await writes('POST', spanPath)) - sent).toBe(3)
  const trail = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(
      and(eq(auditRecords.operation, 'joinPayers'), eq(auditRecords.accountId, context.account.id)),
    )
  expect(trail.map(({ stage, recordIds }) => [stage, recordIds])).toEqual([
    ['intent', [provider.organization_provider_id]],
    ['outcome', [provider.organization_provider_id]],
  ])

  // The same again finds everything there and sends nothing.
  const again = await join(provider, contracts)
  expect([...again.ends.values()].map(({ state }) => state)).toEqual(
    Array.from({ length: 6 }, () => 'verified'),
  )
  expect((await writes('POST', spanPath)) - sent).toBe(3)
  for (const contract of contracts) expect(await writes('POST', rosterPath(contract))).toBe(1)
})

test('a refusal ends its own record, and a roster that answered nothing is read', async () => {
  const { provider, contracts } = await someoneNew(3)
  const [refused, lost, fine] = contracts as [Contract, Contract, Contract]
  await fault(rosterPath(refused), 'status', { status: 403, times: 4 })
  await fault(rosterPath(lost), 'reset-after')
  const before = await writes('POST', rosterPath(lost))
  const { ends } = await join(provider, contracts)
  await world.sandbox.send('DELETE', '/_sandbox/faults')
  const of = (contract: Contract) => ends.get(joinRecords.roster(contract.contract_id))
  expect(of(refused)).toMatchObject({ state: 'rejected' })
  expect(of(lost)).toMatchObject({ state: 'verified' })
  expect(of(fine)).toMatchObject({ state: 'verified' })
  expect((await writes('POST', rosterPath(lost))) - before).toBe(1)
  expect(ends.get(spanRecord(refused))).toMatchObject({ state: 'verified' })
})

test('a span whose answer was lost is found and never made twice; one of somebody else is no write', async () => {
  const { provider, contracts } = await someoneNew(2)
  const [lost, theirs] = contracts as [Contract, Contract]
  await world.sandbox.send('POST', spanPath, {
    ...spanOf(theirs),
    rendering_provider_id: provider.organization_provider_id,
    start_date: '2026-12-01',
  })
  await fault(spanPath, 'reset-after')
  const before = await writes('POST', spanPath)
  const { ends } = await join(provider, contracts)
  expect(ends.get(spanRecord(lost))).toMatchObject({ state: 'verified' })
  expect(ends.get(spanRecord(theirs))).toMatchObject({
    state: 'conflict',
    words: 'Somebody else recorded a span for these days meanwhile. Nothing was sent.',
  })
  expect((await writes('POST', spanPath)) - before).toBe(1)
})

test('a look that the partner puts off leaves open what an attempt before may have sent', async () => {
  const { provider, contracts } = await someoneNew(1)
  const body = {
    ...spanOf(contracts[0]!),
    rendering_provider_id: provider.organization_provider_id,
  }
  await fault(spanPath, 'status', { method: 'GET', status: 429, times: 50 })
  const endAt = async (attempt: number) => {
    let end: ItemEnd | undefined
    const eachItem: JobTools['eachItem'] = async (work) => {
      const item = { record: 'r', operationId: randomUUID(), kept: undefined, keep: async () => {} }
      end = await work({ ...item, input: { kind: 'span', body }, attempt }, tools)
    }
    const input = { provider_id: provider.organization_provider_id, payers: 1 }
    const tools = { ...context, input, eachItem } as unknown as JobTools<typeof input>
    await joinPayersJob.run(tools)
    return end
  }
  // What was certainly not made gets a new operation id; what is open keeps its own.
  expect(await endAt(1)).toMatchObject({ state: 'rejected', again: true })
  expect(await endAt(2)).toMatchObject({ state: 'unknown', again: true })
  await world.sandbox.send('DELETE', '/_sandbox/faults')
})

test('the choice has every contract but cancelled ones, and a payer’s by name', async () => {
  const all = valueOf(await readChoice({}, context))
  const listed = await Promise.all(
    ['pending', 'effective'].map((contract_status) =>
      world.all<Contract>('/api/contracts/v3', { contract_status }),
    ),
  )
  expect(all.is_whole).toBe(true)
  expect(all.contracts.map(({ contract_id }) => contract_id).toSorted()).toEqual(
    listed
      .flat()
      .map(({ contract_id }) => contract_id)
      .toSorted(),
  )
  const { name } = all.contracts[0]!.payer
  const named = valueOf(await readChoice({ payer: name }, context))
  expect(named.contracts.length).toBeGreaterThan(0)
  expect(named.contracts.every(({ payer }) => payer.name.includes(name))).toBe(true)
})
