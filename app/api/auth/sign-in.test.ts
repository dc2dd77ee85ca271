import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { asc, eq, sql } from 'drizzle-orm'
import { POST } from './[...all]/route.ts'
import { POST as signOut } from '#app/api/sign-out/route.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { processState } from '#lib/console/process-state.ts'
import { clientAddressHeader } from '#lib/console/server/request-origin.ts'
import { auditRecords, rateLimit, session, signInAttempts, user } from '#lib/console/schema.ts'
import { accountOfToken, hasSession } from '#lib/console/accounts/account-of-token.ts'
import { readSessionToken } from '#lib/console/accounts/session-cookie.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
beforeEach(async () => {
  const db = await consoleDb()
  setClock(undefined)
  delete process.env.DEMO_ACCOUNTS
  for (const table of [rateLimit, session, signInAttempts]) await db.delete(table)
})

type Try = { email?: string; password?: string; path?: string; headers?: Record<string, string> }

async function signIn({
  email = 'biller@demo.test',
  password = 'billing-demo-only',
  path = 'sign-in/email',
  headers = {},
}: Try = {}) {
  const body = JSON.stringify({ email, password })
  const own = {
    origin: 'http://127.0.0.1:3000',
    host: '127.0.0.1:3000',
    'content-type': 'application/json',
    'content-length': String(body.length),
    [clientAddressHeader]: '10.0.0.1',
  }
  return POST(
    new Request(`http://127.0.0.1:3000/api/auth/${path}`, { method: 'POST', body, headers: { ...own, ...headers } }),
  )
}

async function tokenOf(reply: Response): Promise<string> {
  const cookie = /console_session=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1]
  return (await readSessionToken(cookie)) ?? ''
}

test('a demo account signs in, and only the HttpOnly cookie carries the session', async () => {
  const reply = await signIn()
  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({ ok: true })
  expect(reply.headers.get('set-cookie')).toMatch(/HttpOnly/i)
  expect(reply.headers.get('set-cookie')).toMatch(/SameSite=Lax/i)
  expect(await accountOfToken(await tokenOf(reply))).toMatchObject({ email: 'biller@demo.test', role: 'biller' })
})

test('every attempt to sign in is in the trail, and what was typed is not', async () => {
  const db = await consoleDb()
  const before = (await db.select().from(auditRecords)).length
  await signIn({ password: 'not-the-password' })
  await signIn({ email: 'my-secret-password' })
  await signIn()
  await db.update(user).set({ disabledAt: new Date() }).where(eq(user.email, 'manager@demo.test'))
  await signIn({ email: 'Manager@demo.test' })
  await db.update(user).set({ disabledAt: null }).where(eq(user.email, 'manager@demo.test'))
  const written = (await db.select().from(auditRecords).orderBy(asc(auditRecords.id))).slice(before)
  expect(written.map(({ person, role, outcome, address }) => [person, role, outcome, address])).toEqual([
    ['biller@demo.test', 'biller', 'INVALID_EMAIL_OR_PASSWORD', '10.0.0.1'],
    ['', '', 'INVALID_EMAIL', '10.0.0.1'],
    ['biller@demo.test', 'biller', 'ok', '10.0.0.1'],
    ['manager@demo.test', 'manager', 'DisabledAccount', '10.0.0.1'],
  ])
  expect(new Set(written.map(({ operation, stage }) => `${operation} ${stage}`))).toEqual(new Set(['signIn sign-in']))
  expect(written.map(({ session }) => session !== null)).toEqual([false, false, true, false])
  expect(JSON.stringify(written)).not.toContain('secret')
})

test('without the trail nobody signs in', async () => {
  const db = await consoleDb()
  await db.execute(
    sql`create trigger no_insert before insert on audit_records for each row execute function refuse_audit_change()`,
  )
  const reply = await signIn()
  await db.execute(sql`drop trigger no_insert on audit_records`)
  expect([reply.status, reply.headers.get('set-cookie')]).toEqual([500, null])
})

test('a wrong password, an unknown account and a demo account that is off get the same answer', async () => {
  const wrong = await signIn({ password: 'not-the-password' })
  const unknown = await signIn({ email: 'nobody@demo.test' })
  process.env.DEMO_ACCOUNTS = '0'
  const off = await signIn()
  for (const reply of [wrong, unknown, off]) {
    expect(reply.status).toBe(401)
    expect(await reply.json()).toMatchObject({ code: 'INVALID_EMAIL_OR_PASSWORD' })
  }
})

test('a session of a demo account ends when demo accounts are turned off', async () => {
  const token = await tokenOf(await signIn())
  process.env.DEMO_ACCOUNTS = '0'
  expect(await accountOfToken(token)).toBeNull()
})

test('sign-up and every other path of the library are closed', async () => {
  for (const path of [
    'sign-up/email',
    'get-session',
    'change-password',
    'update-user',
    'request-password-reset',
    'sign-in/social',
  ]) {
    expect((await signIn({ path })).status).toBe(404)
  }
})

