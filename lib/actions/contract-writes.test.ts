import { beforeAll, expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { desc } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { operations } from '#lib/contract/operations.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { testSize } from '#lib/core/test-size.testing.ts'
import { termsOf } from '#lib/rules/contract-edit/contract-terms.ts'
import { createContract } from './contracts/create-contract.ts'
import { deleteContract, saveContract } from './contracts/save-contract.ts'
import { startWorld } from './world.testing.ts'

const v3 = '/api/contracts/v3'
const world = startWorld({ captures: 10 })
const context = () => world.as.credentialing
let parties: { contracting_provider_id: string; payer_uuid: string }

beforeAll(async () => {
  const [provider] = await world.all<JsonObject>('/api/organization-providers/v3', {
    is_billing: true,
  })
  const [payer] = await world.all<JsonObject>('/api/payers/v3')
  parties = {
    contracting_provider_id: String(provider!.organization_provider_id),
    payer_uuid: String(payer!.payer_uuid),
  }
})

let day = 0
function bodyOf(change: object = {}): JsonObject {
  day += 1
  return {
    type: 'professional',
    contract_type: 'professional',
    ...parties,
    contract_status: 'effective',
    effective_date: `20${40 + Math.floor(day / 28)}-01-${String(1 + (day % 28)).padStart(2, '0')}`,
    regions: { type: 'states', states: ['OR', 'CA'] },
    authorized_signatory: { first_name: 'Ada the Canary', x_partner: 'kept' },
    commercial_insurance_types: { type: 'allApply' },
    medicare_insurance_types: { type: 'noneApply' },
    medicaid_insurance_types: { type: 'theseApply', value: ['MC'] },
    rendering_provider_ids: [],
    ...change,
  }
}

const read = async (id: string): Promise<JsonObject> =>
  (await world.sandbox.get(`${v3}/${id}`)).json as unknown as JsonObject
const made = async (change: object = {}): Promise<JsonObject> =>
  (await world.sandbox.send('POST', v3, bodyOf(change))).json as unknown as JsonObject

const writes = async (method: string, path: string) => (await world.sent(method, path)).length

const saveInput = (base: JsonObject, change: object, more: object = {}) => ({
  id: String(base.contract_id),
  operation_id: randomUUID(),
  base: JSON.stringify(base),
  wanted: JSON.stringify({ ...termsOf(base), ...change }),
  ...more,
})

const lost = testSize(8, 40)
test(`${lost} updates whose answers or requests are lost end with the wanted contract, and none is made twice`, async () => {
  for (let round = 0; round < lost; round += 1) {
    const base = await made()
    const id = String(base.contract_id)
    const wanted = [
      { expiration_date: '2060-01-01' },
      { regions: { type: 'national' } },
      { authorized_signatory: null },
      { contract_status: 'cancelled' },
    ][round % 4]!
    // Eight rounds have each change with each loss.
    const isLate = round % 8 < 4
    await world.fault({
      method: 'PATCH',
      path: `${v3}/${id}`,
      kind: isLate ? 'reset-after' : 'reset-before',
    })
    const input = saveInput(base, wanted)
    const result = await world.settle(() => saveContract(3)(input, context()))
    expect(result).toMatchObject({ ok: true, value: { kind: 'saved', unverified: [] } })
    expect(termsOf(await read(id))).toEqual({ ...termsOf(base), ...wanted })
    expect(await writes('PATCH', `${v3}/${id}`)).toBe(isLate ? 1 : 2)
    // Asked for once more, the same operation answers the same and writes nothing.
    expect(await saveContract(3)(input, context())).toEqual(result)
    expect(await writes('PATCH', `${v3}/${id}`)).toBe(isLate ? 1 : 2)
  }
})

test('another person’s change is kept; a change of the same term is a conflict, and a choice counts only for the version that was seen', async () => {
  const base = await made()
  const id = String(base.contract_id)
  await world.sandbox.send('PATCH', `${v3}/${id}`, {
    type: 'professional',
    regions: { type: 'set', value: { type: 'national' } },
    contract_status: 'cancelled',
  })
  const wanted = { regions: { type: 'states', states: ['TX'] }, expiration_date: '2060-01-01' }
  const asked = await saveContract(3)(saveInput(base, wanted), context())
  if (!asked.ok || asked.value.kind !== 'conflict') throw new Error('no conflict')
  expect(JSON.parse(asked.value.conflicts_text)).toMatchObject([
    { path: 'regions', mine: { states: ['TX'] }, theirs: { type: 'national' } },
  ])
  expect(await writes('PATCH', `${v3}/${id}`)).toBe(1)
  const { seen } = asked.value
  const chosen = await saveContract(3)(
    saveInput(base, wanted, { seen, choices: [{ path: 'regions', take: 'mine' }] }),
    context(),
  )
  expect(chosen).toMatchObject({ ok: true, value: { kind: 'saved' } })
  expect(await read(id)).toMatchObject({
    contract_status: 'cancelled',
    regions: { type: 'states', states: ['TX'] },
    expiration_date: '2060-01-01',
  })
})

test('terms that the partner would certainly refuse are not sent, and its refusals are shown at their fields', async () => {
  const base = await made()
  expect(
    await saveContract(3)(saveInput(base, { expiration_date: '2001-01-01' }), context()),
  ).toMatchObject({
    ok: false,
    error: { name: 'InvalidInput', issues: [{ path: 'expiration_date' }] },
  })
  expect(await saveContract(3)({ ...saveInput(base, {}), id: 'another' }, context())).toMatchObject(
    {
      ok: false,
      error: { name: 'InvalidInput' },
    },
  )
  const body = bodyOf({ payer_uuid: '00000000-0000-4000-8000-000000000000' })
  const refused = await createContract(operations.createContractV3)(
    { operation_id: randomUUID(), body: JSON.stringify(body) },
    context(),
  )
  expect(refused).toMatchObject({ ok: false, error: { issues: [{ path: 'payer_uuid' }] } })
})

test('a creation is never sent twice: after a lost answer the candidates are returned, newest first', async () => {
  const body = bodyOf()
  const twin = (await world.sandbox.send('POST', v3, body)).json as unknown as JsonObject
  const before = await writes('POST', v3)
  await world.fault({ method: 'POST', path: v3, kind: 'reset-after' })
  const input = { operation_id: randomUUID(), body: JSON.stringify(body) }
  const create = createContract(operations.createContractV3)
  const result = await world.settle(() => create(input, context()))
  if (!result.ok || result.value.kind !== 'taken') throw new Error('nothing to choose from')
  const ids = result.value.candidates.map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(ids[1]).toBe(twin.contract_id)
  expect(await create(input, context())).toMatchObject({
    ok: true,
    value: { kind: 'taken' },
  })
  expect(await writes('POST', v3)).toBe(before + 1)
})

test('a creation that never arrived has no candidates, and is not sent again either', async () => {
  const before = await writes('POST', v3)
  await world.fault({ method: 'POST', path: v3, kind: 'reset-before' })
  const input = { operation_id: randomUUID(), body: JSON.stringify(bodyOf()) }
  const result = await world.settle(() =>
    createContract(operations.createContractV3)(input, context()),
  )
  expect(result).toEqual({ ok: true, value: { kind: 'taken', candidates: [] } })
  expect(await writes('POST', v3)).toBe(before + 1)
})

test('version 2 creates a professional contract', async () => {
  const { type: _type, contract_type: _contractType, ...body } = bodyOf()
  const result = await createContract(operations.createContractV2)(
    { operation_id: randomUUID(), body: JSON.stringify(body) },
    context(),
  )
  if (!result.ok || result.value.kind !== 'created') throw new Error('not created')
  expect(await read(result.value.id)).toMatchObject({
    type: 'professional',
    effective_date: body.effective_date as string,
  })
})

test('a contract is deleted once, also after a lost answer, and the audit has its id and no values', async () => {
  for (const kind of ['reset-after', 'reset-before']) {
    const id = String((await made()).contract_id)
    await world.fault({ method: 'DELETE', path: `${v3}/${id}`, kind: kind })
    const input = { id, operation_id: randomUUID() }
    const result = await world.settle(() => deleteContract(3)(input, context()))
    expect(result).toEqual({
      ok: true,
      value: { kind: 'deleted', is_found_gone: kind === 'reset-after' },
    })
    expect((await world.sandbox.get(`${v3}/${id}`)).status).toBe(404)
    const db = await consoleDb()
    const [last] = await db.select().from(auditRecords).orderBy(desc(auditRecords.id)).limit(1)
    expect(last).toMatchObject({ operation: 'deleteContractV3', stage: 'outcome', recordIds: [id] })
    expect(JSON.stringify(last)).not.toContain('Ada the Canary')
  }
})
