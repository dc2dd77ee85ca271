import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { hashPassword as hashByLibrary } from 'better-auth/crypto'
import { asc, eq, sql } from 'drizzle-orm'
import { POST } from './[...all]/route.ts'
import { POST as signOut } from '#app/api/sign-out/route.ts'
import { setClock } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import * as logFile from '#lib/console/log.ts'
import { processState } from '#lib/console/process-state.ts'
import { clientAddressHeader } from '#lib/console/server/request-origin.ts'
import {
  account,
  auditRecords,
  rateLimit,
  session,
  signInAttempts,
  user,
} from '#lib/console/schema.ts'
import { accountInCookies, accountOfToken } from '#lib/console/accounts/account-of-token.ts'
import { listPeople, unlockPerson } from '#lib/console/accounts/people.ts'
import { resetAuth } from '#lib/console/accounts/auth.ts'
import { networkOf } from '#lib/console/accounts/sign-in-attempts.ts'
import { claimSetup, readInvitation } from '#lib/actions/session.ts'
import { readSessionToken } from '#lib/console/accounts/session-cookie.ts'
import { startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import type { Result } from '#lib/core/result.ts'
import { testSize } from '#lib/core/test-size.testing.ts'
import { request } from '#lib/console/test-request.ts'

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
beforeEach(async () => {
  const db = await consoleDb()
  // No wait ends while a test runs, however slow the machine is.
  const at = Date.now()
  setClock(() => at)
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
    new Request(`http://127.0.0.1:3000/api/auth/${path}`, {
      method: 'POST',
      body,
      headers: { ...own, ...headers },
    }),
  )
}

async function tokenOf(reply: Response): Promise<string> {
  const cookie = /console_session=([^;]+)/.exec(reply.headers.get('set-cookie') ?? '')?.[1]
  return (await readSessionToken(cookie)) ?? ''
}

test('behind TLS the cookies are those that the console reads, and the browser sends them over TLS only', async () => {
  process.env.CONSOLE_ORIGIN = 'https://console.test'
  resetAuth()
  onTestFinished(() => {
    delete process.env.CONSOLE_ORIGIN
    resetAuth()
  })
  const reply = await signIn({ headers: { origin: 'https://console.test', host: 'console.test' } })
  expect(reply.status).toBe(200)
  const cookies = reply.headers.getSetCookie()
  expect(cookies.map((cookie) => cookie.split('=')[0]).toSorted()).toEqual([
    '__Host-console_known',
    '__Host-console_session',
  ])
  for (const cookie of cookies) expect(cookie).toMatch(/Path=\/.*; Secure|Secure.*Path=\/(;|$)/)
  const sent = cookies.map((cookie) => cookie.split(';')[0]).join('; ')
  expect(await accountInCookies(sent)).toBeTypeOf('string')
})

test('a demo account signs in, and only the HttpOnly cookie carries the session', async () => {
  const reply = await signIn()
  expect(reply.status).toBe(200)
  expect(await reply.json()).toEqual({ ok: true })
  expect(reply.headers.get('set-cookie')).toMatch(/HttpOnly/i)
  expect(reply.headers.get('set-cookie')).toMatch(/SameSite=Lax/i)
  expect(await accountOfToken(await tokenOf(reply))).toMatchObject({
    email: 'biller@demo.test',
    role: 'biller',
  })
})

test('a password whose stored hash took less work is hashed anew when it is right', async () => {
  const state = processState<{ passwordWork: number }>()
  const before = state.passwordWork
  delete state.passwordWork
  onTestFinished(() => void (state.passwordWork = before))
  const db = await consoleDb()
  const stored = async () => {
    const [found] = await db
      .select({ hash: account.password })
      .from(account)
      .innerJoin(user, eq(user.id, account.userId))
      .where(eq(user.email, 'biller@demo.test'))
    return found!.hash!
  }
  const old = await hashByLibrary('billing-demo-only')
  await db.update(account).set({ password: old })
  expect((await signIn({ password: 'not-the-password' })).status).toBe(401)
  expect(await stored()).toBe(old)
  expect((await signIn()).status).toBe(200)
  const renewed = await stored()
  // Cost 2^15, block size 8, three times: what OWASP asks of scrypt.
  expect(renewed).toMatch(/^scrypt-32768-8-3:[\w-]{22}:[\w-]{86}$/)
  expect((await signIn({ password: 'not-the-password' })).status).toBe(401)
  expect((await signIn()).status).toBe(200)
  expect(await stored()).toBe(renewed)
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
  expect(
    written.map(({ person, role, outcome, address }) => [person, role, outcome, address]),
  ).toEqual([
    ['biller@demo.test', 'biller', 'INVALID_EMAIL_OR_PASSWORD', '10.0.0.1'],
    ['', '', 'INVALID_EMAIL', '10.0.0.1'],
    ['biller@demo.test', 'biller', 'ok', '10.0.0.1'],
    ['manager@demo.test', 'manager', 'DisabledAccount', '10.0.0.1'],
  ])
  expect(new Set(written.map(({ operation, stage }) => `${operation} ${stage}`))).toEqual(
    new Set(['signIn sign-in']),
  )
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

/** The value of the cookie by which an account knows a browser. */
function knownCookie(reply: Response): string {
  return reply.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .find((pair) => pair.startsWith('console_known='))!
}

/**
 * Wrong passwords at the same moment, each from the address that `from` gives. Returns how many
 * were checked.
 */
async function guess(
  count: number,
  from: (index: number) => string,
  headers = {},
): Promise<number> {
  const guesses = Array.from({ length: count }, (_, i) =>
    signIn({
      password: `wrong-${i}-wrong`,
      headers: { ...headers, [clientAddressHeader]: from(i) },
    }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.every((status) => status === 401 || status === 429)).toBe(true)
  return statuses.filter((status) => status === 401).length
}

test('a burst from one network has five tries, whatever addresses of it and whatever forged headers', async () => {
  setClock(() => 1_800_000_000_000)
  const forged = { 'x-forwarded-for': '9.9.9.9', forwarded: 'for=9.9.9.9', 'x-real-ip': '9.9.9.9' }
  expect(await guess(testSize(40, 100), (i) => `10.1.0.${i}`, forged)).toBe(5)
  expect(await guess(testSize(40, 100), (i) => `2001:db8:1:2:${i.toString(16)}::1`)).toBe(5)
  const refused = await signIn({ headers: { [clientAddressHeader]: '::ffff:10.1.0.7' } })
  expect(await refused.json()).toEqual({
    code: 'TOO_MANY_ATTEMPTS',
    message:
      'Too many attempts. Try again in 60 seconds. Wrong passwords count, and so does a sign-in that ends before its second step. An administrator can unlock your account earlier.',
    wait_seconds: 60,
  })
  expect(refused.headers.get('retry-after')).toBe('60')
  // Colleagues in the same network and the same person elsewhere are not held back.
  expect(
    (await signIn({ email: 'manager@demo.test', headers: { [clientAddressHeader]: '10.1.0.1' } }))
      .status,
  ).toBe(200)
  expect((await signIn({ headers: { [clientAddressHeader]: '10.2.0.1' } })).status).toBe(200)
})

// Two requests of one moment write one counter in turn, and the first to begin may be the last to
// write.
test('a try that began before the newest one does not wait for it', async () => {
  const at = Date.now()
  setClock(() => at)
  expect((await signIn({ password: 'not-the-password' })).status).toBe(401)
  setClock(() => at - 30)
  expect((await signIn()).status).toBe(200)
  expect((await signIn({ email: 'manager@demo.test' })).status).toBe(200)
})

test('the waits of a network grow from one minute on, and end', async () => {
  let at = 1_800_000_000_000
  setClock(() => at)
  expect(await guess(9, () => '10.1.0.1')).toBe(5)
  const waits: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const refused = (await (
      await signIn({ headers: { [clientAddressHeader]: '10.1.0.1' } })
    ).json()) as {
      wait_seconds: number
    }
    waits.push(Math.round(refused.wait_seconds / 60))
    at += refused.wait_seconds * 1_000
    expect(await guess(3, () => '10.1.0.1')).toBe(1)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 16])
  at += 86_400_000
  expect((await signIn({ headers: { [clientAddressHeader]: '10.1.0.1' } })).status).toBe(200)
})

test('a flood of guesses from rotating addresses gets 20 tries, and a known browser signs in meanwhile', async () => {
  const known = knownCookie(await signIn({ headers: { [clientAddressHeader]: '10.9.0.1' } }))
  let checked = 0
  for (let round = 0; round < testSize(2, 10); round += 1) {
    checked += await guess(
      testSize(40, 100),
      (i) => (i % 2 ? `2001:db8:${round.toString(16)}:${i.toString(16)}::1` : `10.${round}.${i}.1`),
      { 'x-forwarded-for': `203.0.113.${round}` },
    )
    // The person mistypes once, then signs in, from an address of the flood.
    const own = { cookie: known, [clientAddressHeader]: `10.${round}.0.1` }
    expect((await signIn({ password: 'a typing mistake', headers: own })).status).toBe(401)
    expect((await signIn({ headers: own })).status).toBe(200)
  }
  expect(checked).toBe(20)
  expect((await signIn({ headers: { [clientAddressHeader]: '10.200.0.1' } })).status).toBe(429)
  // A day of further guesses adds about one an hour.
  const start = Date.now()
  for (let minutes = 1; minutes <= 24 * 60; minutes += testSize(60, 30)) {
    setClock(() => start + minutes * 60_000)
    checked += await guess(2, (i) => `2001:db8:ffff:${(minutes * 2 + i).toString(16)}::1`)
  }
  expect(checked).toBeLessThan(20 + 35)
})

test('a known browser has its own budget, for its account alone, and no other browser has it', async () => {
  const reply = await signIn()
  const known = knownCookie(reply)
  expect(reply.headers.getSetCookie().find((line) => line.startsWith('console_known='))).toMatch(
    /Max-Age=7776000.*HttpOnly.*SameSite=Strict/i,
  )
  expect(known).not.toContain('demo.test')
  expect(await guess(30, (i) => `10.1.${i}.1`, { cookie: known })).toBe(10)
  expect((await signIn({ headers: { [clientAddressHeader]: '10.2.0.1' } })).status).toBe(200)
  expect((await signIn({ email: 'manager@demo.test', headers: { cookie: known } })).status).toBe(
    200,
  )
  for (const forged of [
    `${known.slice(0, -3)}AAA`,
    'console_known=a.b.c~~.',
    known.replace(/\.\d+\./, '.9999999999.'),
  ])
    expect(
      await guess(testSize(20, 100), (i) => `10.3.0.${i}`, { cookie: forged }),
    ).toBeLessThanOrEqual(5)
  setClock(() => Date.now() + 91 * 86_400_000)
  expect(await guess(30, () => '10.4.0.1', { cookie: known })).toBe(5)
})

test('colleagues who share a browser each have their budget in it', async () => {
  const first = knownCookie(await signIn())
  const both = knownCookie(await signIn({ email: 'manager@demo.test', headers: { cookie: first } }))
  expect(await guess(40, (i) => `10.1.${i}.1`)).toBe(20)
  expect((await signIn({ headers: { cookie: both } })).status).toBe(200)
})

test('an administrator unlocks an account while it is guessed at', async () => {
  const db = await consoleDb()
  expect(await guess(60, (i) => `10.${i}.0.1`)).toBe(20)
  const { people } = await listPeople()
  const held = people.filter(({ heldBackUntil }) => heldBackUntil !== null)
  expect(held.map(({ email }) => email)).toEqual(['biller@demo.test'])
  const by = { accountId: people.find(({ role }) => role === 'admin')!.id, connectionId: null }
  expect(await unlockPerson(by, held[0]!.id)).toBe(true)
  expect((await listPeople()).people.every(({ heldBackUntil }) => heldBackUntil === null)).toBe(
    true,
  )
  const unlocked = await db
    .select()
    .from(auditRecords)
    .where(eq(auditRecords.operation, 'unlockAccount'))
  expect(unlocked).toMatchObject([by])
  expect((await signIn()).status).toBe(200)
})

test('one network is held back over all accounts, and a sign-in gives its try back', async () => {
  const statuses: number[] = []
  for (let i = 0; i < 40; i += 1) {
    const reply = await signIn({
      email: `guess${i}@example.test`,
      headers: { 'x-forwarded-for': `9.9.9.${i}` },
    })
    statuses.push(reply.status)
  }
  expect(statuses.filter((status) => status === 401)).toHaveLength(30)
  for (let i = 0; i < 31; i += 1)
    expect(
      (await signIn({ email: 'manager@demo.test', headers: { [clientAddressHeader]: '10.3.0.1' } }))
        .status,
    ).toBe(200)
})

test('wrong setup codes and invitations from one network wait, with the time in the words', async () => {
  request.headers = new Headers({
    host: '127.0.0.1:3000',
    origin: 'http://127.0.0.1:3000',
    [clientAddressHeader]: '10.5.0.1',
  })
  const setup = {
    code: 'x',
    name: 'x',
    email: 'x@y.example',
    password: 'x'.repeat(12),
    time_zone: 'UTC',
  }
  const asks: (() => Promise<Result<unknown>>)[] = [
    () => claimSetup(setup),
    () => readInvitation({ token: 'a guess' }),
  ]
  setClock(() => 1_800_000_000_000)
  for (const ask of asks) {
    const results = await Promise.all(Array.from({ length: 100 }, ask))
    const held = results.filter((result) => !result.ok && result.error.name === 'TooManyAttempts')
    expect(held).toHaveLength(90)
    expect(held[0]).toMatchObject({
      error: { message: 'Too many attempts. Try again in 60 seconds.' },
    })
  }
  request.headers.set(clientAddressHeader, '10.6.0.1')
  expect(await readInvitation({ token: 'a guess' })).toMatchObject({
    error: { name: 'EntityNotFoundError' },
  })
})

test.each([
  ['10.1.2.3', '10.1.2.0/24'],
  ['::ffff:10.1.2.3', '10.1.2.0/24'],
  ['2001:DB8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
  ['', 'unknown'],
])('the network of %s is %s', (address, network) => expect(networkOf(address)).toBe(network))

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
  expect(processState<{ accountInCookies: typeof accountInCookies }>().accountInCookies).toBe(
    accountInCookies,
  )
  const cookie = ((await signIn()).headers.get('set-cookie') ?? '').split(';')[0]!
  const start = Date.now()
  for (const minutes of [0, 7, 14]) {
    setClock(() => start + minutes * 60_000)
    expect(await accountInCookies(`theme=dark; ${cookie}; other=1`)).toEqual(expect.any(String))
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
    expect(await accountInCookies(odd), odd).toBeUndefined()
  setClock(() => start + 16 * 60_000)
  expect(await accountInCookies(cookie)).toBeUndefined()
})

test('the log says why a session is refused, and names nobody', async () => {
  const lines = vi.spyOn(logFile, 'log').mockImplementation(() => {})
  const start = Date.now()
  const refusedAfter = async (minutes: number) => {
    setClock(() => start)
    const token = await tokenOf(await signIn())
    lines.mockClear()
    setClock(() => start + minutes * 60_000)
    expect(await accountOfToken(token)).toBeNull()
    return lines.mock.calls
  }
  expect(await refusedAfter(16)).toEqual([['info', 'session-idle']])
  expect(await refusedAfter(12 * 60 + 1)).toEqual([['info', 'session-over']])
  lines.mockClear()
  expect(await accountOfToken('no such token')).toBeNull()
  expect(lines.mock.calls).toEqual([['info', 'session-unknown']])
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