test('a request from elsewhere is refused', async () => {
  expect((await signIn({ headers: { origin: 'https://evil.example' } })).status).toBe(403)
  expect((await signIn({ headers: { origin: '' } })).status).toBe(403)
  expect((await signIn({ headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
  expect((await signIn({ headers: { 'content-type': 'text/plain' } })).status).toBe(415)
})

test('the tenth wrong attempt of an account is its last, from whatever addresses they come', async () => {
  const burst = Array.from({ length: 25 }, (_, i) =>
    signIn({ password: `wrong-${i}-wrong`, headers: { [clientAddressHeader]: `10.1.0.${i}` } }),
  )
  const statuses = (await Promise.all(burst)).map((reply) => reply.status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  expect((await signIn({ headers: { [clientAddressHeader]: '10.2.0.1' } })).status).toBe(429)
  expect((await signIn({ email: 'manager@demo.test', headers: { [clientAddressHeader]: '10.2.0.1' } })).status).toBe(
    200,
  )
  setClock(() => Date.now() + 16 * 60_000)
  expect((await signIn({ headers: { [clientAddressHeader]: '10.2.0.2' } })).status).toBe(200)
})

test('one address is held back, and a forged forwarding header gives it no fresh budget', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 34; i += 1) {
    const reply = await signIn({ email: `guess${i}@example.test`, headers: { 'x-forwarded-for': `9.9.9.${i}` } })
    statuses.push(reply.status)
  }
  expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(4)
})

test('colleagues behind one address who sign in one after the other are not held back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    for (let i = 0; i < 40; i += 1) {
      expect(
        (await signIn({ email: 'manager@demo.test', headers: { [clientAddressHeader]: '10.3.0.1' } })).status,
      ).toBe(200)
      vi.setSystemTime(Date.now() + 11_000)
    }
  } finally {
    vi.useRealTimers()
  }
})

test('signing in again ends the session that the browser had before', async () => {
  const first = await signIn()
  const cookie = (first.headers.get('set-cookie') ?? '').split(';')[0]!
  await signIn({ headers: { cookie } })
  expect(await accountOfToken(await tokenOf(first))).toBeNull()
})

test('a session ends after 15 minutes without use, and use keeps it alive', async () => {
  const token = await tokenOf(await signIn())
  const start = Date.now()
  const after = async (minutes: number) => {
    setClock(() => start + minutes * 60_000)
    return accountOfToken(token)
  }
  expect(await after(14)).not.toBeNull()
  expect(await after(28)).not.toBeNull()
  expect(await after(43.5)).toBeNull()
  expect(await after(28)).toBeNull()
})

test('what a page asks by itself does not keep a session alive', async () => {
  const token = await tokenOf(await signIn())
  const start = Date.now()
  for (const minutes of [4, 9, 14]) {
    setClock(() => start + minutes * 60_000)
    expect(await accountOfToken(token, false)).not.toBeNull()
  }
  setClock(() => start + 16 * 60_000)
  expect(await accountOfToken(token, false)).toBeNull()
})

test('the front server knows a session by the whole Cookie header, and its question keeps nothing alive', async () => {
  expect(processState<{ hasSession: typeof hasSession }>().hasSession).toBe(hasSession)
  const cookie = ((await signIn()).headers.get('set-cookie') ?? '').split(';')[0]!
  const start = Date.now()
  for (const minutes of [0, 7, 14]) {
    setClock(() => start + minutes * 60_000)
    expect(await hasSession(`theme=dark; ${cookie}; other=1`)).toBe(true)
  }
  for (const odd of [
    undefined,
    '',
    'console_session=',
    'console_session=a.b',
    `x${cookie}`,
    cookie.slice(0, -8),
    'theme=dark',
  ])
    expect(await hasSession(odd), odd).toBe(false)
  setClock(() => start + 16 * 60_000)
  expect(await hasSession(cookie)).toBe(false)
})

test('a session ends after 12 hours however busy it is', async () => {
  const token = await tokenOf(await signIn())
  const start = Date.now()
  for (let minutes = 0; minutes < 12 * 60 - 1; minutes += 14) {
    setClock(() => start + minutes * 60_000)
    expect(await accountOfToken(token)).not.toBeNull()
  }
  setClock(() => start + 12 * 3_600_000 + 1_000)
  expect(await accountOfToken(token)).toBeNull()
})

test('signing out ends the session on the server, clears the cookie and empties the browser’s caches', async () => {
  const reply = await signIn()
  request.cookies.set('console_session', {
    value: /console_session=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1] ?? '',
  })
  const ask = (headers: Record<string, string>) =>
    signOut(
      new Request('http://127.0.0.1:3000/api/sign-out', {
        method: 'POST',
        headers: { host: '127.0.0.1:3000', ...headers },
      }),
    )
  expect((await ask({ origin: 'https://evil.example' })).status).toBe(403)
  expect(await accountOfToken(await tokenOf(reply))).not.toBeNull()
  const left = await ask({ origin: 'http://127.0.0.1:3000' })
  expect([left.status, left.headers.get('location')]).toEqual([303, '/sign-in'])
  expect(left.headers.get('clear-site-data')).toContain('"cache"')
  expect(request.cookies.size).toBe(0)
  expect(await accountOfToken(await tokenOf(reply))).toBeNull()
})

test('a cookie with another signature is no session', async () => {
  const token = await tokenOf(await signIn())
  expect(await readSessionToken(`${token}.${Buffer.alloc(32).toString('base64')}`)).toBeUndefined()
  expect(await readSessionToken(token)).toBeUndefined()
})
