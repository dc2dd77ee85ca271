import 'server-only'
import { genericOAuth, type GenericOAuthUserInfo } from 'better-auth/plugins/generic-oauth'
import { and, eq } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { recordAudit } from '#lib/console/audit.ts'
import { isAllowedBase } from '#lib/console/connections/connection-labels.ts'
import { consoleDb } from '#lib/console/db.ts'
import { account, facts, session, user } from '#lib/console/schema.ts'
import { StartProblem } from '#lib/console/server/start-problem.ts'
import type { Role } from '#lib/acts/acts.ts'
import { isRole } from './permissions.ts'

/**
 * The provider's name in the library: part of the address that the identity provider sends people
 * back to.
 */
export const oidcProvider = 'oidc'

/** The identity provider's settings. `roles` maps a value of the claim to a role. */
export type SingleSignOn = {
  issuer: string
  clientId: string
  clientSecret: string
  name: string
  roleClaim: string
  roles: ReadonlyMap<string, Role>
}

/**
 * The identity provider of CONSOLE_OIDC_ISSUER, or undefined without one. Throws a StartProblem
 * that names the variable: half a configuration, an address that is not https, or a mapping to an
 * unknown role.
 */
export function singleSignOn(env: NodeJS.ProcessEnv = process.env): SingleSignOn | undefined {
  const { CONSOLE_OIDC_ISSUER: issuer, CONSOLE_OIDC_CLIENT_ID: clientId } = env
  const clientSecret = env.CONSOLE_OIDC_CLIENT_SECRET
  if (!issuer && !clientId && !clientSecret) return undefined
  if (!issuer || !clientId || !clientSecret)
    throw new StartProblem(
      'Single sign-on needs CONSOLE_OIDC_ISSUER, CONSOLE_OIDC_CLIENT_ID and CONSOLE_OIDC_CLIENT_SECRET together.',
    )
  if (!URL.canParse(issuer) || !isAllowedBase(issuer))
    throw new StartProblem(
      'CONSOLE_OIDC_ISSUER must be an https address (http on this machine only), without user, password, query or fragment.',
    )
  return {
    issuer,
    clientId,
    clientSecret,
    name: env.CONSOLE_OIDC_NAME || 'single sign-on',
    roleClaim: env.CONSOLE_OIDC_ROLE_CLAIM || 'roles',
    roles: mappingOf(env.CONSOLE_OIDC_ROLES),
  }
}

// `Billing-Team=biller, Leads=manager`. Without a mapping, a role's own name counts.
function mappingOf(text: string | undefined): Map<string, Role> {
  const roles = new Map<string, Role>()
  for (const part of (text ?? '').split(',').filter((entry) => entry.trim() !== '')) {
    const split = part.lastIndexOf('=')
    const [value, role] = [part.slice(0, Math.max(0, split)).trim(), part.slice(split + 1).trim()]
    if (value === '' || !isRole(role))
      throw new StartProblem(
        `CONSOLE_OIDC_ROLES must be like "Billing team=biller", not "${part.trim().slice(0, 80)}".`,
      )
    roles.set(value, role)
  }
  return roles
}

/**
 * Removes the links of accounts to another issuer than the configured one, because a person's id
 * means nothing at another issuer. Everybody is linked anew, by an e-mail address that the provider
 * has verified.
 */
export async function forgetOtherIssuer(): Promise<void> {
  const value = singleSignOn()?.issuer.replace(/\/$/, '')
  if (value === undefined) return
  const name = 'oidc_issuer'
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    const [before] = await tx.select().from(facts).where(eq(facts.name, name))
    if (before?.value === value) return
    await tx
      .insert(facts)
      .values({ name, value })
      .onConflictDoUpdate({ target: facts.name, set: { value } })
    if (before) await tx.delete(account).where(eq(account.providerId, oidcProvider))
    const entry = { accountId: 'start', connectionId: null, operation: 'setIdentityProvider' }
    await recordAudit({ ...entry, stage: 'outcome', outcome: 'ok', recordIds: [] }, tx)
  })
}

/**
 * The library's plugin for the identity provider: code flow with PKCE, state, nonce, and a verified
 * ID token.
 */
