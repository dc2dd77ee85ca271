import { randomUUID } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords } from '#lib/console/schema.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { termsOf } from '#lib/rules/contract-edit/contract-terms.ts'
import { readContractText } from './read-contract.ts'
import { changeRosterV2, readRosterV2Page } from './roster-v2.ts'
import { deleteContract, saveContract } from './save-contract.ts'
import { startWorld } from '#lib/actions/world.testing.ts'

const [v2, v3] = ['/api/contracts/v2', '/api/contracts/v3']
const world = startWorld({ captures: 10 })
const context = () => world.as.credentialing
let parties: JsonObject
let providers: string[]
let day = 0

beforeAll(async () => {
  const directory = await world.all<JsonObject>('/api/organization-providers/v3', {
    is_billing: true,
  })
  const rendering = await world.all<JsonObject>('/api/organization-providers/v3', {
    is_rendering: true,
  })
  const payers = await world.all<JsonObject>('/api/payers/v3')
  parties = {
    contracting_provider_id: directory[0]!.organization_provider_id!,
    payer_uuid: payers[0]!.payer_uuid!,
  }
  providers = rendering.map((one) => String(one.organization_provider_id))
})
/**
 * Makes the sandbox answer every version 3 request with this error. The default is the answer of a
 * partner that has version 2 only.
 */
async function withoutVersion3(status = 404, errorName = 'NotFound'): Promise<void> {
  await world.fault({
    path: `${v3}/*`,
    kind: 'status',
    status,
    errorName,
    times: 99,
  })
}

async function made(roster: string[] = []): Promise<JsonObject> {
  day += 1
  const body = {
    ...parties,
    contract_status: 'effective',
    effective_date: `2041-01-${String(day).padStart(2, '0')}`,
    regions: { type: 'states', states: ['OR', 'CA'] },
    authorized_signatory: { first_name: 'Ada the Canary' },
    commercial_insurance_types: { type: 'allApply' },
    medicare_insurance_types: { type: 'noneApply' },
    medicaid_insurance_types: { type: 'theseApply', value: ['MC'] },
    rendering_provider_ids: roster,
  }
  return (await world.sandbox.send('POST', v2, body as never)).json as unknown as JsonObject
}

const read = async (id: string): Promise<JsonObject> =>
  (await world.sandbox.get(`${v2}/${id}`)).json as unknown as JsonObject

async function trail(): Promise<{ operation: string; stage: string; outcome: string }> {
  const db = await consoleDb()
  const [last] = await db.select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(1)
  return last!
}

test.each([
  ['has no such contract', 404, 'EntityNotFoundError'],
  ['does not exist at the partner', 404, 'NotFound'],
  ['refuses the key', 403, 'ForbiddenError'],
])('the console reads a contract by version 2 if version 3 %s', async (_, status, errorName) => {
  const contract = await made(providers.slice(0, 2))
  const id = String(contract.contract_id)
  await withoutVersion3(status, errorName)
  const reply = await readContractText({ id }, context())
  if (!reply.ok) throw new Error(reply.error.message)
  expect(reply.value.version).toBe(2)
  const { rendering_provider_ids: _roster, ...rest } = contract
  expect(JSON.parse(reply.value.contract)).toEqual(rest)
  expect(await trail()).toMatchObject({ operation: 'getContractV2', stage: 'read', outcome: 'ok' })
})

test('version 3 is read first, and its error is returned if it is a 422 or version 2 fails too', async () => {
  const id = String((await made()).contract_id)
  expect(await readContractText({ id }, context())).toMatchObject({
    ok: true,
    value: { version: 3 },
  })
  expect(await trail()).toMatchObject({ operation: 'getContractV3', outcome: 'ok' })
  expect(await readContractText({ id: randomUUID() }, context())).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError', status: 404 },
  })
  await withoutVersion3(422, 'UnprocessableEntityError')
  expect(await readContractText({ id }, context())).toMatchObject({
    ok: false,
    error: { status: 422 },
  })
  await world.sandbox.send('DELETE', '/_sandbox/faults')
  await world.fault({
    path: '/api/contracts/*',
    kind: 'status',
    status: 403,
    times: 99,
  })
  expect(await readContractText({ id }, context())).toMatchObject({
    ok: false,
    error: { status: 403 },
  })
  expect(await trail()).toMatchObject({ operation: 'getContractV3', stage: 'read' })
})

