import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { POST } from './route.ts'
import { POST as presence } from '#app/api/presence/route.ts'
import { readDraft } from '#lib/actions/drafts.ts'
import { setClock } from '#lib/console/clock.ts'
import { recordAudit } from '#lib/console/audit.ts'
import { consoleDb } from '#lib/console/db.ts'
import { cookieKey } from '#lib/console/connections/key-store.ts'
import { auditRecords, connections, drafts, openRecords, session, user } from '#lib/console/schema.ts'
import { sessionCookieName } from '#lib/console/accounts/session-cookie.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'

const own = {
  host: '127.0.0.1:3000',
  origin: 'http://127.0.0.1:3000',
  'sec-fetch-site': 'same-origin',
  'content-type': 'application/json',
}
const draft = {
  kind: 'charge-capture',
  record: 'c1',
  editor: 'a'.repeat(32),
  sequence: 1,
  base: 'base',
  value: 'value',
}
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
  const signature = createHmac('sha256', await cookieKey())
    .update(token)
    .digest('base64')
  request.cookies.set(sessionCookieName(), { value: encodeURIComponent(`${token}.${signature}`) })
}

async function ask(route: typeof POST, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const text =
    typeof body === 'string'
      ? body
      : JSON.stringify(route === POST ? { account: pageAccount, ...(body as object) } : body)
  request.headers = new Headers({ ...own, 'content-length': String(text.length), ...headers })
  return route(
    new Request('http://127.0.0.1:3000/api/drafts', { method: 'POST', body: text, headers: request.headers }),
  )
}

test('a draft is kept and dropped, and the audit has both by their ids only', async () => {
  await signInAs('biller')
  expect((await ask(POST, { save: draft })).status).toBe(200)
  expect(await (await ask(POST, { save: { ...draft, base: undefined, sequence: 2 } })).json()).toMatchObject({
    ok: true,
    value: { saved_at: expect.any(String) },
  })
  expect(
    (await ask(POST, { drop: { kind: draft.kind, record: draft.record, editor: draft.editor, sequence: 3 } })).status,
  ).toBe(200)
  const entries = await (
    await consoleDb()
  )
    .select()
    .from(auditRecords)
    .orderBy(sql`id desc`)
    .limit(2)
  expect(entries.map(({ operation, recordIds }) => [operation, recordIds])).toEqual([
    ['dropDraft', ['c1']],
    ['saveDraft', ['c1']],
  ])
})

test('without its base a first draft is asked for again, which is no error of the request', async () => {
  await signInAs('biller')
  const reply = await ask(POST, { save: { ...draft, base: undefined } })
  expect([reply.status, await reply.json()]).toMatchObject([200, { ok: false, error: { name: 'BaseMissing' } }])
})

test('with 200 drafts the next is not kept, and the words name the one to settle first', async () => {
  await signInAs('biller')
  const start = Date.now()
  setClock(() => start - 86_400_000)
  expect((await ask(POST, { save: { ...draft, record: 'oldest' } })).status).toBe(200)
  setClock(() => start)
  for (let i = 1; i < 200; i += 1) await ask(POST, { save: { ...draft, record: `c${i}` } })
  const reply = await ask(POST, { save: { ...draft, kind: 'new-charge-capture', record: 'new' } })
  const day = new Date(start - 86_400_000).toISOString().slice(0, 10)
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
    [POST, { save: draft }],
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
    expect((await ask(route, body, { 'content-length': '99999999' })).status).toBe(413)
    request.cookies.clear()
  }
  await signInAs('manager')
  expect((await ask(POST, { save: draft })).status).toBe(403)
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
  expect(await said()).toEqual({ ok: true, value: { others: [], changed: null } })
})

test('a page that was made for somebody else keeps nothing under the name of who is signed in now', async () => {
  await signInAs('biller')
  pageAccount = 'somebody else'
  expect((await ask(POST, { save: draft })).status).toBe(401)
  expect(await (await consoleDb()).$count(drafts)).toBe(0)
})

