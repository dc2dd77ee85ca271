import 'server-only'
import { isAPIError } from 'better-auth/api'
import { parseSetCookieHeader, toCookieOptions } from 'better-auth/cookies'
import { and, asc, desc, eq, gt, ne } from 'drizzle-orm'
import { cookies, headers } from 'next/headers'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import { type AuditEntry, nameOfBrowser, recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { account, passkeys, session, user } from '#lib/console/schema.ts'
import { clientAddressHeader } from '#lib/console/server/request-origin.ts'
import { passkeyPlace } from '#lib/console/settings.ts'
import { consoleAuth } from './auth.ts'
import { factorsOf, needsFactor } from './factors.ts'
import { hasJustSignedIn, noteProof } from './fresh-proof.ts'
import { madePasskey, passkeyCreation } from './passkeys.ts'
import { knownBrowsersCookieName } from './known-browsers.ts'
import { isNameTaken, nameTaken } from './names.ts'
import { isOwnPassword, passwordProblem } from './passwords.ts'
import { currentSessionToken } from './session.ts'
import { absoluteSeconds, idleMs, readSessionToken, sessionCookieName } from './session-cookie.ts'
import { forgiveSignInTries, takeSignInTry, waitWords } from './sign-in-attempts.ts'

const maxPasskeys = 20

/** A person's own account, as its page shows it. Instants are ISO text in UTC. */
export type OwnAccount = {
  name: string
  email: string
  role: string
  isDemo: boolean
  hasPassword: boolean
  /** True if the person's role must have a second factor. */
  needsFactor: boolean
  hasApp: boolean
  /** The number of recovery codes that are left. */
  recoveryCodes: number
  /** False at an IP address, where browsers know no passkeys. */
  canAddPasskey: boolean
  passkeys: {
    id: string
    name: string
    host: string
    createdAt: string
    lastUsedAt: string | null
  }[]
  sessions: {
    id: string
    browser: string
    address: string
    startedAt: string
    lastSeenAt: string
    isCurrent: boolean
  }[]
}

/** Who changes their own account, and the connection in use. */
export type Self = Pick<AuditEntry, 'accountId' | 'connectionId'> & {
  name: string
  email: string
  isDemo: boolean
}

/** Why a change of the own account is refused: a field's name ('' for none) and words. */
export type Refused = { path: string; message: string }

/** The account's own page. */
export async function readOwnAccount(accountId: string): Promise<OwnAccount> {
  const db = await consoleDb()
  const [[holder], [credential], keys, open, token] = await Promise.all([
    db.select().from(user).where(eq(user.id, accountId)),
    db.select().from(account).where(ownCredential(accountId)),
    db
      .select()
      .from(passkeys)
      .where(eq(passkeys.userId, accountId))
      .orderBy(asc(passkeys.createdAt)),
    db.select().from(session).where(liveSessions(accountId)).orderBy(desc(session.lastSeenAt)),
    currentSessionToken(),
  ])
  if (!holder) throw new Error('The account of this session is gone.')
  const left = holder.twoFactorEnabled
    ? await (await consoleAuth()).api.viewBackupCodes({ body: { userId: accountId } })
    : undefined
  return {
    name: holder.name,
    email: holder.email,
    role: holder.role,
    isDemo: holder.isDemo,
    hasPassword: Boolean(credential?.password),
    needsFactor: await needsFactor(holder),
    hasApp: holder.twoFactorEnabled,
    recoveryCodes: left?.backupCodes.length ?? 0,
    canAddPasskey: passkeyPlace((await headers()).get('host')) !== undefined,
    passkeys: keys.map(({ id, name, host, createdAt, lastUsedAt }) => ({
      id,
      name,
      host,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    sessions: open.map((one) => ({
      id: one.id,
      browser: one.userAgent ? nameOfBrowser(one.userAgent) : 'Unknown browser',
      address: one.ipAddress || 'unknown address',
      startedAt: one.createdAt.toISOString(),
      lastSeenAt: one.lastSeenAt.toISOString(),
      isCurrent: one.token === token,
    })),
  }
}

/** Changes the own name. */
export async function renameSelf(self: Self, name: string): Promise<Refused | undefined> {
  const db = await consoleDb()
  if (await isNameTaken(db, name, self.accountId)) return { path: 'name', message: nameTaken }
  await db.transaction(async (tx) => {
    await tx
      .update(user)
      .set({ name, updatedAt: new Date(now()) })
      .where(eq(user.id, self.accountId))
    await record(self, 'changeOwnName', tx)
  })
  return undefined
}

/** Changes the own password. The browser gets a new session, and every other session ends. */
export async function changeOwnPassword(
  self: Self,
  { current, next }: { current: string; next: string },
): Promise<Refused | undefined> {
  if (self.isDemo) return { path: '', message: 'A demo account keeps its published password.' }
  const problem = passwordProblem(next, self)
  if (problem) return { path: 'next', message: problem }
  const wrong = await proveAll(self, current, 'current')
  if (wrong) return wrong
  await record(self, 'changeOwnPassword')
  await callAuth((api, sent) =>
    api.changePassword({
      body: { currentPassword: current, newPassword: next, revokeOtherSessions: true },
      headers: sent,
      returnHeaders: true,
    }),
  )
  return undefined
}

/**
 * Proves that it is really this person who sits at the browser, for acts that ask for it in the
 * next ten minutes. The password is enough: a session of an account with a second factor was opened
 * with that factor.
 */
export async function proveSelf(self: Self, password: string): Promise<Refused | undefined> {
  const wrong = await provePassword(self, password)
  if (wrong) return wrong
  await noteProof()
  await record(self, 'proveSelf')
  return undefined
}

/**
 * What a person needs to set up an authenticator app. The codes count once the app is confirmed.
 */
export type AppSetup = { uri: string; secret: string; recovery_codes: string[] }

/** Makes a secret for an authenticator app. It counts once `confirmApp` has seen a code of it. */
export async function startApp(self: Self, password: string): Promise<AppSetup | Refused> {
  const wrong = await proveAll(self, password)
  if (wrong) return wrong
  if ((await factorsOf(self.accountId)).app)
    return { path: '', message: 'An authenticator app is set up already.' }
  const made = await callAuth((api, sent) =>
    api.enableTwoFactor({ body: { password, method: 'totp' }, headers: sent, returnHeaders: true }),
  )
  if (!('totpURI' in made)) throw new Error('The sign-in library made no secret.')
  const secret = new URL(made.totpURI).searchParams.get('secret') ?? ''
  return { uri: made.totpURI, secret, recovery_codes: made.backupCodes }
}

/**
 * Confirms the app with a code of it. The browser gets a new session, and every other session ends.
 */
export async function confirmApp(self: Self, code: string): Promise<Refused | undefined> {
  await record(self, 'setUpApp', undefined, 'intent')
  try {
    await callAuth((api, sent) =>
      api.verifyTOTP({ body: { code }, headers: sent, returnHeaders: true }),
    )
  } catch (error) {
    if (!isAPIError(error)) throw error
    return {
      path: 'code',
      message:
        codeWords[error.body?.code ?? ''] ??
        'This code is wrong. Enter the one that your app shows now.',
    }
  }
  await endOtherSessions(self, 'setUpApp')
  return undefined
}

const codeWords: { [code: string]: string } = {
  CODE_USED: 'This code was used already. Wait for the next one.',
  CLOCK_AHEAD:
    'Your phone’s clock is ahead. Set it to the automatic time, then enter the next code.',
  CLOCK_BEHIND:
    'Your phone’s clock is behind. Set it to the automatic time, then enter the next code.',
  TOO_MANY_ATTEMPTS: 'Too many attempts. Try again in 15 minutes.',
}

/**
 * Turns the authenticator app off, unless it is the only second factor of somebody whose role needs
 * one.
 */
export async function turnOffApp(self: Self, password: string): Promise<Refused | undefined> {
  const wrong = (await proveAll(self, password)) ?? (await refuseLast(self, 'app'))
  if (wrong) return wrong
  await record(self, 'turnOffApp')
  await callAuth((api, sent) =>
    api.disableTwoFactor({ body: { password }, headers: sent, returnHeaders: true }),
  )
  await endOtherSessions(self)
  return undefined
}

/** Makes ten new recovery codes; the old ones stop working. */
export async function newRecoveryCodes(
  self: Self,
  password: string,
): Promise<{ codes: string[] } | Refused> {
  const wrong = await proveAll(self, password)
  if (wrong) return wrong
  if (!(await factorsOf(self.accountId)).app)
    return { path: '', message: 'Set up an authenticator app first.' }
  await record(self, 'makeRecoveryCodes')
  const made = await callAuth((api, sent) =>
    api.generateBackupCodes({ body: { password }, headers: sent, returnHeaders: true }),
  )
  return { codes: made.backupCodes }
}

/** What the browser needs to make a passkey. */
export async function startPasskey(
  self: Self,
  password: string,
): Promise<{ options: PublicKeyCredentialCreationOptionsJSON } | Refused> {
  const place = passkeyPlace((await headers()).get('host'))
  if (!place) return { path: '', message: noPlace }
  const wrong = await proveAll(self, password)
  if (wrong) return wrong
  if ((await factorsOf(self.accountId)).passkeys >= maxPasskeys)
    return { path: '', message: `You have ${maxPasskeys} passkeys. Remove one first.` }
  return { options: await passkeyCreation({ ...self, id: self.accountId }, place) }
}

/** Stores the passkey that the browser made. Every other session ends. */
export async function addPasskey(
  self: Self,
  { name, response }: { name: string; response: RegistrationResponseJSON },
): Promise<Refused | undefined> {
  const place = passkeyPlace((await headers()).get('host'))
  const made = place && (await madePasskey(self.accountId, place, response))
  if (!made)
    return {
      path: '',
      message: 'The passkey wasn’t made for this page, or five minutes have passed. Try again.',
    }
  const db = await consoleDb()
  const stored = await db.transaction(async (tx) => {
    const added = await tx
      .insert(passkeys)
      .values({ ...made, name })
      .onConflictDoNothing()
      .returning()
    if (added.length > 0) await record(self, 'addPasskey', tx)
    return added.length > 0
  })
  if (!stored) return { path: '', message: 'This passkey is stored already.' }
  await endOtherSessions(self)
  return undefined
}

/** Gives a passkey another name. */
export async function renamePasskey(
  self: Self,
  id: string,
  name: string,
): Promise<Refused | undefined> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const renamed = await tx.update(passkeys).set({ name }).where(ownPasskey(self, id)).returning()
    if (renamed.length === 0) return { path: '', message: passkeyGone }
    await record(self, 'renamePasskey', tx)
    return undefined
  })
}

/**
 * Removes a passkey, unless it is the only second factor of somebody whose role needs one. Every
 * other session ends.
 */
export async function removePasskey(
  self: Self,
  id: string,
  password: string,
): Promise<Refused | undefined> {
  const wrong = (await proveAll(self, password)) ?? (await refuseLast(self, 'passkey'))
  if (wrong) return wrong
  const db = await consoleDb()
  const isGone = await db.transaction(async (tx) => {
    const removed = await tx.delete(passkeys).where(ownPasskey(self, id)).returning()
    if (removed.length > 0) await record(self, 'removePasskey', tx)
    return removed.length === 0
  })
  if (isGone) return { path: '', message: passkeyGone }
  await endOtherSessions(self)
  return undefined
}

/** Ends one of the own sessions, or with `others` every session but this browser's. */
export async function endOwnSessions(
  self: Self,
  which: { id: string } | 'others',
  password: string,
): Promise<Refused | undefined> {
  const wrong = await provePassword(self, password)
  if (wrong) return wrong
  const own = eq(session.userId, self.accountId)
  const wanted =
    which === 'others'
      ? and(own, ne(session.token, await currentSessionToken()))
      : and(own, eq(session.id, which.id))
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    await tx.delete(session).where(wanted)
    await record(self, 'endOwnSessions', tx)
  })
  return undefined
}

