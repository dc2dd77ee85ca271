import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { GET, POST } from './[...all]/route.ts'
import { accountOfToken } from '#lib/console/accounts/account-of-token.ts'
import { createAccount } from '#lib/console/accounts/accounts.ts'
import {
  clientOfConsole,
  startIdentityProvider,
  type IdentityProvider,
  type ProviderPerson,
} from '#lib/core/identity-provider.testing.ts'
import { unlinkSingleSignOn } from '#lib/console/accounts/people.ts'
import { readSessionToken } from '#lib/console/accounts/session-cookie.ts'
import { forgetOtherIssuer, singleSignOn } from '#lib/console/accounts/single-sign-on.ts'
import { consoleDb } from '#lib/console/db.ts'
import { account, auditRecords, session, user } from '#lib/console/schema.ts'
import { clientAddressHeader } from '#lib/console/server/request-origin.ts'
import { sendSessionCookie, startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'
import { startPasskey } from '#lib/actions/account.ts'

const origin = 'http://127.0.0.1:3000'
const own = {
  origin,
  host: '127.0.0.1:3000',
  'content-type': 'application/json',
  [clientAddressHeader]: '10.0.0.1',
}
let provider: IdentityProvider

beforeAll(async () => {
  provider = await startIdentityProvider()
  provider.setRedirect(`${origin}/api/auth/callback/oidc`)
  await startTestConsole({
    CONSOLE_OIDC_ISSUER: provider.issuer,
    CONSOLE_OIDC_CLIENT_ID: clientOfConsole.id,
    CONSOLE_OIDC_CLIENT_SECRET: clientOfConsole.secret,
    CONSOLE_OIDC_ROLES: 'Billing team=biller, Leads=manager, IT=admin',
  })
})
afterAll(async () => {
  for (const name of Object.keys(process.env))
    if (name.startsWith('CONSOLE_OIDC_')) delete process.env[name]
  await stopTestConsole()
  await provider.close()
})
beforeEach(() => {
  provider.people.clear()
  provider.requests.length = 0
})

type Jar = Map<string, string>

function keep(jar: Jar, cookies: string[]): void {
  for (const line of cookies) {
    const pair = line.split(';')[0]!
    const split = pair.indexOf('=')
    jar.set(pair.slice(0, split), pair.slice(split + 1))
  }
}

const sent = (jar: Jar) => [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** Asks the console for the provider's page. */
async function start(jar: Jar, next = '/updates?limit=50'): Promise<URL> {
  const body = JSON.stringify({ next })
  const headers = { ...own, cookie: sent(jar), 'content-length': String(body.length) }
  const reply = await POST(
    new Request(`${origin}/api/auth/sign-in/social`, { method: 'POST', body, headers }),
  )
  expect(reply.status).toBe(200)
  keep(jar, reply.headers.getSetCookie())
  return new URL(((await reply.json()) as { url: string }).url)
}

/**
 * Signs in at the provider as a browser does, over HTTP. Returns where it sends the browser back
 * to.
 */
async function atProvider(url: URL, id: string | null): Promise<string> {
  const jar: Jar = new Map()
  let [at, method, body]: [string, string, string | undefined] = [url.href, 'GET', undefined]
  for (let hop = 0; hop < 8; hop += 1) {
    const headers = {
      cookie: sent(jar),
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    }
    const reply: Response = await fetch(at, { method, body, headers, redirect: 'manual' })
    keep(jar, reply.headers.getSetCookie())
    const location: string | null = reply.headers.get('location')
    if (location?.startsWith(origin)) return location
    if (location) [at, method, body] = [new URL(location, at).href, 'GET', undefined]
    else if ((await reply.text()).includes('<h1>Identity provider</h1>'))
      [method, body] = ['POST', id === null ? 'cancel=' : `login=${id}`]
    else throw new Error(`The provider answered ${reply.status} at ${at}.`)
  }
  throw new Error('The provider does not send the browser back.')
}

async function comeBack(
  jar: Jar,
  address: string,
): Promise<{ status: number; to: URL; token?: string }> {
  const reply = await GET(new Request(address, { headers: { host: own.host, cookie: sent(jar) } }))
  keep(jar, reply.headers.getSetCookie())
  const token = await readSessionToken(jar.get('console_session'))
  return {
    status: reply.status,
    to: new URL(reply.headers.get('location')!, origin),
    ...(token && { token }),
  }
}

async function signIn(id: string, person?: ProviderPerson) {
  if (person) provider.people.set(id, person)
  const jar: Jar = new Map()
  const back = await comeBack(jar, await atProvider(await start(jar), id))
  return { ...back, jar, account: back.token ? await accountOfToken(back.token) : null }
}

const rita: ProviderPerson = {
  email: 'Rita@clinic.test',
  email_verified: true,
  name: 'Rita Ray',
  roles: ['Leads'],
}
const holderOf = async (email: string) =>
  (await (await consoleDb()).select().from(user).where(eq(user.email, email)))[0]

test('a new person gets an account with the role of the claim, and comes back to the page that was asked for', async () => {
  const { account: made, to, status, token } = await signIn('rita', rita)
  expect(status).toBe(302)
  expect(to.href).toBe(`${origin}/updates?limit=50`)
  expect(made).toMatchObject({
    email: 'rita@clinic.test',
    name: 'Rita Ray',
    role: 'manager',
    isDemo: false,
  })
  const db = await consoleDb()
  const [linked] = await db.select().from(account).where(eq(account.userId, made!.id))
  expect(linked).toMatchObject({
    providerId: 'oidc',
    accountId: 'rita',
    accessToken: null,
    refreshToken: null,
    idToken: null,
  })
  const rows = await db.select().from(auditRecords).where(eq(auditRecords.accountId, made!.id))
  expect(rows.map(({ operation, outcome }) => `${operation} ${outcome}`)).toEqual([
    'linkSingleSignOn ok',
    'signInBySingleSignOn ok',
  ])
  // The role follows the claim at the next sign-in, which ends the sessions with the old one.
  const again = await signIn('rita', { ...rita, roles: 'Billing team' })
  expect(again.account).toMatchObject({ id: made!.id, role: 'biller' })
  expect(await accountOfToken(token!)).toBeNull()
})

test('the request has state, nonce, PKCE and the console’s own address', async () => {
  const url = await start(new Map())
  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    client_id: clientOfConsole.id,
    redirect_uri: `${origin}/api/auth/callback/oidc`,
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  })
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(url.searchParams.get(name)!.length).toBeGreaterThan(20)
  expect(url.href).not.toContain(clientOfConsole.secret)
})