test('odd bodies are refused', async () => {
  await signInAs('biller')
  const odd = [
    {},
    { save: { ...draft, more: 1 } },
    { save: { ...draft, kind: 'constructor' } },
    { save: { ...draft, sequence: 0 } },
    { save: { ...draft, editor: '../x' } },
    { save: { ...draft, value: '' } },
    { save: { ...draft, value: 'x'.repeat(2_000_001) } },
    { drop: 7 },
  ]
  for (const body of odd) expect((await ask(POST, body)).status, JSON.stringify(body).slice(0, 80)).toBe(400)
  for (const body of ['no json', 'null', '[]', '{"save":{}}']) expect((await ask(POST, body)).status, body).toBe(401)
  for (const body of ['no json', {}, { open: { ...open, kind: 'encounter' } }, { close: [] }])
    expect((await ask(presence, body)).status).toBe(400)
})

test('typing keeps a session alive; a page that is only open does not', async () => {
  await signInAs('biller')
  const start = Date.now()
  const after = (minutes: number) => setClock(() => start + minutes * 60_000)
  after(10)
  expect((await ask(POST, { save: draft })).status).toBe(200)
  after(20)
  expect((await ask(presence, { open })).status).toBe(200)
  after(26)
  expect((await ask(presence, { open })).status).toBe(401)
})

describe('a draft that comes packed', () => {
  const pack = (body: object | string) =>
    gzipSync(typeof body === 'string' ? body : JSON.stringify({ account: pageAccount, ...body }))
  const askPacked = (bytes: Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) => {
    request.headers = new Headers({
      ...own,
      'content-encoding': 'gzip',
      'content-length': String(bytes.length),
      ...headers,
    })
    return POST(
      new Request('http://127.0.0.1:3000/api/drafts', { method: 'POST', body: bytes, headers: request.headers }),
    )
  }

  test('is kept as any other, and held to the same rules', async () => {
    await signInAs('biller')
    const large = { ...draft, base: 'Größe '.repeat(50_000), value: 'v'.repeat(500_000) }
    expect((await askPacked(pack({ save: large }))).status).toBe(200)
    expect(JSON.parse(await (await readDraft({ kind: draft.kind, record: draft.record })).reply)).toMatchObject({
      ok: true,
      value: { base: large.base, value: large.value, sequence: 1 },
    })
    expect((await askPacked(pack({ save: { ...large, more: 1 } }))).status).toBe(400)
    expect((await askPacked(pack({ save: { ...large, value: 'v'.repeat(2_000_001) } }))).status).toBe(400)
    expect((await askPacked(pack({ save: large }), { origin: 'https://evil.example' })).status).toBe(403)
    await signInAs('manager')
    expect((await askPacked(pack({ save: large }))).status).toBe(403)
  })

  test('is refused where it is too large, as it came or unpacked, odd, or from nobody', async () => {
    const bomb = pack(`{"save":"${'x'.repeat(22 * 1024 * 1024)}"}`)
    expect(bomb.length).toBeLessThan(64 * 1024)
    expect((await askPacked(bomb)).status).toBe(401)
    await signInAs('biller')
    expect((await askPacked(bomb)).status).toBe(413)
    expect((await askPacked(pack({ save: draft }), { 'content-length': String(64 * 1024 + 1) })).status).toBe(413)
    expect((await askPacked(pack({ save: draft }), { 'content-type': 'text/plain' })).status).toBe(415)
    for (const encoding of ['br', 'deflate', 'gzip, gzip'])
      expect((await askPacked(pack({ save: draft }), { 'content-encoding': encoding })).status).toBe(415)
    expect((await askPacked(Buffer.from('no gzip'))).status).toBe(400)
    expect((await askPacked(pack({ save: draft }).subarray(0, 40))).status).toBe(400)
    expect((await askPacked(pack('no json'))).status).toBe(400)
    expect(await (await consoleDb()).$count(drafts)).toBe(0)
  })
})
