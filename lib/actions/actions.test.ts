import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { auditRecords, user } from '#lib/console/schema.ts'
import { startTestConsole, stopTestConsole, signInAccount } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'
import { bodyRefusals, refusedHeader } from '#lib/console/server/action-bodies.ts'
import type { Result } from '#lib/core/result.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import { readList } from './lists.ts'
import { savePreferences } from './personal.ts'
import { readChargeCapture } from './read.ts'
import { readView, saveView } from './views.ts'

// What a page sends may be anything.
type Action = (input: never) => Promise<{ reply: Promise<string> } | Result<unknown>>
const own = {
  host: '127.0.0.1:3000',
  origin: 'http://127.0.0.1:3000',
  'sec-fetch-site': 'same-origin',
}
let partner: Awaited<ReturnType<typeof startTestPartner>>

beforeAll(async () => {
  partner = await startTestPartner((response) =>
    sendJson(response, 200, { items: [{ id: 'c1' }], id: 'c1' }),
  )
  await startTestConsole({ SANDBOX_PORT: new URL(partner.url).port })
})
afterAll(async () => {
  await stopTestConsole()
  await partner.close()
})
beforeEach(() => {
  partner.seen.length = 0
  request.headers = new Headers(own)
  request.cookies.clear()
})

async function signInAs(role: string): Promise<void> {
  const db = await consoleDb()
  const [holder] = await db.select().from(user).limit(1)
  await db.update(user).set({ role, isDemo: true })
  await signInAccount(holder!.id)
}

async function resultOf(action: Action, input: unknown): Promise<Result<unknown>> {
  const answer = await action(input as never)
  return 'reply' in answer ? (JSON.parse(await answer.reply) as Result<unknown>) : answer
}

test('a list is read by the partner’s parameter names, and the audit has who saw which rows', async () => {
  await signInAs('biller')
  const input = {
    operation: 'listChargeCaptures',
    query: { tags: ['a', 'b'], limit: 5, tags_ranked_sort: ['c'] },
    position: 'token',
  }
  expect(await resultOf(readList, input)).toEqual({
    ok: true,
    value: { rows: [{ id: 'c1' }], next: null, prev: null },
  })
  expect(partner.seen.map((entry) => entry.url)).toEqual([
    '/api/charge_captures/v1?limit=5&tags=a&tags=b&tags_ranked_sort=c&page_token=token',
  ])
  const [written] = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .orderBy(sql`id desc`)
    .limit(1)
  expect(written).toMatchObject({
    operation: 'listChargeCaptures',
    stage: 'read',
    outcome: 'ok',
    recordIds: ['c1'],
  })
})

test('a parameter that the list does not have is refused, and so is a page beyond 1,000 rows', async () => {
  await signInAs('biller')
  for (const query of [
    { search_term: 'x' },
    { page_token: 'x' },
    { limit: 1001 },
    { tags: 'a' },
    { constructor: 1 },
  ]) {
    expect(await resultOf(readList, { operation: 'listClaimCreations', query })).toMatchObject({
      error: { name: 'InvalidInput' },
    })
  }
  expect(partner.seen).toEqual([])
})

test('a role cannot open a view of a list that it may not read', async () => {
  await signInAs('biller')
  const saved = (await resultOf(saveView, {
    list: 'listChargeCaptures',
    view: { filters: { patient_names: ['Moss'] } },
  })) as { ok: true; value: { id: string } }
  const asked = { list: 'listChargeCaptures', id: saved.value.id }
  await signInAs('manager')
  expect(await resultOf(readView, asked)).toEqual({
    ok: true,
    value: { view: { filters: { patient_names: ['Moss'] } } },
  })
  await signInAs('credentialing')
  expect(await resultOf(readView, asked)).toMatchObject({ error: { name: 'Forbidden' } })
})

test('a view above 256 KB is refused with a message, and a removed view says why it is gone', async () => {
  await signInAs('biller')
  const given = (bytes: number) => ({
    list: 'listChargeCaptures',
    view: { n: 'é'.repeat(bytes / 2 - 4) },
  })
  expect(await resultOf(saveView, given(256 * 1024))).toMatchObject({ ok: true })
  expect(await resultOf(saveView, given(256 * 1024 + 2))).toMatchObject({
    error: {
      name: 'InvalidInput',
      message: expect.stringMatching(/256 KB.*didn’t change\. Use fewer values\./),
    },
  })
  expect(await resultOf(readView, { list: 'listChargeCaptures', id: 'gone' })).toMatchObject({
    error: {
      name: 'EntityNotFoundError',
      message: expect.stringMatching(/90 days.*200 newer.*Set the filters again/),
    },
  })
})

test('an unexpected failure shows the person and the log only a digest', async () => {
  await signInAs('biller')
  const input = {
    get id(): string {
      throw new Error('Moss Avery')
    },
  }
  const result = await resultOf(readChargeCapture, input)
  expect(JSON.stringify(result)).not.toContain('Moss')
  expect(result).toMatchObject({
    ok: false,
    error: {
      name: 'Unexpected',
      message: expect.stringMatching(/^Something went wrong \([0-9a-f]{12}\)\.$/),
    },
  })
})

test('an action whose body the front server did not hand on answers with words, and the audit has it', async () => {
  await signInAs('biller')
  for (const [why, words] of Object.entries(bodyRefusals)) {
    request.headers = new Headers({ ...own, [refusedHeader]: why })
    const refused = { ok: false, error: { name: 'TooLarge', message: words } }
    expect(await resultOf(saveView, undefined)).toMatchObject(refused)
    expect(await resultOf(readChargeCapture, undefined)).toMatchObject(refused)
  }
  const rows = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .where(sql`outcome = 'TooLarge'`)
  expect(rows).toHaveLength(6)
})

test('preferences name only lists that exist, and are refused with words when they grow too long', async () => {
  await signInAs('biller')
  const order = Array.from({ length: 200 }, (_, i) => `c${i}`.padEnd(99, 'x'))
  expect(
    await savePreferences({ columns: { listNothing: { order: ['a'] } } as object }),
  ).toMatchObject({
    ok: false,
    error: { name: 'InvalidInput' },
  })
  expect(await savePreferences({ columns: { listEncounters: { order } } })).toMatchObject({
    ok: true,
  })
  const many = Object.fromEntries(
    ['listChargeCaptures', 'listContractsV3', 'readQueue'].map((list) => [list, { order }]),
  )
  expect(await savePreferences({ columns: many })).toMatchObject({
    ok: false,
    error: { name: 'TooLarge', message: expect.stringMatching(/more than 64 KB.*not kept/) },
  })
})