export function singleSignOnPlugin({ issuer, clientId, clientSecret, name }: SingleSignOn) {
  return genericOAuth({
    config: [
      {
        providerId: oidcProvider,
        name,
        discoveryUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
        requireIdTokenVerification: true,
        // The library verifies an ID token if there is one; an answer without one would skip
        // signature, nonce and audience.
        accountSubject: ({ tokens }) =>
          tokens.idToken ? (decodeJwt(tokens.idToken).sub ?? '') : '',
        clientId,
        clientSecret,
        scopes: ['openid', 'email', 'profile'],
        mapProfileToUser: (profile) => ({
          name: nameOf(profile),
          emailVerified: profile.email_verified === true || profile.email_verified === 'true',
        }),
      },
    ],
  })
}

function nameOf({ name, preferred_username: username, email }: GenericOAuthUserInfo): string {
  const found = [name, username, email].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  )
  return String(found ?? '').slice(0, 200)
}

/**
 * Someone whom the identity provider has signed in. `id` is missing while they have no account
 * here.
 */
export type Arrival = {
  id?: string
  /** True if the account has the same e-mail address, and this identity is not linked to it yet. */
  isNewLink: boolean
  emailVerified: boolean
  /** The provider's claims. */
  profile: Readonly<Record<string, unknown>>
  /** The issuer that the provider's own document names. */
  issuer: string | undefined
}

/**
 * Decides whether somebody may come in, and with which role. The claim decides the role at every
 * sign-in: a changed role is stored, and ends the person's other sessions. A refusal is one of the
 * codes that the sign-in page explains.
 */
export async function admit(
  settings: SingleSignOn,
  arrival: Arrival,
): Promise<{ role: Role } | { error: string }> {
  if (arrival.issuer?.replace(/\/$/, '') !== settings.issuer.replace(/\/$/, ''))
    return { error: 'sso_other_issuer' }
  const role = roleOf(settings, arrival.profile)
  if (!role) return { error: 'sso_no_role' }
  // A new account takes over an e-mail address, so the provider must have checked it.
  if (arrival.id === undefined)
    return arrival.emailVerified ? { role } : { error: 'sso_email_not_verified' }
  // A provider may give a leaver's address to a newcomer, who must not get the leaver's account.
  if (arrival.isNewLink && (await isLinked(arrival.id))) return { error: 'sso_other_identity' }
  return (await giveRole(arrival.id, role)) ? { role } : { error: 'sso_disabled' }
}

async function isLinked(id: string): Promise<boolean> {
  const db = await consoleDb()
  const own = and(eq(account.userId, id), eq(account.providerId, oidcProvider))
  return (await db.select({ id: account.id }).from(account).where(own).limit(1)).length > 0
}

// Somebody with several known values gets the role that comes last here.
const precedence: readonly Role[] = ['reader', 'credentialing', 'biller', 'manager', 'admin']

function roleOf({ roleClaim, roles }: SingleSignOn, profile: Arrival['profile']): Role | undefined {
  const claim = Object.hasOwn(profile, roleClaim) ? profile[roleClaim] : undefined
  const values = Array.isArray(claim) ? (claim as unknown[]) : [claim]
  const known = values.flatMap((value) => {
    if (typeof value !== 'string') return []
    const role = roles.size > 0 ? roles.get(value) : value
    return role !== undefined && isRole(role) ? [role] : []
  })
  return known.toSorted((a, b) => precedence.indexOf(b) - precedence.indexOf(a))[0]
}

async function giveRole(id: string, role: Role): Promise<boolean> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const [holder] = await tx.select().from(user).where(eq(user.id, id)).for('update')
    // Demo accounts have a public password and no identity elsewhere.
    if (!holder || holder.disabledAt !== null || holder.isDemo) return false
    if (holder.role === role) return true
    await tx.update(user).set({ role }).where(eq(user.id, id))
    await tx.delete(session).where(eq(session.userId, id))
    const entry = {
      accountId: id,
      connectionId: null,
      operation: 'changeRole',
      stage: 'outcome' as const,
    }
    await recordAudit({ ...entry, outcome: 'ok', recordIds: [id] }, tx)
    return true
  })
}
