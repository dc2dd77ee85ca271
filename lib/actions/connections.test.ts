import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { activeConnection, listConnections } from '#lib/console/connections/connections.ts'
import { ensureConnection } from '#lib/console/connections/start-connection.ts'
import { loadDraft, putDraft } from '#lib/console/records/drafts.ts'
import { auditRecords, connections, session, user } from '#lib/console/schema.ts'
import {
  sendFromOwnPage,
  sendSessionCookie,
  startTestConsole,
  stopTestConsole,
} from '#lib/console/test-console.ts'
import { sendJson, startTestPartner } from '#lib/partner/test-partner.ts'
import {
  activatePartnerConnection,
  addPartnerConnection,
  disablePartnerConnection,
  rotatePartnerKey,
  testPartnerConnection,
} from './connections.ts'

let partner: Awaited<ReturnType<typeof startTestPartner>>
const goodKeys = new Set<string>()

beforeEach(async () => {
  goodKeys.clear()
  for (const key of ['first-key-1111', 'sandbox-full', 'second-key-2222']) goodKeys.add(key)
  partner = await startTestPartner((response, { authorization }) =>
    goodKeys.has(authorization.replace('Bearer ', ''))
      ? sendJson(response, 200, { items: [] })
      : sendJson(response, 401, {}),
  )
  // DEMO_ACCOUNTS=1 lets the demo administrator work with any partner on this machine.
  await startTestConsole({ SANDBOX_PORT: new URL(partner.url).port, DEMO_ACCOUNTS: '1' })
  await signInAsAdmin()
})
afterEach(async () => {
  await stopTestConsole()
  await partner.close()
  for (const name of ['PARTNER_BASE_URL', 'PARTNER_API_KEY', 'DEMO_ACCOUNTS'])
    delete process.env[name]
})

async function signInAsAdmin(): Promise<void> {
  const db = await consoleDb()
  const [admin] = await db
    .select()
    .from(user)
    .where(sql`role = 'admin'`)
  const token = 'the-admin'
  await db
    .insert(session)
    .values({ id: token, token, userId: admin!.id, expiresAt: new Date(Date.now() + 3_600_000) })
  sendFromOwnPage()
  await sendSessionCookie(token)
}

const wanted = (change: object = {}) => ({
  name: 'North',
  environment: 'staging' as const,
  base_url: `${partner.url}/`,
  pre_encounter_url: '',
  auth_kind: 'api_key' as const,
  key: 'first-key-1111',
  ...change,
})

async function added(change: object = {}): Promise<string> {
  const result = await addPartnerConnection(wanted(change))
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value.id
}

async function trail(): Promise<string[]> {
  const rows = await (await consoleDb()).select().from(auditRecords).orderBy(auditRecords.id)
  return rows.map(({ operation, outcome }) => `${operation} ${outcome}`)
}

test('a connection is tested, stored sealed and not yet in use; only the end of its key is shown', async () => {
  const id = await added()
  expect(partner.seen.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'GET /api/contracts/v3?limit=1',
    // A change of a record that nobody has: it tells whether the key may write.
    'PATCH /api/charge_captures/v1/00000000-0000-4000-8000-000000000000',
  ])
  expect((await activeConnection()).id).toBe('sandbox')
  const shown = (await listConnections()).find((one) => one.id === id)
  expect(shown).toMatchObject({
    name: 'North',
    environment: 'staging',
    keyLastFour: '1111',
    isActive: false,
  })
  expect(JSON.stringify(await (await consoleDb()).select().from(connections))).not.toContain(
    'first-key',
  )
  expect(JSON.stringify(shown)).not.toContain('first-key')
  expect(await trail()).toEqual(['addConnection ok'])
})

test('what does not work is said at its field, and nothing is stored', async () => {
  const complaints: [object, string, RegExp][] = [
    [{ key: 'wrong' }, 'key', /refused this key/],
    [{ base_url: 'http://127.0.0.1:1' }, 'base_url', /can’t be reached/],
    [{ base_url: 'http://partner.example' }, 'base_url', /https address/],
    [{ base_url: 'https://me:secret@partner.example' }, 'base_url', /https address/],
    [{ pre_encounter_url: 'nonsense' }, 'pre_encounter_url', /https address/],
    [{ pre_encounter_url: 'http://127.0.0.1:1' }, 'pre_encounter_url', /can’t be reached/],
    [{ auth_kind: 'client_credentials' }, 'client_id', /client ID/],
    [{ name: 'Sandbox' }, 'name', /Another connection has this name/],
  ]
  for (const [change, path, words] of complaints) {
    const result = await addPartnerConnection(wanted(change))
    expect(result, path).toMatchObject({
      ok: false,
      error: { issues: [{ path, message: expect.stringMatching(words) as string }] },
    })
  }
  expect(await listConnections()).toHaveLength(1)
})

