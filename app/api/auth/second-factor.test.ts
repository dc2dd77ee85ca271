import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { symmetricEncrypt } from 'better-auth/crypto'
import { eq } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { POST } from './[...all]/route.ts'
import {
  addPasskey,
  changeOwnPassword,
  confirmApp,
  endOwnSessions,
  newRecoveryCodes,
  proveMyself,
  removePasskey,
  renamePasskey,
  startApp,
  startPasskey,
  turnOffApp,
} from '#lib/actions/account.ts'
import { demandSecondFactor, invitePeople, resetPersonFactor } from '#lib/actions/people.ts'
import { joinByInvitation } from '#lib/actions/session.ts'
import { accountOfToken } from '#lib/console/accounts/account-of-token.ts'
import { readOwnAccount } from '#lib/console/accounts/own-account.ts'
import { currentAccount } from '#lib/console/accounts/session.ts'
import { readSessionToken, sessionCookieName } from '#lib/console/accounts/session-cookie.ts'
import { consoleDb } from '#lib/console/db.ts'
import {
  auditRecords,
  facts,
  passkeys,
  rateLimit,
  session,
  signInAttempts,
  twoFactor,
  user,
  verification,
} from '#lib/console/schema.ts'
import { clientAddressHeader } from '#lib/console/server/request-origin.ts'
import { cookieKey } from '#lib/console/connections/key-store.ts'
import { metrics } from '#lib/console/metrics.ts'
import { sendSessionCookie, startTestConsole, stopTestConsole } from '#lib/console/test-console.ts'
import { request } from '#lib/console/test-request.ts'

// Passkeys need a host name: the tests use the console at localhost.
const host = 'localhost:3000'
const origin = `http://${host}`
const password = 'billing-demo-only'
const start = Date.UTC(2026, 10, 22, 12)

beforeAll(() => startTestConsole())
afterAll(() => stopTestConsole())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: start })
  request.headers = new Headers({
    host,
    origin,
    'sec-fetch-site': 'same-origin',
    'user-agent': 'a test',
  })
  request.cookies.clear()
  const db = await consoleDb()
  for (const table of [rateLimit, session, signInAttempts, twoFactor, passkeys])
    await db.delete(table)
  await db.delete(facts).where(eq(facts.name, 'factor_roles'))
  await db.update(user).set({ twoFactorEnabled: false })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000)

let address = 0
/**
 * A request to the sign-in route, each from its own address: the limit for one address is not what
 * is tested here.
 */