const noPlace =
  'Browsers know no passkeys at an IP address. Open the app by its name, for example at localhost.'
const signInAnew =
  'You signed in more than 10 minutes ago. Sign out, sign in again, and repeat this.'
const passkeyGone = 'This passkey is gone. Load the page again.'

// Somebody at an unattended browser must not change how its owner signs in, not even with the
// password: with a second factor, each such change needs a sign-in of the last ten minutes too,
// which asked for that factor.
async function proveAll(self: Self, password: string, path?: string): Promise<Refused | undefined> {
  const { app, passkeys: keys } = await factorsOf(self.accountId)
  if ((app || keys > 0) && !(await hasJustSignedIn())) return { path: '', message: signInAnew }
  return provePassword(self, password, path)
}

// An account that single sign-on gave no password proves itself by a new sign-in.
async function provePassword(
  self: Self,
  password: string,
  path = 'password',
): Promise<Refused | undefined> {
  const db = await consoleDb()
  const [credential] = await db.select().from(account).where(ownCredential(self.accountId))
  if (!credential?.password)
    return (await hasJustSignedIn()) ? undefined : { path: '', message: signInAnew }
  const address = (await headers()).get(clientAddressHeader) ?? ''
  const knownBrowsers = (await cookies()).get(knownBrowsersCookieName())?.value
  const tried = { email: self.email, address, knownBrowsers }
  const waitMs = await takeSignInTry(tried)
  if (waitMs > 0) return { path, message: waitWords(waitMs) }
  if (!(await isOwnPassword(self.accountId, password)))
    return { path, message: 'This is not your password.' }
  await forgiveSignInTries(tried)
  return undefined
}