test('version 2 merges the terms and sends the changed one, without type and roster', async () => {
  const base = await made(providers.slice(0, 2))
  const id = String(base.contract_id)
  await withoutVersion3()
  await world.sandbox.send('PATCH', `${v2}/${id}`, { contract_status: 'cancelled' })
  const input = (wanted: object) => ({
    id,
    operation_id: randomUUID(),
    base: JSON.stringify(base),
    wanted: JSON.stringify({ ...termsOf(base), ...wanted }),
  })
  const saved = await saveContract(2)(input({ expiration_date: '2060-01-01' }), context())
  expect(saved).toMatchObject({ ok: true, value: { kind: 'saved', version: 2, unverified: [] } })
  expect(await read(id)).toEqual({
    ...base,
    contract_status: 'cancelled',
    expiration_date: '2060-01-01',
  })
  const last = (await world.sent('PATCH', v2)).at(-1)!
  expect(last).toMatchObject({ path: `${v2}/${id}` })
  expect(last.body).toEqual({ expiration_date: { type: 'set', value: '2060-01-01' } })
  expect(await trail()).toMatchObject({
    operation: 'updateContractV2',
    stage: 'outcome',
    outcome: 'ok',
  })
  const conflicting = await saveContract(2)(input({ contract_status: 'pending' }), context())
  expect(conflicting).toMatchObject({ ok: true, value: { kind: 'conflict' } })
  expect(await world.sent('PATCH', `${v2}/${id}`)).toHaveLength(2)
})

test('version 2 deletes a contract only once, even if the first answer is lost', async () => {
  const id = String((await made()).contract_id)
  await withoutVersion3()
  await world.fault({
    method: 'DELETE',
    path: `${v2}/${id}`,
    kind: 'reset-after',
  })
  const input = { id, operation_id: randomUUID() }
  await deleteContract(2)(input, context())
  expect(await deleteContract(2)(input, context())).toEqual({
    ok: true,
    value: { kind: 'deleted', is_found_gone: true },
  })
  expect((await world.sandbox.get(`${v2}/${id}`)).status).toBe(404)
  expect(await world.sent('DELETE', `${v2}/${id}`)).toHaveLength(1)
  expect(await trail()).toMatchObject({ operation: 'deleteContractV2', stage: 'outcome' })
})

const rosterOf = async (id: string) => (await read(id)).rendering_provider_ids as string[]
const rosterChange = (id: string, change: { add?: string[]; remove?: string[] }) => ({
  id,
  operation_id: randomUUID(),
  add: [],
  remove: [],
  ...change,
})

test('the pages of a roster list each provider once, with a name and an NPI', async () => {
  const id = String((await made(providers.slice(0, 3))).contract_id)
  await withoutVersion3()
  const first = await readRosterV2Page({ id }, context())
  if (!first.ok) throw new Error(first.error.message)
  expect(first.value.next).toBeNull()
  expect(first.value.rows.map((row) => row.id)).toEqual(providers.slice(0, 3).toSorted())
  expect(first.value.rows.every(({ npi, name }) => npi && name)).toBe(true)
  const [, second] = first.value.rows
  const rest = await readRosterV2Page({ id, position: second!.id }, context())
  expect(rest).toMatchObject({ ok: true, value: { rows: [first.value.rows[2]!], next: null } })
  // A key without access to the provider list still gets the ids on the roster.
  await world.fault({
    path: '/api/organization-providers/*',
    kind: 'status',
    status: 403,
    times: 99,
  })
  const unnamed = await readRosterV2Page({ id }, context())
  expect(unnamed).toMatchObject({
    ok: true,
    value: { rows: first.value.rows.map((row) => ({ id: row.id })) },
  })
  expect(await trail()).toMatchObject({ operation: 'getContractV2', stage: 'read', outcome: 'ok' })
})