test.each([
  ['no claim', undefined],
  ['an unknown value', ['Gardeners']],
  ['the name of a role that the mapping does not have', 'admin'],
  ['another type', { IT: true }],
])('%s makes no account', async (_, roles) => {
  const { to, token } = await signIn('nobody', { ...rita, email: 'nobody@clinic.test', roles })
  expect(to.pathname).toBe('/sign-in')
  expect([to.searchParams.get('error'), to.searchParams.get('next')]).toEqual([
    'sso_no_role',
    '/updates?limit=50',
  ])
  expect(token).toBeUndefined()
  expect(await holderOf('nobody@clinic.test')).toBeUndefined()
})

test('somebody who lost the claim is refused, and a disabled account stays out', async () => {
  const { account: made } = await signIn('lea', { ...rita, email: 'lea@clinic.test' })
  const lost = await signIn('lea', { ...rita, email: 'lea@clinic.test', roles: [] })
  expect(lost.to.searchParams.get('error')).toBe('sso_no_role')
  await (
    await consoleDb()
  )
    .update(user)
    .set({ disabledAt: new Date() })
    .where(eq(user.id, made!.id))
  const off = await signIn('lea', { ...rita, email: 'lea@clinic.test' })
  expect([off.to.searchParams.get('error'), off.token]).toEqual(['sso_disabled', undefined])
})

