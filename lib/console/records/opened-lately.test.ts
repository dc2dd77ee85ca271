import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { openedLately, user } from '#lib/console/schema.ts'
import { sweepOnceADay } from '#lib/console/sweep.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import type { DraftOwner } from './drafts.ts'
import { listOpened, noteOpened } from './opened-lately.ts'

const day = 86_400_000
const start = Date.now()
const at = (time: number) => setClock(() => time)
let owner: DraftOwner
let colleague: DraftOwner
const capture = (id: string) => ({
  kind: 'charge-capture',
  id,
  words: [`CHG-${id}`, 'Carter-canary'],
})
const idsOf = async (whose: DraftOwner) => (await listOpened(whose)).map(({ id }) => id)

beforeAll(async () => {
  await startTestConsole()
  const [one, other] = await (await consoleDb()).select().from(user).limit(2)
  const connection = { boundTo: 'https://partner.example 12345678' }
  owner = { accountId: one!.id, connection }
  colleague = { accountId: other!.id, connection }
})
afterAll(() => stopTestConsole())
beforeEach(async () => {
  at(start)
  await (await consoleDb()).delete(openedLately)
})

test('the newest comes first, each record once, and nine are kept', async () => {
  for (const id of ['1', '2', '3', '1']) await noteOpened(owner, capture(id))
  expect(await idsOf(owner)).toEqual(['1', '3', '2'])
  for (const id of ['4', '5', '6', '7', '8', '9', '10']) await noteOpened(owner, capture(id))
  expect(await idsOf(owner)).toEqual(['10', '9', '8', '7', '6', '5', '4', '1', '3'])
})

test('the database shows no name, and another account or key has a list of its own', async () => {
  await noteOpened(owner, capture('1'))
  const rows = await (await consoleDb()).select().from(openedLately)
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain('canary')
  expect(await idsOf(colleague)).toEqual([])
  const otherKey = { ...owner, connection: { boundTo: 'https://partner.example 87654321' } }
  expect(await idsOf(otherKey)).toEqual([])
})

test('simultaneous openings lose none', async () => {
  await Promise.all(['1', '2', '3', '4'].map((id) => noteOpened(owner, capture(id))))
  expect((await idsOf(owner)).toSorted()).toEqual(['1', '2', '3', '4'])
})

test('after 14 days a record is no longer offered, and the sweep deletes the row', async () => {
  await noteOpened(owner, capture('1'))
  at(start + 10 * day)
  await noteOpened(owner, capture('2'))
  at(start + 15 * day)
  expect(await idsOf(owner)).toEqual(['2'])
  at(start + 25 * day)
  expect(await idsOf(owner)).toEqual([])
  await sweepOnceADay()
  expect(await (await consoleDb()).select().from(openedLately)).toEqual([])
})

test('a list goes with its account', async () => {
  await noteOpened(colleague, capture('1'))
  await (await consoleDb()).delete(user).where(eq(user.id, colleague.accountId))
  expect(await (await consoleDb()).select().from(openedLately)).toEqual([])
})
