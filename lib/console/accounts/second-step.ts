import 'server-only'
import type { BetterAuthPlugin } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { generateRandomString, symmetricDecrypt } from 'better-auth/crypto'
import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import { placeOf } from '#lib/console/audit.ts'
import { consoleDb } from '#lib/console/db.ts'
import { twoFactor, user } from '#lib/console/schema.ts'
import { mayHoldSession } from './accounts.ts'
import { factorsOf } from './factors.ts'
import { hashRecoveryCode } from './recovery-codes.ts'
import { noteSignedIn, takeSignInTry, tooMany, tryOf } from './sign-in-attempts.ts'
import { recordRefusedSignIn, signInEntry } from './sign-in-trail.ts'

type Holder = typeof user.$inferSelect
type HookContext = Parameters<Parameters<typeof createAuthMiddleware>[0]>[0]

const challengeSeconds = 600
// Codes of the two minutes around now are recognised, to name a wrong clock; only those of 30
// seconds are accepted.
const [acceptedSteps, recognisedSteps] = [1, 4]

// The name in the trail of each way to prove the second factor.
const codePaths: { [path: string]: string } = {
  '/two-factor/verify-totp': 'signInWithCode',
  '/two-factor/verify-backup-code': 'signInWithRecoveryCode',
}
// These open a session only after a second factor, or for somebody who is signed in already.
const provenPaths = new Set([
  ...Object.keys(codePaths),
  '/passkey/sign-in',
  '/two-factor/enable',
  '/two-factor/disable',
  '/change-password',
])

/**
 * The plugin of the sign-in library that demands the second factor. The library's own asks for it
 * after a password only; this one takes back the session of every way to sign in, unless the way is
 * listed as proven, and starts the library's challenge. It also refuses a code that was used
 * before, names a wrong clock, counts each try against the account's budget, and writes the outcome
 * into the trail.
 */
export function secondStep(): BetterAuthPlugin {
  return {
    id: 'second-step',
    hooks: {
      before: [
        {
          matcher: ({ path }) => path !== undefined && path in codePaths,
          handler: createAuthMiddleware(async (context) => {
            const holder = await whoProves(context)
            if (!holder) return
            const code = codeOf(context.body)
            if (!(await mayHoldSession(holder)) || code === undefined)
              return refuse(context, holder, refusal('INVALID_CODE', 'Invalid code'))
            const waitMs = await takeSignInTry(tryOf(context, holder.email))
            if (waitMs > 0) return refuse(context, holder, tooMany(waitMs))
            if (context.path !== '/two-factor/verify-totp')
              return { context: { body: { code: hashRecoveryCode(code) } } }
            const problem = await takeCode(context, holder.id, code)
            if (problem) return refuse(context, holder, problem)
          }),
        },
      ],
      after: [
        {
          matcher: () => true,
          handler: createAuthMiddleware(async (context) => {
            const made = context.context.newSession
            if (context.path !== undefined && context.path in codePaths) {
              const { returned } = context.context
              const holder = made?.user ?? (await whoProves(context))
              if (returned instanceof APIError) await recordRefusal(context, holder, returned)
              else if (holder) await noteSignedIn(context, holder.email)
              return
            }
            if (!made || provenPaths.has(context.path ?? '')) return
            return demandFactor(context, made)
          }),
        },
      ],
    },
  }
}

type Made = NonNullable<HookContext['context']['newSession']>

async function demandFactor(context: HookContext, { session: opened, user: holder }: Made) {
  const factors = await factorsOf(holder.id)
  if (!factors.app && factors.passkeys === 0) return
  deleteSessionCookie(context, true)
  await context.context.internalAdapter.deleteSession(opened.token)
  context.context.setNewSession(null)
  if (factors.app) await startChallenge(context, holder.id)
  const methods = [...(factors.app ? ['totp'] : []), ...(factors.passkeys > 0 ? ['passkey'] : [])]
  if (context.path === '/sign-in/email')
    return context.json({ twoFactorRedirect: true, twoFactorMethods: methods })
  throw context.redirect('/sign-in?reason=second-step')
}

