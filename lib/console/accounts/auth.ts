import 'server-only'
import { betterAuth } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthMiddleware } from 'better-auth/api'
import { twoFactor as twoFactorPlugin } from 'better-auth/plugins'
import { eq } from 'drizzle-orm'
import { recordAudit } from '#lib/console/audit.ts'
import { consoleDb } from '#lib/console/db.ts'
import { mayHoldSession } from './accounts.ts'
import { hasSecondFactor } from './factors.ts'
import { passkeySignIn } from './passkeys.ts'
import { hashPassword, passwordLength, verifyPassword } from './passwords.ts'
import { makeRecoveryCodes, recoveryCodeStore } from './recovery-codes.ts'
import { secondStep } from './second-step.ts'
import { cookieKey } from '#lib/console/connections/key-store.ts'
import { processState } from '#lib/console/process-state.ts'
import { clientAddressHeader } from '#lib/console/server/request-origin.ts'
import { account, rateLimit, session, twoFactor, user, verification } from '#lib/console/schema.ts'
import type { Role } from '#lib/acts/acts.ts'
import { absoluteSeconds, isSecure, readSessionToken, sessionCookieName } from './session-cookie.ts'
import { signInEntry } from './sign-in-trail.ts'
import { admit, oidcProvider, singleSignOn, singleSignOnPlugin } from './single-sign-on.ts'
import { publicOrigin, trustedOrigins } from '#lib/console/settings.ts'
import { noteSignedIn, takeSignInTry, tooMany, tryOf } from './sign-in-attempts.ts'

const state = processState<{ auth: ReturnType<typeof makeAuth> }>()

/** The paths that the auth route serves. Every other feature of the library is disabled. */
export const openAuthPaths = [
  '/api/auth/sign-in/email',
  '/api/auth/sign-in/social',
  '/api/auth/two-factor/verify-totp',
  '/api/auth/two-factor/verify-backup-code',
  '/api/auth/passkey/sign-in-options',
  '/api/auth/passkey/sign-in',
  '/api/auth/sign-out',
] as const

/**
 * The sign-in library, created once. Only the auth route and sign-out need it; pages use
 * session.ts.
 */
export async function consoleAuth() {
  state.auth ??= makeAuth()
  return state.auth
}

/** Discards the library's instance, so a test can start with another database. */
export function resetAuth(): void {
  delete state.auth
}

/** Where the identity provider sends people back to. */
export const callbackPath = `/api/auth/callback/${oidcProvider}`

async function makeAuth() {
  const db = await consoleDb()
  const sso = singleSignOn()
  const secret = await cookieKey()
  // The role of a claim, between the check of a new person and the making of their account in one
  // request.
  const newRoles = new WeakMap<Request, Role>()
  return betterAuth({
    baseURL: publicOrigin(),
    secret,
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
      password: { hash: hashPassword, verify: verifyPassword },
    },
    // The absolute limit. session.ts adds the idle limit and the server's own clock.
    session: {
      expiresIn: absoluteSeconds,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
    },
    user: {
      additionalFields: {
        role: { type: 'string', input: false },
        isDemo: { type: 'boolean', input: false },
      },
      validateUserInfo: async ({ user: person, source }, { request, context }) => {
        if (!sso || !request || source.method !== 'oauth') return { error: 'sso_off' }
        const issuer = context.socialProviders.find(({ id }) => id === oidcProvider)?.issuer
        const outcome = await admit(sso, {
          ...(source.action !== 'create-user' && { id: String(person.id) }),
          isNewLink: source.action === 'link-account',
          emailVerified: person.emailVerified === true,
          profile: source.oauth?.profile ?? {},
          issuer,
        })
        if ('error' in outcome) return { error: outcome.error }
        newRoles.set(request, outcome.role)
      },
    },
    account: {
      // An account here is linked by its e-mail address once the provider says that it has verified
      // that address.
      accountLinking: { enabled: true, requireLocalEmailVerified: true },
      updateAccountOnSignIn: false,
    },
    databaseHooks: {
      user: {
        create: {
          before: (made, context) => {
            const role = context?.request && newRoles.get(context.request)
            return Promise.resolve({ data: { ...made, role: role ?? 'none', isDemo: false } })
          },
        },
      },
      // The console calls nothing at the identity provider, so it keeps none of its tokens.
      account: {
        create: {
          before: (made) =>
            Promise.resolve({
              data: { ...made, accessToken: null, refreshToken: null, idToken: null },
            }),
          after: ({ providerId, userId }) =>
            providerId === oidcProvider
              ? recordAudit(signInEntry('linkSingleSignOn', userId, 'ok'))
              : Promise.resolve(),
        },
      },
    },
    onAPIError: { errorURL: '/sign-in' },
    rateLimit: {
      enabled: true,
      storage: 'database',
      window: 60,
      max: 120,
      // The library's limit would let a flood from an office's address keep everyone there out.
      // Guesses at passwords and codes have our own budgets (sign-in-attempts.ts). A visit to the
      // identity provider guesses at nothing here.
      customRules: {
        '/sign-in/email': false,
        '/sign-in/social': { window: 10, max: 100 },
        '/two-factor/*': { window: 10, max: 20 },
        '/passkey/*': { window: 10, max: 20 },
      },
    },
    advanced: {
      // Only our front server sets this header, from the socket; it overwrites a client's value.
      ipAddress: { ipAddressHeaders: [clientAddressHeader] },
      // With https the library would put a prefix of its own before the name, which then would not
      // begin with ours, and nobody could sign in.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isSecure() },
      cookies: {
        session_token: {
          name: sessionCookieName(),
          attributes: { httpOnly: true, sameSite: 'lax', secure: isSecure(), path: '/' },
        },
      },
    },
    // Ours first: it takes back every session that was opened without the second factor.
    plugins: [
      ...(sso ? [singleSignOnPlugin(sso)] : []),
      secondStep(),
      passkeySignIn(),
      twoFactorPlugin({
        issuer: 'Billing console',
        allowPasswordless: true,
        twoFactorTable: 'twoFactor',
        backupCodeOptions: {
          customBackupCodesGenerate: makeRecoveryCodes,
          storeBackupCodes: recoveryCodeStore(secret),
        },
      }),
    ],
    telemetry: { enabled: false },
    logger: { disabled: true },
    hooks: {
      before: createAuthMiddleware(async (context) => {
        if (context.path !== '/sign-in/email') return
        const email = emailOf(context.body)
        const waitMs = await takeSignInTry(tryOf(context, email))
        if (waitMs > 0) throw tooMany(waitMs)
        if (await isClosedAccount(email)) throw wrongPair()
      }),
      after: createAuthMiddleware(async (context) => {
        const made = context.context.newSession
        if (
          !made ||
          !['/sign-in/email', '/passkey/sign-in', '/callback/:id'].includes(context.path)
        )
          return
        // A right password is half of the way where a second factor follows: wrong codes count on.
        const isWhole =
          context.path === '/passkey/sign-in' || !(await hasSecondFactor(made.user.id))
        if (isWhole && context.path !== '/callback/:id')
          await noteSignedIn(context, made.user.email)
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

// The same answer as for a wrong password, so it does not reveal which accounts exist.
function wrongPair(): APIError {
  return new APIError('UNAUTHORIZED', {
    code: 'INVALID_EMAIL_OR_PASSWORD',
    message: 'Invalid email or password',
  })
}
