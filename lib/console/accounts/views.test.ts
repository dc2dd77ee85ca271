import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { savedViews, user } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { sweepOnceADay } from '#lib/console/sweep.ts'
import { loadView, storeView } from './views.ts'

const list = 'listChargeCaptures'
const day = 86_400_000
const start = Date.now()
let mine: string
let theirs: string

beforeAll(async () => {
  await startTestConsole()
  const [one, other] = await (await consoleDb()).select().from(user).limit(2)
  mine = one!.id
  theirs = other!.id
})
afterAll(() => stopTestConsole())
beforeEach(async () => {
  setClock(() => start)
  await (await consoleDb()).delete(savedViews)
})

const at = (days: number) => setClock(() => start + days * day)

test('a view expires 90 days after its last use by anyone', async () => {
  const used = await storeView(list, '{"n":1}', mine)
  const unused = await storeView(list, '{"n":2}', mine)
  at(89)
  expect(await loadView(list, used)).toBe('{"n":1}')
  at(91)
  expect(await loadView(list, unused)).toBeUndefined()
  expect(await loadView(list, used)).toBe('{"n":1}')
  await sweepOnceADay()
  const rows = await (await consoleDb()).select({ id: savedViews.id }).from(savedViews)
  expect(rows).toEqual([{ id: used }])
  at(91 + 91)
  expect(await loadView(list, used)).toBeUndefined()
})

test('repeated use of a view writes once a day', async () => {
  const id = await storeView(list, '{}', mine)
  const db = await consoleDb()
  const endOf = async () =>
    (await db.select().from(savedViews).where(eq(savedViews.id, id)))[0]!.expiresAt!.getTime()
  const first = await endOf()
  at(0.9)
  await loadView(list, id)
  expect(await endOf()).toBe(first)
  at(1.1)
  await loadView(list, id)
  expect(await endOf()).toBeGreaterThan(first)
})

test('the 201st view replaces the same person’s least recently used view', async () => {
  const other = await storeView(list, '{"n":"theirs"}', theirs)
  const ids: string[] = []
  for (let i = 0; i < 200; i += 1) {
    at(i / 100)
    ids.push(await storeView(list, `{"n":${i}}`, mine))
  }
  at(5)
  expect(await loadView(list, ids[0]!)).toBe('{"n":0}')
  const latest = await storeView(list, '{"n":200}', mine)
  expect(await loadView(list, ids[1]!)).toBeUndefined()
  for (const id of [ids[0]!, ids[2]!, ids[199]!, latest, other])
    expect(await loadView(list, id)).toBeDefined()
  expect(await (await consoleDb()).$count(savedViews, eq(savedViews.createdBy, mine))).toBe(200)
})

test('simultaneous views do not exceed the limit together, and each one opens or is gone', async () => {
  const ids = await Promise.all(
    Array.from({ length: 215 }, (_, i) => storeView(list, `{"n":${i}}`, mine)),
  )
  const opened = await Promise.all(ids.map((id) => loadView(list, id)))
  expect(opened.filter((state) => state !== undefined)).toHaveLength(200)
})