test('an account here is linked by a verified e-mail address only, and demo accounts never', async () => {
  const password = 'a long password of theirs'
  await createAccount({
    email: 'ina@clinic.test',
    name: 'Ina',
    role: 'reader',
    password,
    isDemo: false,
  })
  const claimed = { ...rita, email: 'ina@clinic.test', roles: 'IT' }
  const unverified = await signIn('mallory', { ...claimed, email_verified: false })
  expect([unverified.to.searchParams.get('error'), unverified.token]).toEqual([
    'account_not_linked',
    undefined,
  ])
  expect(await holderOf('ina@clinic.test')).toMatchObject({ role: 'reader' })
  const { account: linked } = await signIn('ina', claimed)
  expect(linked).toMatchObject({ id: (await holderOf('ina@clinic.test'))!.id, role: 'admin' })
  const fresh = await signIn('new', { ...rita, email: 'new@clinic.test', email_verified: false })
  expect(fresh.to.searchParams.get('error')).toBe('sso_email_not_verified')
  const demo = await signIn('demo', { ...rita, email: 'admin@demo.test' })
  expect([demo.to.searchParams.get('error'), demo.token]).toEqual(['sso_disabled', undefined])
})

test('an address that was given to another person at the provider does not open the account of the one before', async () => {
  const { account: first } = await signIn('olga-1', { ...rita, email: 'olga@clinic.test' })
  const second = await signIn('olga-2', { ...rita, email: 'olga@clinic.test' })
  expect([second.to.searchParams.get('error'), second.token]).toEqual([
    'sso_other_identity',
    undefined,
  ])
  expect((await signIn('olga-1')).account).toMatchObject({ id: first!.id })
  // An administrator unlinks the person who left.
  await unlinkSingleSignOn({ accountId: 'a1', connectionId: null }, first!.id)
  expect((await signIn('olga-2')).account).toMatchObject({ id: first!.id })
})

test('an answer of the provider without an ID token signs nobody in', async () => {
  provider.people.set('ivo', { ...rita, email: 'ivo@clinic.test' })
  const jar: Jar = new Map()
  const back = await atProvider(await start(jar), 'ivo')
  const { fetch: send } = globalThis
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    const reply = await send(...request)
    if (!reply.url.endsWith('/token')) return reply
    const { id_token: idToken, ...rest } = (await reply.json()) as Record<string, unknown>
    expect(idToken).toBeDefined()
    return Response.json(rest)
  })
  const { to, token } = await comeBack(jar, back)
  expect(asked).toHaveBeenCalled()
  asked.mockRestore()
  expect([to.pathname, token]).toEqual(['/sign-in', undefined])
  expect(await holderOf('ivo@clinic.test')).toBeUndefined()
})

test('a way back from another browser, used twice, without a state or cancelled signs nobody in', async () => {
  provider.people.set('rita', rita)
  const jar: Jar = new Map()
  const back = await atProvider(await start(jar), 'rita')
  expect((await comeBack(new Map(), back)).to.searchParams.get('error')).toBe('state_mismatch')
  const other: Jar = new Map()
  const second = await atProvider(await start(other), 'rita')
  expect((await comeBack(other, second)).token).toBeDefined()
  const replayed = await comeBack(
    new Map([...other].filter(([name]) => name !== 'console_session')),
    second,
  )
  expect(replayed.token).toBeUndefined()
  expect(
    (await comeBack(new Map(), `${origin}/api/auth/callback/oidc?code=x`)).to.searchParams.get(
      'error',
    ),
  ).toBe('state_not_found')
  const third: Jar = new Map()
  const cancelled = await comeBack(third, await atProvider(await start(third), null))
  expect([cancelled.to.searchParams.get('error'), cancelled.token]).toEqual([
    'access_denied',
    undefined,
  ])
})

test('words that somebody makes up for a provider’s error are neither kept nor shown', async () => {
  const jar: Jar = new Map()
  const state = (await start(jar)).searchParams.get('state')!
  const made = new URLSearchParams({ state, error: 'Moss Avery', error_description: 'was here' })
  const { to, token } = await comeBack(jar, `${origin}/api/auth/callback/oidc?${made}`)
  expect([to.pathname, [...to.searchParams], token]).toEqual([
    '/sign-in',
    [
      ['next', '/updates?limit=50'],
      ['error', 'provider_error'],
    ],
    undefined,
  ])
  const rows = await (await consoleDb()).select().from(auditRecords)
  expect(rows.toSorted((a, b) => a.id - b.id).at(-1)).toMatchObject({
    operation: 'signInBySingleSignOn',
    outcome: 'provider_error',
  })
})