// The rows and the cookie that the library's own second step reads.
async function startChallenge(context: HookContext, accountId: string): Promise<void> {
  const { createAuthCookie, internalAdapter, secret } = context.context
  const cookie = createAuthCookie('two_factor', { maxAge: challengeSeconds })
  const identifier = `2fa-${generateRandomString(20)}`
  const expiresAt = new Date(Date.now() + challengeSeconds * 1_000)
  await internalAdapter.createVerificationValue({ value: accountId, identifier, expiresAt })
  await internalAdapter.createVerificationValue({
    value: '0',
    identifier: `2fa-attempts-${identifier}`,
    expiresAt,
  })
  await context.setSignedCookie(cookie.name, identifier, secret, cookie.attributes)
}

// Who is signed in, or who has given the password and is asked for the second factor.
async function whoProves(context: HookContext): Promise<Holder | undefined> {
  const { createAuthCookie, internalAdapter, secret } = context.context
  let id = (await getSessionFromCtx(context))?.user.id
  if (!id) {
    const identifier = await context.getSignedCookie(createAuthCookie('two_factor').name, secret)
    id = identifier ? (await internalAdapter.findVerificationValue(identifier))?.value : undefined
  }
  if (!id) return undefined
  const [found] = await (await consoleDb()).select().from(user).where(eq(user.id, id))
  return found
}

// The library's other fields (to trust a browser, to open no session) are closed.
function codeOf(body: unknown): string | undefined {
  const { code, ...others } = (body ?? {}) as { code?: unknown }
  return typeof code === 'string' && code.length <= 40 && Object.keys(others).length === 0
    ? code
    : undefined
}

/**
 * Takes a code's time step for the account, once. Returns the refusal for a code that was used or
 * comes from a wrong clock; undefined for one that the library may check.
 */
async function takeCode(
  context: HookContext,
  accountId: string,
  code: string,
): Promise<APIError | undefined> {
  const db = await consoleDb()
  const [app] = await db.select().from(twoFactor).where(eq(twoFactor.userId, accountId))
  if (!app) return undefined
  const secret = await symmetricDecrypt({ key: context.context.secretConfig, data: app.secret })
  const totp = new TOTP({ secret: Secret.fromUTF8(secret) })
  const delta = totp.validate({ token: code, window: recognisedSteps })
  if (delta === null) return undefined
  if (Math.abs(delta) > acceptedSteps)
    return refusal(
      delta > 0 ? 'CLOCK_AHEAD' : 'CLOCK_BEHIND',
      `The code is ${Math.abs(delta) * 30} seconds off.`,
    )
  const counter = totp.counter() + delta
  const taken = await db
    .update(twoFactor)
    .set({ lastCounter: counter })
    .where(
      and(
        eq(twoFactor.id, app.id),
        or(isNull(twoFactor.lastCounter), lt(twoFactor.lastCounter, counter)),
      ),
    )
    .returning({ id: twoFactor.id })
  return taken.length > 0 ? undefined : refusal('CODE_USED', 'This code was used already.')
}

function refusal(code: string, message: string): APIError {
  return new APIError('UNAUTHORIZED', { code, message })
}

async function refuse(context: HookContext, holder: Holder, problem: APIError): Promise<never> {
  await recordRefusal(context, holder, problem)
  throw problem
}

// A success is written with the session that it opens, by the route.
function recordRefusal(
  context: HookContext,
  holder: { id: string; email: string; role?: string } | undefined,
  { body }: APIError,
): Promise<void> {
  const account = holder ? { id: holder.id, email: holder.email, role: holder.role ?? '' } : null
  const place = placeOf(context.headers ?? new Headers(), '')
  const entry = signInEntry(
    codePaths[context.path ?? ''] ?? '',
    holder?.id ?? 'anonymous',
    body?.code ?? 'Refused',
  )
  // Beyond the budget tries are free to send.
  const isCounted = holder !== undefined && entry.outcome !== 'TOO_MANY_ATTEMPTS'
  return recordRefusedSignIn({ ...entry, actor: { account, place } }, isCounted)
}