async function refuseLast(self: Self, kind: 'app' | 'passkey'): Promise<Refused | undefined> {
  const [holder] = await (await consoleDb()).select().from(user).where(eq(user.id, self.accountId))
  const factors = await factorsOf(self.accountId)
  const others = kind === 'app' ? factors.passkeys : factors.passkeys - 1 + Number(factors.app)
  if (others > 0 || !holder || !(await needsFactor(holder))) return undefined
  return {
    path: '',
    message: 'Your role needs a second factor, and this is your only one. Set up another first.',
  }
}

async function endOtherSessions(self: Self, operation?: string): Promise<void> {
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    await tx
      .delete(session)
      .where(
        and(eq(session.userId, self.accountId), ne(session.token, await currentSessionToken())),
      )
    if (operation) await record(self, operation, tx)
  })
}

type Api = Awaited<ReturnType<typeof consoleAuth>>['api']

// Calls the sign-in library as this browser, and gives the browser the session that the library
// made anew.
async function callAuth<T>(
  call: (api: Api, sent: Headers) => Promise<{ headers: Headers; response: T }>,
): Promise<T> {
  const [jar, given] = [await cookies(), await headers()]
  const name = sessionCookieName()
  const sent = new Headers({ cookie: `${name}=${jar.get(name)?.value ?? ''}` })
  for (const header of ['host', 'origin', 'user-agent', clientAddressHeader])
    if (given.has(header)) sent.set(header, given.get(header)!)
  const { headers: replied, response } = await call((await consoleAuth()).api, sent)
  const made = parseSetCookieHeader(replied.get('set-cookie') ?? '').get(name)
  if (made && (await readSessionToken(made.value))) jar.set(name, made.value, toCookieOptions(made))
  return response
}

function ownCredential(accountId: string) {
  return and(eq(account.userId, accountId), eq(account.providerId, 'credential'))
}

function ownPasskey(self: Self, id: string) {
  return and(eq(passkeys.userId, self.accountId), eq(passkeys.id, id))
}

function liveSessions(accountId: string) {
  return and(
    eq(session.userId, accountId),
    gt(session.lastSeenAt, new Date(now() - idleMs)),
    gt(session.createdAt, new Date(now() - absoluteSeconds * 1_000)),
  )
}

// The entry comes first or in the same transaction: without it, nothing changes.
function record(
  self: Self,
  operation: string,
  inside?: ConsoleDb,
  stage: AuditEntry['stage'] = 'outcome',
): Promise<void> {
  const { accountId, connectionId } = self
  const outcome = stage === 'intent' ? 'sent' : 'ok'
  const entry = { accountId, connectionId, operation, stage, outcome, recordIds: [accountId] }
  return recordAudit({ ...entry, recordKind: 'account' }, inside)
}