test('a roster that the partner cuts off ends with an error after its last provider', async () => {
  const contract = await made(providers.slice(0, 2))
  const id = String(contract.contract_id)
  await world.fault({
    method: 'GET',
    path: `${v2}/${id}`,
    kind: 'status',
    status: 200,
    body: JSON.stringify({ ...contract, provider_count: 5 }),
    times: 99,
  })
  const page = await readRosterV2Page({ id }, context())
  if (!page.ok || page.value.next === null) throw new Error('the list ends')
  expect(page.value.rows).toHaveLength(2)
  expect(await readRosterV2Page({ id, position: page.value.next }, context())).toMatchObject({
    ok: false,
    error: { name: 'ListIncomplete', message: expect.stringContaining('lists 2 of 5 providers') },
  })
})

test('a roster change sends the whole current list, so providers whom others added stay', async () => {
  const [a, b, c, d] = providers as [string, string, string, string]
  const id = String((await made([a, b])).contract_id)
  await withoutVersion3()
  await world.sandbox.send('PATCH', `${v2}/${id}`, { rendering_provider_ids: [a, b, c] })
  const change = rosterChange(id, { add: [d], remove: [a] })
  const reply = { ok: true, value: { kind: 'saved', provider_count: 3, unverified: [] } }
  expect(await changeRosterV2(change, context())).toMatchObject(reply)
  expect(new Set(await rosterOf(id))).toEqual(new Set([b, c, d]))
  const last = (await world.sent('PATCH', v2)).at(-1)!
  expect(Object.keys(last.body as JsonObject)).toEqual(['rendering_provider_ids'])
  expect(await trail()).toMatchObject({
    operation: 'updateContractV2',
    stage: 'outcome',
    outcome: 'ok',
  })
  // The console sends nothing for a repeated operation or for a change that the roster already has.
  const count = (await world.sent('PATCH', v2)).length
  expect(await changeRosterV2(change, context())).toMatchObject(reply)
  expect(
    await changeRosterV2(rosterChange(id, { add: [d.toUpperCase()] }), context()),
  ).toMatchObject(reply)
  expect(await world.sent('PATCH', v2)).toHaveLength(count)
})

test('a lost answer is checked in the roster, and an unknown provider is an error of the list', async () => {
  const [a, b] = providers as [string, string]
  const id = String((await made([a])).contract_id)
  await world.fault({
    method: 'PATCH',
    path: `${v2}/${id}`,
    kind: 'reset-after',
  })
  expect(await changeRosterV2(rosterChange(id, { add: [b] }), context())).toMatchObject({
    ok: true,
    value: { kind: 'saved', provider_count: 2 },
  })
  expect(await world.sent('PATCH', `${v2}/${id}`)).toHaveLength(1)
  expect(await changeRosterV2(rosterChange(id, { add: [randomUUID()] }), context())).toMatchObject({
    ok: false,
    error: { issues: [{ path: 'rendering_provider_ids' }] },
  })
  expect(await rosterOf(id)).toHaveLength(2)
})

test.each([
  ['lists fewer providers than the contract counts', { provider_count: 3 }, 'ListIncomplete'],
  ['has no provider count', { provider_count: null }, 'ListIncomplete'],
  ['has no provider list', { rendering_provider_ids: null }, 'UnreadableReply'],
  [
    'would have more than 4,000 providers',
    { provider_count: 4_000, rendering_provider_ids: many(4_000) },
    'InvalidInput',
  ],
])('the console does not replace a roster that %s', async (_, members, name) => {
  const [a, b, c] = providers as [string, string, string]
  const contract = await made([a, b])
  const id = String(contract.contract_id)
  await world.fault({
    method: 'GET',
    path: `${v2}/${id}`,
    kind: 'status',
    status: 200,
    body: JSON.stringify({ ...contract, ...members }),
    times: 99,
  })
  const before = (await world.sent('PATCH', v2)).length
  const asked = changeRosterV2(rosterChange(id, { add: [c] }), context())
  expect(await asked).toMatchObject({ ok: false, error: { name } })
  expect(await world.sent('PATCH', v2)).toHaveLength(before)
})

function many(count: number): string[] {
  return Array.from({ length: count }, () => randomUUID())
}
