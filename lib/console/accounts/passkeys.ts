import 'server-only'
import { randomUUID } from 'node:crypto'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthEndpoint } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { and, eq, gt } from 'drizzle-orm'
import { z } from 'zod'
import { placeOf } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { passkeys, user, verification } from '#lib/console/schema.ts'
import { passkeyPlace } from '#lib/console/settings.ts'
import { randomId } from '#lib/core/random-id.ts'
import { isSameText } from '#lib/core/same-text.ts'
import { mayHoldSession } from './accounts.ts'
import { recordRefusedSignIn, signInEntry } from './sign-in-trail.ts'

const challengeMs = 5 * 60_000
const userVerification = 'required'
// EdDSA, ES256 and RS256. The library's default also tries experimental ones, for which Node prints
// a warning.
const supportedAlgorithmIDs = [-8, -7, -257]

/**
 * What the browser needs to make a passkey for the account, with a challenge that counts once and
 * for five minutes.
 */
export async function passkeyCreation(
  account: { id: string; email: string; name: string },
  { hostname }: { hostname: string },
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const own = await (
    await consoleDb()
  )
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, account.id))
  const options = await generateRegistrationOptions({
    rpName: 'Billing console',
    rpID: hostname,
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: account.name,
    excludeCredentials: own.map(({ id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification },
  })
  await keepChallenge(`passkey of ${account.id}`, options.challenge)
  return options
}

/**
 * Checks what the browser made and returns the passkey's columns; undefined if it is not for this
 * challenge and page.
 */
export async function madePasskey(
  accountId: string,
  place: { origin: string; hostname: string },
  response: RegistrationResponseJSON,
): Promise<Omit<typeof passkeys.$inferInsert, 'name'> | undefined> {
  // The library throws for every kind of wrong answer; none of them makes a passkey.
  const checked = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => takeChallenge(`passkey of ${accountId}`, challenge),
    expectedOrigin: place.origin,
    expectedRPID: place.hostname,
    requireUserVerification: true,
    supportedAlgorithmIDs,
  }).catch(() => undefined)
  if (!checked?.registrationInfo) return undefined
  const { id, publicKey, counter, transports } = checked.registrationInfo.credential
  return {
    id,
    userId: accountId,
    host: place.hostname,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    counter,
    transports: transports ?? [],
  }
}

const answer = z.object({ response: z.looseObject({ id: z.string().max(2_000) }) })

/**
 * The plugin of the sign-in library for passkeys. The authenticator checks the person (a finger, a
 * face, a PIN), so a passkey is two factors by itself.
 */
export function passkeySignIn() {
  return {
    id: 'passkey-sign-in',
    endpoints: {
      passkeyOptions: createAuthEndpoint(
        '/passkey/sign-in-options',
        { method: 'POST' },
        async (context) => {
          const place = passkeyPlace(context.headers?.get('host') ?? null)
          if (!place)
            throw new APIError('BAD_REQUEST', {
              code: 'NO_PASSKEYS_HERE',
              message: 'This address has no host name.',
            })
          const challenge = await signInChallenge()
          const options = await generateAuthenticationOptions({
            rpID: place.hostname,
            userVerification,
            challenge,
          })
          return context.json({ options })
        },
      ),
      signInPasskey: createAuthEndpoint(
        '/passkey/sign-in',
        { method: 'POST', body: answer },
        async (context) => {
          const place = passkeyPlace(context.headers?.get('host') ?? null)
          const response = context.body.response as unknown as AuthenticationResponseJSON
          const holder =
            place && (await holderOf(response, place, context.headers ?? new Headers()))
          if (!holder)
            throw new APIError('UNAUTHORIZED', {
              code: 'PASSKEY_REFUSED',
              message: 'This passkey is not valid.',
            })
          const session = await context.context.internalAdapter.createSession(holder.id)
          await setSessionCookie(context, { session, user: holder })
          return context.json({ ok: true })
        },
      ),
    },
  } satisfies BetterAuthPlugin
}

// The account whose passkey signed this challenge, if it may be signed in.
async function holderOf(
  response: AuthenticationResponseJSON,
  place: { origin: string; hostname: string },
  sent: Headers,
): Promise<typeof user.$inferSelect | undefined> {
  const db = await consoleDb()
  const [found] = await db
    .select()
    .from(passkeys)
    .innerJoin(user, eq(user.id, passkeys.userId))
    .where(and(eq(passkeys.id, response.id), eq(passkeys.host, place.hostname)))
  const from = placeOf(sent, '')
  if (!found) {
    const entry = signInEntry('signInWithPasskey', 'anonymous', 'UnknownPasskey')
    await recordRefusedSignIn({ ...entry, actor: { account: null, place: from } })
    return undefined
  }
  const { passkeys: key, account_holders: holder } = found
  let signed = ''
  const checked = await verifyAuthenticationResponse({
    response,
    expectedChallenge: (challenge) => isSignInChallenge((signed = challenge)),
    expectedOrigin: place.origin,
    expectedRPID: place.hostname,
    requireUserVerification: true,
    credential: {
      id: key.id,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: key.counter,
      transports: key.transports,
    },
  }).catch(() => undefined)
  if (!checked?.verified || !(await spendChallenge(signed)) || !(await mayHoldSession(holder))) {
    const entry = signInEntry('signInWithPasskey', holder.id, 'Refused')
    await recordRefusedSignIn({ ...entry, actor: { account: holder, place: from } })
    return undefined
  }
  await db
    .update(passkeys)
    .set({ counter: checked.authenticationInfo.newCounter, lastUsedAt: new Date(now()) })
    .where(eq(passkeys.id, key.id))
  return holder
}

/**
 * A challenge to sign in that proves itself: when it ends, a random id, and the console's keyed
 * hash of both. Anybody may ask for any number of them, so none is stored before a passkey has
 * signed it.
 */
async function signInChallenge(): Promise<string> {
  const claim = `${now() + challengeMs}.${randomId()}`
  return `${claim}.${await keyedHash(`passkey challenge ${claim}`)}`
}

async function isSignInChallenge(challenge: string): Promise<boolean> {
  const [until, id, code] = Buffer.from(challenge, 'base64url').toString().split('.')
  const expected = await keyedHash(`passkey challenge ${until}.${id}`)
  return isSameText(code ?? '', expected) && Number(until) > now()
}

// The row of a signed challenge is there until the challenge has ended, so it opens one session.
async function spendChallenge(challenge: string): Promise<boolean> {
  const id = `passkey ${challenge}`
  const expiresAt = new Date(now() + challengeMs)
  const db = await consoleDb()
  const used = { id, identifier: 'used challenge', value: '', expiresAt }
  return (await db.insert(verification).values(used).onConflictDoNothing().returning()).length > 0
}

async function keepChallenge(purpose: string, challenge: string): Promise<void> {
  await (await consoleDb()).insert(verification).values({
    id: randomUUID(),
    identifier: purpose,
    value: challenge,
    expiresAt: new Date(now() + challengeMs),
  })
}

async function takeChallenge(purpose: string, challenge: string): Promise<boolean> {
  const wanted = and(
    eq(verification.identifier, purpose),
    eq(verification.value, challenge),
    gt(verification.expiresAt, new Date(now())),
  )
  return (await (await consoleDb()).delete(verification).where(wanted).returning()).length > 0
}