test('an address that answers, but not as the partner does, is no partner', async () => {
  const stranger = await startTestPartner((response) => {
    response.writeHead(200, { 'content-type': 'text/html' })
    response.end('<html>Sign in</html>')
  })
  try {
    expect(await addPartnerConnection(wanted({ base_url: stranger.url }))).toMatchObject({
      error: { issues: [{ path: 'base_url', message: 'This address isn’t the partner’s API.' }] },
    })
  } finally {
    await stranger.close()
  }
})

test('a new key is tested before the old one is given up, and drafts stay with the connection', async () => {
  const id = await added()
  await activatePartnerConnection({ id })
  const accountId = (await (await consoleDb()).select().from(session))[0]!.userId
  const owner = async () => ({ accountId, connection: await activeConnection() })
  const place = { kind: 'contract', record: 'c1' } as const
  await putDraft(await owner(), { ...place, revision: 1, value: { base: 'b', edits: 'typed' } })
  expect(await rotatePartnerKey({ id, key: 'wrong' })).toMatchObject({
    error: { issues: [{ path: 'key' }] },
  })
  expect((await (await activeConnection()).openKey()).reveal()).toBe('first-key-1111')
  expect(await rotatePartnerKey({ id, key: 'second-key-2222' })).toEqual({
    ok: true,
    value: { access: 'unknown' },
  })
  expect((await (await activeConnection()).openKey()).reveal()).toBe('second-key-2222')
  expect(await loadDraft(await owner(), place)).toMatchObject({ value: { edits: 'typed' } })
  goodKeys.delete('first-key-1111')
  expect(await testPartnerConnection({ id })).toEqual({ ok: true, value: { access: 'unknown' } })
})

test('another active connection ends every session but the administrator’s own', async () => {
  const db = await consoleDb()
  const [biller] = await db
    .select()
    .from(user)
    .where(sql`role = 'biller'`)
  const later = new Date(Date.now() + 3_600_000)
  await db
    .insert(session)
    .values({ id: 'other', token: 'other', userId: biller!.id, expiresAt: later })
  const id = await added()
  expect(await activatePartnerConnection({ id })).toEqual({ ok: true, value: null })
  expect(await activeConnection()).toMatchObject({ id, name: 'North' })
  expect((await db.select().from(session)).map(({ token }) => token)).toEqual(['the-admin'])
  expect(await trail()).toEqual(['addConnection ok', 'activateConnection ok'])
})

test('a key that the partner refuses meanwhile is not made active, and a test says so', async () => {
  const id = await added()
  goodKeys.delete('first-key-1111')
  for (const result of [
    await activatePartnerConnection({ id }),
    await testPartnerConnection({ id }),
  ])
    expect(result).toMatchObject({
      error: { name: 'ConnectionRefused', message: 'The partner refused this key.' },
    })
  expect((await activeConnection()).id).toBe('sandbox')
})

test('a disabled connection is not made active, and the active one is not disabled', async () => {
  const id = await added()
  expect(await disablePartnerConnection({ id, is_disabled: true })).toEqual({
    ok: true,
    value: null,
  })
  expect(await activatePartnerConnection({ id })).toMatchObject({
    error: { message: 'This connection is disabled. Enable it first.' },
  })
  expect(await disablePartnerConnection({ id: 'sandbox', is_disabled: true })).toMatchObject({
    error: { message: 'This connection is in use. Make another one active first.' },
  })
  await disablePartnerConnection({ id, is_disabled: false })
  expect(await activatePartnerConnection({ id })).toMatchObject({ ok: true })
})

test('a demo account does not lock everybody out: it activates no partner that demo accounts cannot use', async () => {
  delete process.env.DEMO_ACCOUNTS
  const id = await added()
  expect(await activatePartnerConnection({ id })).toMatchObject({
    error: { message: expect.stringContaining('Demo accounts can’t sign in') as string },
  })
  expect((await activeConnection()).id).toBe('sandbox')
})

test('a key that the environment changes replaces the stored one at the start; an older one does not come back', async () => {
  process.env.PARTNER_BASE_URL = partner.url
  process.env.PARTNER_API_KEY = 'first-key-1111'
  await ensureConnection()
  const { id, boundTo } = await activeConnection()
  const key = async () => (await (await activeConnection()).openKey()).reveal()
  process.env.PARTNER_API_KEY = 'second-key-2222'
  await ensureConnection()
  expect(await key()).toBe('second-key-2222')
  expect(await activeConnection()).toMatchObject({ id, boundTo })
  expect(await trail()).toEqual(['rotateConnectionKey ok'])
  goodKeys.add('third-key-3333')
  await rotatePartnerKey({ id, key: 'third-key-3333' })
  await ensureConnection()
  expect(await key()).toBe('third-key-3333')
})