async function post(path: string, body: object, cookie = '', from?: string) {
  address += 1
  return POST(
    new Request(`${origin}/api/auth/${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        origin,
        host,
        'content-type': 'application/json',
        cookie,
        [clientAddressHeader]: from ?? `10.${address >> 8}.${address & 255}.1`,
      },
    }),
  )
}

const cookiesOf = (reply: Response) =>
  reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .join('; ')

async function tokenOf(reply: Response): Promise<string | undefined> {
  const values = reply.headers
    .getSetCookie()
    .filter((cookie) => cookie.startsWith(`${sessionCookieName()}=`))
  const value = values
    .at(-1)
    ?.split(';')[0]!
    .slice(sessionCookieName().length + 1)
  return value ? readSessionToken(value) : undefined
}

const idOf = async (role: string) => {
  const [found] = await (
    await consoleDb()
  )
    .select()
    .from(user)
    .where(eq(user.email, `${role}@demo.test`))
  return found!.id
}

async function signInAs(role: string): Promise<string> {
  const token = `token-${role}-${randomBytes(4).toString('hex')}`
  const expiresAt = new Date(Date.now() + 3_600_000)
  await (await consoleDb()).insert(session).values({
    id: token,
    token,
    userId: await idOf(role),
    expiresAt,
    createdAt: new Date(),
    lastSeenAt: new Date(),
  })
  await sendSessionCookie(token)
  return token
}

/** Sets up an authenticator app, as the page does. */
async function withApp(role = 'biller') {
  await signInAs(role)
  const made = await startApp({ password })
  if (!made.ok) throw new Error(made.error.message)
  const totp = new TOTP({ secret: Secret.fromBase32(made.value.secret) })
  expect(await confirmApp({ code: totp.generate() })).toEqual({ ok: true, value: null })
  later(60)
  return { totp, ...made.value }
}

const stepFrom = (from: string) =>
  post('sign-in/email', { email: 'biller@demo.test', password }, '', from)
const passwordStep = (role = 'biller') =>
  post('sign-in/email', { email: `${role}@demo.test`, password })
const sessionsNow = async () => (await (await consoleDb()).select().from(session)).length
const outcomes = async (operation: string) =>
  (
    await (
      await consoleDb()
    )
      .select()
      .from(auditRecords)
      .where(eq(auditRecords.operation, operation))
  )
    .toSorted((a, b) => a.id - b.id)
    .map(({ outcome }) => outcome)

test('with an app, the password opens no session, and the code does', async () => {
  const { totp } = await withApp()
  await (await consoleDb()).delete(session)
  const first = await passwordStep()
  expect(await first.json()).toEqual({ ok: true, methods: ['totp'] })
  expect(await tokenOf(first)).toBeUndefined()
  expect(await sessionsNow()).toBe(0)
  const second = await post('two-factor/verify-totp', { code: totp.generate() }, cookiesOf(first))
  expect(await second.json()).toEqual({ ok: true })
  expect(await accountOfToken((await tokenOf(second))!)).toMatchObject({
    email: 'biller@demo.test',
    role: 'biller',
  })
  // The challenge counts once.
  later(60)
  expect(
    (await post('two-factor/verify-totp', { code: totp.generate() }, cookiesOf(first))).status,
  ).toBe(401)
  expect(await sessionsNow()).toBe(1)
})

test('the library’s fields that trust a browser or open no session are closed', async () => {
  const { totp } = await withApp()
  const first = await passwordStep()
  for (const more of [{ trustDevice: true }, { disableSession: true }]) {
    const reply = await post(
      'two-factor/verify-totp',
      { code: totp.generate(), ...more },
      cookiesOf(first),
    )
    expect([reply.status, await tokenOf(reply)]).toEqual([401, undefined])
  }
})

test('a used code is refused with a reason, also in a second sign-in', async () => {
  vi.stubEnv('METRICS_TOKEN', 'metrics-of-a-test')
  const { totp } = await withApp()
  const [one, two] = [await passwordStep(), await passwordStep()]
  const code = totp.generate()
  expect((await post('two-factor/verify-totp', { code }, cookiesOf(one))).status).toBe(200)
  const again = await post('two-factor/verify-totp', { code }, cookiesOf(two))
  expect([again.status, ((await again.json()) as { code: string }).code]).toEqual([
    401,
    'CODE_USED',
  ])
  expect((await outcomes('signInWithCode')).slice(-2)).toEqual(['ok', 'CODE_USED'])
  // A password that leads to the question for the code is no refusal.
  const counted = (await metrics()!.signInRefusals.get()).values
  const byOutcome = new Map(counted.map(({ labels, value }) => [labels.outcome, value]))
  expect([byOutcome.get('CODE_USED'), byOutcome.get('MoreAsked')]).toEqual([1, undefined])
})

test('of 50 requests with one code at once, at most one opens a session', async () => {
  const { totp } = await withApp()
  await (await consoleDb()).delete(session)
  const first = await passwordStep()
  const code = totp.generate()
  const replies = await Promise.all(
    Array.from({ length: 50 }, () => post('two-factor/verify-totp', { code }, cookiesOf(first))),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await sessionsNow()).toBe(1)
})

test.each([
  [90, 'CLOCK_AHEAD'],
  [-90, 'CLOCK_BEHIND'],
])('a phone whose clock is %i seconds off is told so, and opens nothing', async (seconds, code) => {
  const { totp } = await withApp()
  const first = await passwordStep()
  const body = { code: totp.generate({ timestamp: Date.now() + seconds * 1_000 }) }
  const reply = await post('two-factor/verify-totp', body, cookiesOf(first))
  expect([reply.status, ((await reply.json()) as { code: string }).code]).toEqual([401, code])
})

test('a recovery code works once, and the others stay', async () => {
  const { recovery_codes: codes } = await withApp()
  const enter = async (code: string) =>
    post('two-factor/verify-backup-code', { code }, cookiesOf(await passwordStep()))
  expect((await enter(codes[0]!)).status).toBe(200)
  expect((await enter(codes[0]!)).status).toBe(401)
  expect((await enter(codes[1]!)).status).toBe(200)
  expect((await readOwnAccount(await idOf('biller'))).recoveryCodes).toBe(8)
  expect(await outcomes('signInWithRecoveryCode')).toEqual(['ok', 'INVALID_BACKUP_CODE', 'ok'])
})

test('the tenth wrong code is the last, however many challenges and networks they are spread over', async () => {
  const { totp } = await withApp()
  const statuses: number[] = []
  for (let i = 0; i < 7; i += 1) {
    const first = await passwordStep()
    statuses.push(first.status)
    for (let j = 0; j < 3; j += 1)
      statuses.push(
        (await post('two-factor/verify-totp', { code: '000000' }, cookiesOf(first))).status,
      )
  }
  // Ten codes after four passwords; a right password takes no try back before a right code.
  expect(statuses.indexOf(429)).toBe(14)
  expect(await outcomes('signInWithCode')).toContain('TOO_MANY_ATTEMPTS')
  expect((await passwordStep()).status).toBe(429)
  later(6 * 3_600)
  const first = await passwordStep()
  expect(
    (await post('two-factor/verify-totp', { code: totp.generate() }, cookiesOf(first))).status,
  ).toBe(200)
})

test('after five sign-ins without their second step, the person reads how long to wait and why', async () => {
  await withApp()
  for (let count = 0; count < 5; count += 1) expect((await stepFrom('10.250.0.1')).status).toBe(200)
  const waits = await stepFrom('10.250.0.1')
  expect(waits.status).toBe(429)
  expect(await waits.json()).toMatchObject({
    wait_seconds: 60,
    message:
      'Too many attempts. Try again in 60 seconds. Wrong passwords count, and so does a sign-in that ends before its second step. An administrator can unlock your account earlier.',
  })
})

test('a challenge takes five wrong codes', async () => {
  const { totp } = await withApp()
  const first = await passwordStep()
  for (let i = 0; i < 5; i += 1)
    await post('two-factor/verify-totp', { code: '000000' }, cookiesOf(first))
  const reply = await post('two-factor/verify-totp', { code: totp.generate() }, cookiesOf(first))
  expect([reply.status, await tokenOf(reply)]).toEqual([400, undefined])
})

test('a recovery code that the console stored encrypted before works on, and is stored as a hash afterwards', async () => {
  await withApp()
  const db = await consoleDb()
  const codes = ['abCDe-fGh12', 'ZZZZZ-99999']
  const before = await symmetricEncrypt({ key: await cookieKey(), data: JSON.stringify(codes) })
  await db.update(twoFactor).set({ backupCodes: before })
  const enter = async (code: string) =>
    post('two-factor/verify-backup-code', { code }, cookiesOf(await passwordStep()))
  expect((await enter(codes[0]!)).status).toBe(200)
  expect((await db.select().from(twoFactor))[0]!.backupCodes).toMatch(/^\["[0-9a-f]{64}"\]$/)
  expect((await enter(codes[0]!)).status).toBe(401)
  expect((await enter(codes[1]!)).status).toBe(200)
})

test('recovery codes have 128 bits or more, and may be typed without dashes and in capitals', async () => {
  const { recovery_codes: codes } = await withApp()
  expect(new Set(codes).size).toBe(10)
  for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{7}-){3}[a-hjkmnp-z2-9]{7}$/)
  const typed = codes[0]!.replaceAll('-', ' ').toUpperCase()
  const reply = await post(
    'two-factor/verify-backup-code',
    { code: typed },
    cookiesOf(await passwordStep()),
  )
  expect(reply.status).toBe(200)
})

test('the secret and the recovery codes are not stored in clear', async () => {
  const { secret, recovery_codes: codes } = await withApp()
  const stored = JSON.stringify(await (await consoleDb()).select().from(twoFactor))
  for (const text of [secret, Secret.fromBase32(secret).utf8, ...codes])
    expect(stored).not.toContain(text)
})

/** An authenticator in software: makes a passkey and signs with it. */
function authenticator({ verifiesPerson = true } = {}) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(16)
  const data = (attested: Buffer) =>
    Buffer.concat([
      createHash('sha256').update('localhost').digest(),
      Buffer.from([0x01 | (verifiesPerson ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)]),
      Buffer.alloc(4),
      attested,
    ])
  const client = (type: string, challenge: string, at: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin: at, crossOrigin: false }))
  return {
    id: id.toString('base64url'),
    create(challenge: string, at = origin) {
      const attested = Buffer.concat([
        Buffer.alloc(16),
        Buffer.from([0, id.length]),
        id,
        coseKey(publicKey),
      ])
      const authData = data(attested)
      // {"fmt": "none", "attStmt": {}, "authData": bytes}
      const attestation = Buffer.concat([
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
        Buffer.from([authData.length >> 8, authData.length & 255]),
        authData,
      ])
      return this.wrap({
        clientDataJSON: client('webauthn.create', challenge, at).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      })
    },
    get(challenge: string, at = origin) {
      const [authData, clientData] = [data(Buffer.alloc(0)), client('webauthn.get', challenge, at)]
      const signed = Buffer.concat([authData, createHash('sha256').update(clientData).digest()])
      return this.wrap({
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      })
    },
    wrap(response: { [name: string]: unknown }) {
      return {
        id: this.id,
        rawId: this.id,
        type: 'public-key',
        clientExtensionResults: {},
        response,
      }
    },
  }
}

function coseKey(publicKey: KeyObject): Buffer {
  const { x, y } = publicKey.export({ format: 'jwk' })
  const [head, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')]
  return Buffer.concat([head, Buffer.from(x!, 'base64url'), middle, Buffer.from(y!, 'base64url')])
}

async function withPasskey(role = 'biller', device = authenticator()) {
  await signInAs(role)
  const options = await startPasskey({ password })
  if (!options.ok) throw new Error(options.error.message)
  const result = await addPasskey({
    name: 'Laptop',
    response: device.create(options.value.challenge),
  })
  return { device, result }
}

async function challengeOf(): Promise<string> {
  const reply = await post('passkey/sign-in-options', {})
  return ((await reply.json()) as { options: { challenge: string } }).options.challenge
}

test('a passkey signs in alone, and its challenge counts once', async () => {
  const { device } = await withPasskey()
  const response = device.get(await challengeOf())
  const reply = await post('passkey/sign-in', { response })
  expect(await reply.json()).toEqual({ ok: true })
  expect(await accountOfToken((await tokenOf(reply))!)).toMatchObject({ email: 'biller@demo.test' })
  expect((await post('passkey/sign-in', { response })).status).toBe(401)
})

test('of 20 requests with one signed challenge at once, one opens a session', async () => {
  const { device } = await withPasskey()
  await (await consoleDb()).delete(session)
  const response = device.get(await challengeOf())
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => post('passkey/sign-in', { response })),
  )
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await sessionsNow()).toBe(1)
})

test('strangers who ask for passkey challenges leave no row, and neither do answers that nobody signed', async () => {
  const { device } = await withPasskey()
  const db = await consoleDb()
  const before = await db.$count(verification)
  for (let count = 0; count < 50; count += 1) {
    const forged = { ...authenticator().get(await challengeOf()), id: device.id, rawId: device.id }
    expect((await post('passkey/sign-in', { response: forged })).status).toBe(401)
  }
  expect(await db.$count(verification)).toBe(before)
  expect(
    (await post('passkey/sign-in', { response: device.get(await challengeOf()) })).status,
  ).toBe(200)
  expect(await db.$count(verification)).toBe(before + 1)
})

test('a passkey’s challenge ends after five minutes, and nobody can prolong or invent one', async () => {
  const { device } = await withPasskey()
  const challenge = await challengeOf()
  const [until, ...rest] = Buffer.from(challenge, 'base64url').toString().split('.')
  const prolonged = [Number(until) + 3_600_000, ...rest].join('.')
  const other = Buffer.from(await challengeOf(), 'base64url')
    .toString()
    .split('.')
  const mixed = [until, rest[0], other[2]].join('.')
  for (const text of [prolonged, mixed, '', '..', `${until}.${rest[0]}`]) {
    const response = device.get(Buffer.from(text).toString('base64url'))
    expect((await post('passkey/sign-in', { response })).status, text).toBe(401)
  }
  later(299)
  expect((await post('passkey/sign-in', { response: device.get(challenge) })).status).toBe(200)
  const late = await challengeOf()
  later(301)
  expect((await post('passkey/sign-in', { response: device.get(late) })).status).toBe(401)
})

test('an account with a passkey alone gets no session for its password', async () => {
  await withPasskey()
  await (await consoleDb()).delete(session)
  const reply = await passwordStep()
  expect(await reply.json()).toEqual({ ok: true, methods: ['passkey'] })
  expect([await tokenOf(reply), await sessionsNow()]).toEqual([undefined, 0])
})

test('a passkey without a check of the person, of another page, another key or a disabled person opens nothing', async () => {
  expect(
    (await withPasskey('biller', authenticator({ verifiesPerson: false }))).result,
  ).toMatchObject({ ok: false })
  const { device } = await withPasskey()
  const elsewhere = device.get(await challengeOf(), 'http://evil.example')
  const unknown = authenticator().get(await challengeOf())
  const forged = { ...authenticator().get(await challengeOf()), id: device.id, rawId: device.id }
  const invented = device.get(randomBytes(32).toString('base64url'))
  for (const response of [elsewhere, unknown, forged, invented])
    expect((await post('passkey/sign-in', { response })).status).toBe(401)
  await (
    await consoleDb()
  )
    .update(user)
    .set({ disabledAt: new Date() })
    .where(eq(user.email, 'biller@demo.test'))
  const refused = await post('passkey/sign-in', { response: device.get(await challengeOf()) })
  await (await consoleDb()).update(user).set({ disabledAt: null })
  expect([refused.status, await tokenOf(refused)]).toEqual([401, undefined])
})

test('a passkey’s challenge for one account makes no passkey for another', async () => {
  const device = authenticator()
  await signInAs('manager')
  const options = await startPasskey({ password })
  await signInAs('biller')
  const challenge = options.ok ? options.value.challenge : ''
  expect(await addPasskey({ name: 'Laptop', response: device.create(challenge) })).toMatchObject({
    ok: false,
  })
})

test('a passkey of somebody else is neither renamed nor removed', async () => {
  const { device } = await withPasskey('biller')
  await signInAs('manager')
  expect(await renamePasskey({ id: device.id, name: 'Mine' })).toMatchObject({ ok: false })
  expect(await removePasskey({ id: device.id, password })).toMatchObject({ ok: false })
  expect(await (await consoleDb()).select().from(passkeys)).toMatchObject([{ name: 'Laptop' }])
})

test('a changed factor or password ends the other sessions and renews this one', async () => {
  const other = await signInAs('biller')
  const old = await signInAs('biller')
  const made = await startApp({ password })
  const totp = new TOTP({ secret: Secret.fromBase32(made.ok ? made.value.secret : '') })
  await confirmApp({ code: totp.generate() })
  expect([await accountOfToken(other), await accountOfToken(old)]).toEqual([null, null])
  expect(await currentAccount()).toMatchObject({ email: 'biller@demo.test' })
  const third = await signInAs('biller')
  await sendSessionCookie((await (await consoleDb()).select().from(session))[0]!.token)
  expect(await turnOffApp({ password })).toEqual({ ok: true, value: null })
  expect(await accountOfToken(third)).toBeNull()
  expect(await currentAccount()).toMatchObject({ email: 'biller@demo.test' })
  expect(await sessionsNow()).toBe(1)
})

test('the password proves an administrator with an app for other people’s rights, not for how they sign in themselves', async () => {
  await withApp('admin')
  const db = await consoleDb()
  const longAgo = new Date(Date.now() - 11 * 60_000)
  await db.update(session).set({ createdAt: longAgo, provenAt: null })
  const invite = () => invitePeople({ addresses: 'proven@x.test', role: 'biller' })
  expect(await invite()).toMatchObject({ error: { name: 'ProofNeeded' } })
  expect(await proveMyself({ password: 'wrong' })).toMatchObject({
    error: { issues: [{ path: 'password' }] },
  })
  expect(await proveMyself({ password })).toEqual({ ok: true, value: null })
  expect(await invite()).toMatchObject({ ok: true })
  expect(await turnOffApp({ password })).toMatchObject({
    error: { message: expect.stringContaining('sign in again') as string },
  })
})

test('a person whose role needs a second factor can only set one up, and then works on', async () => {
  await signInAs('admin')
  expect(await demandSecondFactor({ roles: ['biller'] })).toEqual({ ok: true, value: null })
  const token = await signInAs('biller')
  expect(await accountOfToken(token)).toMatchObject({ role: 'none' })
  expect(await invitePeople({ addresses: 'x@x.test', role: 'biller' })).toMatchObject({
    error: { name: 'Forbidden' },
  })
  await withApp()
  expect(await currentAccount()).toMatchObject({ role: 'biller' })
  expect(await turnOffApp({ password })).toMatchObject({
    error: { message: expect.stringContaining('your only one') as string },
  })
  // With a passkey beside it, the app may go.
  const { device } = await withPasskey()
  expect(await turnOffApp({ password })).toEqual({ ok: true, value: null })
  expect(await removePasskey({ id: device.id, password })).toMatchObject({ ok: false })
})

test('an administrator outside the sandbox needs a second factor unless the setting says otherwise', async () => {
  const db = await consoleDb()
  const { needsFactor, rolesWithFactor } = await import('#lib/console/accounts/factors.ts')
  const { connections } = await import('#lib/console/schema.ts')
  expect(await rolesWithFactor()).toEqual([])
  await db.update(connections).set({ isEmbedded: false })
  expect(await rolesWithFactor()).toEqual(['admin'])
  expect(await needsFactor({ role: 'admin', isDemo: false })).toBe(true)
  expect(await needsFactor({ role: 'biller', isDemo: false })).toBe(false)
  await db.update(connections).set({ isEmbedded: true })
})

test('an administrator resets a colleague’s second factor, but not the own', async () => {
  await withApp('biller')
  await withPasskey('biller')
  const theirs = await signInAs('biller')
  await signInAs('admin')
  expect(await resetPersonFactor({ id: await idOf('admin') })).toMatchObject({ ok: false })
  expect(await resetPersonFactor({ id: await idOf('biller') })).toEqual({ ok: true, value: null })
  expect(await accountOfToken(theirs)).toBeNull()
  expect(await tokenOf(await passwordStep())).toBeDefined()
  expect(await outcomes('resetPersonFactor')).toEqual(['ok'])
})

test('each change of how a person signs in asks for their password, within the account’s budget', async () => {
  const { device } = await withPasskey()
  const tries = [
    () => startApp({ password: 'wrong' }),
    () => startPasskey({ password: 'wrong' }),
    () => removePasskey({ id: device.id, password: 'wrong' }),
    () => turnOffApp({ password: 'wrong' }),
    () => newRecoveryCodes({ password: 'wrong' }),
  ]
  for (const attempt of [...tries, ...tries])
    expect(await attempt()).toMatchObject({ error: { issues: [{ path: 'password' }] } })
  expect(await startApp({ password })).toMatchObject({
    error: { issues: [{ message: /Too many/ }] },
  })
})

test('with a second factor, each change of it needs a sign-in of the last ten minutes as well', async () => {
  const { device } = await withPasskey()
  later(601)
  const changes = [
    () => startApp({ password }),
    () => startPasskey({ password }),
    () => removePasskey({ id: device.id, password }),
    () => newRecoveryCodes({ password }),
    () => changeOwnPassword({ current: password, next: 'another fine password' }),
  ]
  const db = await consoleDb()
  await db.update(user).set({ isDemo: false })
  for (const change of changes)
    expect(await change()).toMatchObject({ error: { message: /more than 10 minutes ago/ } })
  await db.update(user).set({ isDemo: true })
  await signInAs('biller')
  expect(await startApp({ password })).toMatchObject({ ok: true })
})

test('a new password is long and unknown, and the current one is asked for', async () => {
  await signInAs('admin')
  const invited = await invitePeople({ addresses: `own-${Date.now()}@x.test`, role: 'biller' })
  const token = invited.ok ? invited.value[0]!.token : ''
  for (const bad of [
    'short',
    'password1234',
    'Qwertyuiop123!!',
    'dragondragondragon',
    '1234567890123',
    'billing-demo-only',
  ])
    expect(await joinByInvitation({ token, name: 'Own Person', password: bad }), bad).toMatchObject(
      {
        error: { issues: [{ path: 'password' }] },
      },
    )
  const first = 'a fine password of mine'
  expect(await joinByInvitation({ token, name: 'Own Person', password: first })).toMatchObject({
    ok: true,
  })
  const db = await consoleDb()
  const [person] = await db.select().from(user).where(eq(user.name, 'Own Person'))
  const rows = ['one', 'two'].map((id) => ({
    id,
    token: id,
    userId: person!.id,
    expiresAt: new Date(Date.now() + 3_600_000),
    createdAt: new Date(),
    lastSeenAt: new Date(),
  }))
  await db.insert(session).values(rows)
  await sendSessionCookie('one')
  const next = 'another fine password'
  expect(await changeOwnPassword({ current: 'wrong', next })).toMatchObject({
    error: { issues: [{ path: 'current' }] },
  })
  expect(await changeOwnPassword({ current: first, next: 'password1234' })).toMatchObject({
    error: { issues: [{ path: 'next' }] },
  })
  expect(await changeOwnPassword({ current: first, next })).toEqual({ ok: true, value: null })
  expect(await accountOfToken('two')).toBeNull()
  expect(await currentAccount()).toMatchObject({ name: 'Own Person' })
  expect((await post('sign-in/email', { email: person!.email, password: next })).status).toBe(200)
  expect((await post('sign-in/email', { email: person!.email, password: first })).status).toBe(401)
})

test('a person ends one of their sessions or all others, and nobody else’s', async () => {
  const theirs = await signInAs('manager')
  const [one, two] = [await signInAs('biller'), await signInAs('biller')]
  const own = await signInAs('biller')
  expect(await endOwnSessions({ id: one, password: 'wrong' })).toMatchObject({
    error: { issues: [{ path: 'password' }] },
  })
  expect(await accountOfToken(one)).not.toBeNull()
  await endOwnSessions({ id: theirs, password })
  await endOwnSessions({ id: one, password })
  expect([await accountOfToken(theirs), await accountOfToken(one)]).toMatchObject([
    { email: 'manager@demo.test' },
    null,
  ])
  await endOwnSessions({ others: true, password })
  expect([await accountOfToken(two), await accountOfToken(own)]).toMatchObject([
    null,
    { email: 'biller@demo.test' },
  ])
})
