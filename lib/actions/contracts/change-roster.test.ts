import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { consoleDb } from '#lib/console/db.ts'
import { roles } from '#lib/acts/acts.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { auditRecords } from '#lib/console/schema.ts'
import { changeRoster } from './change-roster.ts'
import { findRosterProviders, readDirectoryPage } from '#lib/actions/finding/find-providers.ts'
import { readRosterPage } from './read-roster.ts'
import { startWorld } from '#lib/actions/world.testing.ts'

type Contract = { contract_id: string; provider_count: number }
const world = startWorld({ contracts: 4 })
const staff = () => world.as.credentialing
let contract: Contract
let others: { id: string; npi: string }[]

beforeAll(async () => {
  ;[contract] = (await world.all<Contract>('/api/contracts/v3', {
    contract_status: 'effective',
  })) as [Contract]
  const found = await readDirectoryPage({}, staff())
  const on = new Set(await rosterIds())
  others = found.ok
    ? found.value.rows.filter(({ id }) => !on.has(id)).map(({ id, npi = '' }) => ({ id, npi }))
    : []
})
async function rosterIds(): Promise<string[]> {
  const page = await readRosterPage({ id: contract.contract_id }, staff())
  if (!page.ok || page.value.next !== null) throw new Error('the roster is not one page')
  return page.value.rows.map(({ id }) => id)
}

const add = changeRoster('addContractProviders')
const remove = changeRoster('removeContractProviders')
const change = (rendering_provider_ids: string[], operation_id: string = randomUUID()) => ({
  id: contract.contract_id,
  operation_id,
  rendering_provider_ids,
})
const sends = async () =>
  (await world.sent(undefined, '/api/contracts/v3')).filter(
    ({ method, path }) => path.endsWith('/providers') && method !== 'GET',
  ).length

test('a batch is added and counted, providers already there are ignored, and the same operation is not sent again', async () => {
  const before = await rosterIds()
  const [first] = others
  const operation = randomUUID()
  const asked = change([before[0]!, first!.id], operation)
  const answer = {
    ok: true,
    value: { provider_count: before.length + 1, added_count: 1, ignored_count: 1 },
  }
  expect(await add(asked, staff())).toEqual(answer)
  const sent = await sends()
  expect(await add(asked, staff())).toEqual(answer)
  expect(await sends()).toBe(sent)
  expect(await add(change([others[1]!.id], operation), staff())).toMatchObject({
    ok: false,
    error: { name: 'OperationReused' },
  })
  expect(await rosterIds()).toHaveLength(before.length + 1)
  expect(await remove(change([first!.id]), staff())).toEqual({
    ok: true,
    value: { provider_count: before.length, added_count: null, ignored_count: null },
  })
})

test('an id that is not on the roster refuses a removal, an unknown id an addition', async () => {
  const before = await rosterIds()
  expect(await remove(change([before[0]!, others[0]!.id]), staff())).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError', status: 404 },
  })
  expect(await add(change([others[0]!.id, randomUUID()]), staff())).toMatchObject({
    ok: false,
    error: { name: 'EntityNotFoundError', status: 404 },
  })
  expect(await rosterIds()).toEqual(before)
})

test('after a lost answer the outcome is unknown, and asking again sends nothing', async () => {
  const before = await rosterIds()
  const path = `/api/contracts/v3/${contract.contract_id}/providers`
  await world.fault({
    method: 'POST',
    path,
    kind: 'reset-after',
  })
  const asked = change([others[2]!.id])
  const sent = await sends()
  expect(await add(asked, staff())).toMatchObject({
    ok: false,
    error: { name: 'OutcomeUnknown' },
  })
  expect(await add(asked, staff())).toMatchObject({
    ok: false,
    error: { name: 'OutcomeUnknown' },
  })
  expect(await sends()).toBe(sent + 1)
  expect(await rosterIds()).toHaveLength(before.length + 1)
  await remove(change([others[2]!.id]), staff())
})

test('the audit has the providers before anything is sent', async () => {
  await add(change([others[3]!.id]), staff())
  await remove(change([others[3]!.id]), staff())
  const db = await consoleDb()
  const rows = await db
    .select()
    .from(auditRecords)
    .where(
      and(eq(auditRecords.operation, 'addContractProviders'), eq(auditRecords.stage, 'intent')),
    )
  expect(rows.at(-1)?.recordIds).toEqual([contract.contract_id, others[3]!.id])
})

test('providers are found by id and NPI, unknown ones are left out', async () => {
  const [a, b] = others
  const found = await findRosterProviders(
    { ids: [a!.id, randomUUID()], npis: [b!.npi, '1000000004'] },
    staff(),
  )
  expect(found).toMatchObject({ ok: true, value: { is_available: true } })
  expect(found.ok && found.value.providers.map(({ id }) => id).toSorted()).toEqual(
    [a!.id, b!.id].toSorted(),
  )
})

test('a key without the look-up is no failure', async () => {
  await world.fault({
    method: 'GET',
    path: '/api/organization-providers/v3',
    kind: 'status',
    status: 403,
    errorName: 'UnauthorizedError',
    content: { message: 'No.' },
    times: 2,
  })
  expect(await findRosterProviders({ ids: [others[0]!.id], npis: [] }, staff())).toEqual({
    ok: true,
    value: { is_available: false, providers: [] },
  })
  expect(await readDirectoryPage({}, staff())).toEqual({
    ok: true,
    value: { rows: [], next: null, is_available: false },
  })
})

test('only credentialing staff and administrators change a roster; everybody may read it', () => {
  for (const task of ['addContractProviders', 'removeContractProviders'])
    expect(roles.filter((role) => may(role, task))).toEqual(['credentialing', 'admin'])
  expect(roles.filter((role) => may(role, 'listContractProviders'))).toEqual([...roles])
})
