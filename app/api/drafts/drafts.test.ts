import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { POST, PUT } from './route.ts'
import { POST as presence } from '#app/api/presence/route.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { setClock } from '#lib/console/clock.ts'
import { recordAudit } from '#lib/console/audit.ts'
import { consoleDb } from '#lib/console/db.ts'
import {
  auditRecords,
  connections,
  drafts,
  openRecords,
  session,
  user,
} from '#lib/console/schema.ts'
import { sendSessionCookie, startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'
import { dayAt } from '#lib/console/time-zone.ts'

const own = {
  host: '127.0.0.1:3000',
  origin: 'http://127.0.0.1:3000',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
}
const place = { kind: 'charge-capture', record: 'c1' }
const draft = { ...place, revision: 1, value: { base: 'base', edits: 'edits' } }
const open = { kind: 'charge-capture', record: 'c1', tab: 'b'.repeat(32) }

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
beforeEach(async () => {
  setClock(undefined)
  request.cookies.clear()
  await (await consoleDb()).delete(drafts)
})

// Who the page that asks was made for.
let pageAccount = ''

async function signInAs(role: string): Promise<void> {
  const db = await consoleDb()
  const [holder] = await db.select().from(user).orderBy(user.id).limit(1)
  pageAccount = holder!.id
  await db.update(user).set({ role, isDemo: true })
  const token = `token-${Math.random()}`
  await db
    .insert(session)
    .values({ id: token, token, userId: holder!.id, expiresAt: new Date(Date.now() + 36_000_000) })
  await sendSessionCookie(token)
}

async function ask(
  route: typeof PUT,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  const text =
    typeof body === 'string'
      ? body
      : JSON.stringify(route === presence ? body : { account: pageAccount, ...(body as object) })
  request.headers = new Headers({ ...own, 'content-length': String(text.length), ...headers })
  return route(
    new Request('http://127.0.0.1:3000/api/drafts', {
      method: route === PUT ? 'PUT' : 'POST',
      body: text,
      headers: request.headers,
    }),
  )
}

test('a draft is stored, read and dropped, and the audit has each by its ids only', async () => {
  await signInAs('biller')
  const read = async () => ((await (await ask(POST, place)).json()) as { value: unknown }).value
  expect(await read()).toBeNull()
  expect((await ask(PUT, draft)).status).toBe(200)
  expect(await (await ask(PUT, { ...draft, revision: 2 })).json()).toMatchObject({
    ok: true,
    value: { saved_at: expect.any(String) },
  })
  expect(await read()).toMatchObject({ revision: 2, value: draft.value })
  expect((await ask(PUT, { ...draft, revision: 3, value: null })).status).toBe(200)
  expect(await read()).toMatchObject({ revision: 3, value: null })
  const entries = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .orderBy(sql`id desc`)
    .limit(3)
  expect(entries.map(({ operation, recordIds }) => [operation, recordIds])).toEqual([
    ['dropDraft', ['c1']],
    ['readDraft', ['c1']],
    ['saveDraft', ['c1']],
  ])
})

test('a record that no address can name is refused as an input', async () => {
  await signInAs('biller')
  for (const record of ['\0', '', 'x'.repeat(201)]) {
    expect((await ask(PUT, { ...draft, record })).status, JSON.stringify(record)).toBe(400)
    expect((await ask(POST, { ...place, record })).status, JSON.stringify(record)).toBe(400)
  }
})

test('a message that another one overtook is answered with the stored revision', async () => {
  await signInAs('biller')
  await ask(PUT, { ...draft, revision: 5 })
  const reply = await ask(PUT, draft)
  expect([reply.status, await reply.json()]).toEqual([200, { ok: true, value: { newer: 5 } }])
})

test('with 200 drafts the next is not kept, and the words name the one to settle first', async () => {
  await signInAs('biller')
  const start = Date.now()
  setClock(() => start - 86_400_000)
  expect((await ask(PUT, { ...draft, record: 'oldest' })).status).toBe(200)
  setClock(() => start)
  for (let i = 1; i < 200; i += 1) await ask(PUT, { ...draft, record: `c${i}` })
  const reply = await ask(PUT, { ...draft, kind: 'new-charge-capture', record: 'new' })
  const day = formatLocalDate(dayAt(start - 86_400_000), { weekday: false })
  expect([reply.status, await reply.json()]).toMatchObject([
    200,
    {
      ok: false,
      error: {
        name: 'TooManyDrafts',
        message: `You have 200 drafts, the maximum. Save this form now, or open charge capture oldest (the oldest, from ${day}) and save or discard its changes.`,
      },
    },
  ])
})

test('nobody without the right keeps a draft or says that a record is open', async () => {
  for (const [route, body] of [
    [PUT, draft],
    [POST, place],
    [presence, { open }],
  ] as const) {
    expect((await ask(route, body)).status).toBe(401)
    await signInAs('credentialing')
    expect((await ask(route, body)).status).toBe(403)
    await signInAs('biller')
    for (const headers of [
      { origin: 'https://evil.example' },
      { origin: '' },
      { 'sec-fetch-site': 'cross-site' },
    ] as Record<string, string>[])
      expect((await ask(route, body, headers)).status).toBe(403)
    expect((await ask(route, body, { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await ask(route, body, { 'content-encoding': 'gzip' })).status).toBe(415)
    expect((await ask(route, body, { 'content-length': '99999999' })).status).toBe(413)
    request.cookies.clear()
  }
  await signInAs('manager')
  expect((await ask(PUT, draft)).status).toBe(403)
  expect((await ask(presence, { open })).status).toBe(200)
  expect(await (await consoleDb()).$count(openRecords)).toBe(0)
  expect(await (await consoleDb()).$count(drafts)).toBe(0)
})

test('a record is open for those alone who have read it', async () => {
  await signInAs('biller')
  const said = async () => (await ask(presence, { open })).json()
  expect(await said()).toMatchObject({ ok: false, error: { name: 'EntityNotFoundError' } })
  const [connection] = await (await consoleDb()).select().from(connections)
  await recordAudit({
    accountId: pageAccount,
    connectionId: connection!.id,
    operation: 'getChargeCapture',
    stage: 'read',
    outcome: 'ok',
    recordIds: ['c1'],
  })
  expect(await said()).toEqual({
    ok: true,
    value: { others: [], changed: null, is_partner_away: false },
  })
})

test('a page that was made for somebody else keeps nothing under the name of who is signed in now', async () => {
  await signInAs('biller')
  pageAccount = 'somebody else'
  expect((await ask(PUT, draft)).status).toBe(401)
  expect(await (await consoleDb()).$count(drafts)).toBe(0)
})

test('odd bodies are refused', async () => {
  await signInAs('biller')
  const odd = [
    {},
    { ...draft, more: 1 },
    { ...draft, kind: 'constructor' },
    { ...draft, revision: 0 },
    { ...draft, value: 'text' },
    { ...draft, value: undefined },
    { ...draft, value: { ...draft.value, edits: '' } },
    { ...draft, value: { ...draft.value, edits: 'x'.repeat(2_000_001) } },
    { ...draft, value: { ...draft.value, more: 1 } },
  ]
  for (const body of odd)
    expect((await ask(PUT, body)).status, JSON.stringify(body).slice(0, 80)).toBe(400)
  expect((await ask(POST, draft)).status).toBe(400)
  for (const body of ['no json', 'null', '[]', '{"kind":"contract"}'])
    for (const route of [PUT, POST]) expect((await ask(route, body)).status, body).toBe(401)
  for (const body of ['no json', {}, { open: { ...open, kind: 'encounter' } }, { close: [] }])
    expect((await ask(presence, body)).status).toBe(400)
})

test('typing keeps a session alive; a page that is only open does not', async () => {
  await signInAs('biller')
  const start = Date.now()
  const after = (minutes: number) => setClock(() => start + minutes * 60_000)
  after(10)
  expect((await ask(PUT, draft)).status).toBe(200)
  after(20)
  expect((await ask(presence, { open })).status).toBe(200)
  after(26)
  expect((await ask(presence, { open })).status).toBe(401)
})