test('an account with a second factor here is asked for it after the provider too', async () => {
  const { account: made } = await signIn('fay', { ...rita, email: 'fay@clinic.test' })
  await (
    await consoleDb()
  )
    .update(user)
    .set({ twoFactorEnabled: true })
    .where(eq(user.id, made!.id))
  const { to, token } = await signIn('fay')
  expect([to.pathname, to.searchParams.get('reason'), token]).toEqual([
    '/sign-in',
    'second-step',
    undefined,
  ])
})

test('an account without a password adds a factor only soon after a sign-in', async () => {
  const { token } = await signIn('gus', { ...rita, email: 'gus@clinic.test' })
  request.headers = new Headers({
    host: 'localhost:3000',
    origin: 'http://localhost:3000',
    'sec-fetch-site': 'same-origin',
  })
  await sendSessionCookie(token!)
  const input = { password: '' }
  expect(await startPasskey(input)).toMatchObject({ ok: true })
  const createdAt = new Date(Date.now() - 11 * 60_000)
  await (await consoleDb()).update(session).set({ createdAt }).where(eq(session.token, token!))
  expect(await startPasskey(input)).toMatchObject({
    error: {
      name: 'InvalidInput',
      message: expect.stringMatching(/signed in more than 10 minutes ago/) as string,
    },
  })
})

test('another issuer finds no links of the one before, and people are linked anew by their address', async () => {
  const { account: made } = await signIn('hal', { ...rita, email: 'hal@clinic.test' })
  const db = await consoleDb()
  const links = async () =>
    (await db.select().from(account).where(eq(account.userId, made!.id))).length
  await forgetOtherIssuer()
  expect(await links()).toBe(1)
  process.env.CONSOLE_OIDC_ISSUER = 'https://other.example'
  await forgetOtherIssuer()
  expect(await links()).toBe(0)
  process.env.CONSOLE_OIDC_ISSUER = provider.issuer
  await forgetOtherIssuer()
  expect((await signIn('hal')).account).toMatchObject({ id: made!.id })
  expect(await links()).toBe(1)
})

test('a foreign next is not followed, and the library’s other callbacks stay closed', async () => {
  provider.people.set('rita', rita)
  const jar: Jar = new Map()
  const { to } = await comeBack(
    jar,
    await atProvider(await start(jar, 'https://evil.example/'), 'rita'),
  )
  expect(to.href).toBe(`${origin}/`)
  for (const path of ['callback/google', 'get-session', 'error'])
    expect((await GET(new Request(`${origin}/api/auth/${path}?code=x`))).status).toBe(404)
})

test('signing in again ends the session that the browser had before', async () => {
  const { jar, token } = await signIn('rita', rita)
  const again = await comeBack(jar, await atProvider(await start(jar), 'rita'))
  expect(again.token).not.toBe(token)
  expect(await (await consoleDb()).select().from(session).where(eq(session.token, token!))).toEqual(
    [],
  )
})

test.each([
  [
    { CONSOLE_OIDC_ISSUER: 'https://id.example' },
    /CLIENT_ID and CONSOLE_OIDC_CLIENT_SECRET together/,
  ],
  [{ CONSOLE_OIDC_CLIENT_SECRET: 's' }, /together/],
  [full({ CONSOLE_OIDC_ISSUER: 'http://id.example' }), /must be an https address/],
  [full({ CONSOLE_OIDC_ISSUER: 'https://user:secret@id.example' }), /without user, password/],
  [full({ CONSOLE_OIDC_ISSUER: 'nonsense' }), /must be an https address/],
  [full({ CONSOLE_OIDC_ROLES: 'IT=boss' }), /not "IT=boss"/],
])('half or unsafe settings stop the start with words: %j', (env, words) => {
  expect(() => singleSignOn(env as unknown as NodeJS.ProcessEnv)).toThrow(words)
})

function full(other: object): object {
  return {
    CONSOLE_OIDC_ISSUER: 'https://id.example',
    CONSOLE_OIDC_CLIENT_ID: 'c',
    CONSOLE_OIDC_CLIENT_SECRET: 's',
    ...other,
  }
}

test('without settings there is no single sign-on, and without a mapping a role’s own name counts', () => {
  expect(singleSignOn({} as NodeJS.ProcessEnv)).toBeUndefined()
  expect(singleSignOn(full({}) as NodeJS.ProcessEnv)).toMatchObject({
    roleClaim: 'roles',
    name: 'single sign-on',
  })
})
