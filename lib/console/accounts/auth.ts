import 'server-only'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { twoFactor as twoFactorPlugin } from 'better-auth/plugins'
import { eq } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { mayHoldSession } from './accounts.ts'
import { hasSecondFactor } from './factors.ts'
import { passkeySignIn } from './passkeys.ts'
import { passwordLength } from './passwords.ts'
import { secondStep } from './second-step.ts'
import { cookieKey } from '#lib/console/connections/key-store.ts'
import { processState } from '#lib/console/process-state.ts'
import { clientAddressHeader } from '#lib/console/server/request-origin.ts'
import { account, rateLimit, session, twoFactor, user, verification } from '#lib/console/schema.ts'
import { absoluteSeconds, isSecure, readSessionToken, sessionCookieName } from './session-cookie.ts'
import { publicOrigin, trustedOrigins } from '#lib/console/settings.ts'
import { clearSignInAttempts, takeSignInAttempt } from './sign-in-attempts.ts'

const state = processState<{ auth: ReturnType<typeof makeAuth> }>()

/** The paths that the auth route serves. Every other feature of the library is disabled. */
export const openAuthPaths = [
  '/api/auth/sign-in/email',
  '/api/auth/two-factor/verify-totp',
  '/api/auth/two-factor/verify-backup-code',
  '/api/auth/passkey/sign-in-options',
  '/api/auth/passkey/sign-in',
  '/api/auth/sign-out',
] as const

/** The sign-in library, created once. Only the auth route and sign-out need it; pages use session.ts. */
export async function consoleAuth() {
  state.auth ??= makeAuth()
  return state.auth
}

/** Discards the library's instance, so a test can start with another database. */
export function forgetAuth(): void {
  delete state.auth
}

async function makeAuth() {
  const db = await consoleDb()
  return betterAuth({
    baseURL: publicOrigin(),
    secret: await cookieKey(),
    trustedOrigins: (request) => trustedOrigins(request?.headers.get('host')),
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: { user, account, session, verification, rateLimit, twoFactor },
    }),
    // Sign-up is disabled: admins, the demo and the setup code create accounts.
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordLength.min,
      maxPasswordLength: passwordLength.max,
    },
    // The absolute limit. session.ts adds the idle limit and the server's own clock.
    session: { expiresIn: absoluteSeconds, disableSessionRefresh: true, cookieCache: { enabled: false } },
    user: { additionalFields: { role: { type: 'string', input: false }, isDemo: { type: 'boolean', input: false } } },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 120,
      // Limits sign-ins for each address. Every request restarts the library's window, so it is short: colleagues
      // behind one address who sign in one after the other are no flood. Guesses at one account have their own budget
      // (sign-in-attempts.ts).
      customRules: {
        '/sign-in/email': { window: 10, max: 20 },
        '/two-factor/*': { window: 10, max: 20 },
        '/passkey/*': { window: 10, max: 20 },
      },
    },
    advanced: {
      // Only our front server sets this header, from the socket; it overwrites a client's value.
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      cookies: {
        session_token: {
          name: sessionCookieName(),
          attributes: { httpOnly: true, sameSite: 'lax', secure: isSecure(), path: '/' },
        },
      },
    },
    // Ours first: it takes back every session that was opened without the second factor.
    plugins: [
      secondStep(),
      passkeySignIn(),
      twoFactorPlugin({ issuer: 'Billing console', allowPasswordless: true, twoFactorTable: 'twoFactor' }),
    ],
    telemetry: { enabled: false },
    logger: { disabled: true },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        if (context.path !== '/sign-in/email') return
        const email = emailOf(context.body)
        if (!(await takeSignInAttempt(email))) throw tooMany()
        if (await isClosedAccount(email)) throw wrongPair()
      }),
      after: createAuthMiddleware(async (context) => {
        const made = context.context.newSession
        if (!made || !['/sign-in/email', '/passkey/sign-in'].includes(context.path)) return
        // A right password is half of the way where a second factor follows: wrong codes count on.
        if (context.path === '/passkey/sign-in' || !(await hasSecondFactor(made.user.id)))
          await clearSignInAttempts(made.user.email)
        await endOldSession(context.getCookie(sessionCookieName()))
      }),
    },
  })
}

// Signing in replaces the browser's session, so an old copy of the cookie stops working.
async function endOldSession(cookie: string | null | undefined): Promise<void> {
  const token = await readSessionToken(cookie ?? undefined)
  if (token) await (await consoleDb()).delete(session).where(eq(session.token, token))
}

function emailOf(body: unknown): string {
  const email = (body as { email?: unknown } | undefined)?.email
  return typeof email === 'string' ? email.slice(0, 320) : ''
}

async function isClosedAccount(email: string): Promise<boolean> {
  const db = await consoleDb()
  const [row] = await db.select().from(user).where(eq(user.email, email.toLowerCase()))
  return row !== undefined && !(await mayHoldSession(row))
}

function tooMany(): APIError {
  return new APIError('TOO_MANY_REQUESTS', {
    code: 'TOO_MANY_ATTEMPTS',
    message: 'Too many attempts. Try again in 15 minutes.',
  })
}

// The same answer as for a wrong password, so it does not reveal which accounts exist.
function wrongPair(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'INVALID_EMAIL_OR_PASSWORD', message: 'Invalid email or password' })
}
