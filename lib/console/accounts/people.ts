import 'server-only'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, asc, count, eq, gt, inArray, isNotNull, isNull, max, ne, or, sql } from 'drizzle-orm'
import { type AuditEntry, recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { account, invitations, passkeys, session, user } from '#lib/console/schema.ts'
import type { AuditChange } from '#lib/console/trail/trail-key.ts'
import type { JsonObject } from '#lib/core/json.ts'
import { createAccount } from './accounts.ts'
import {
  chooseRolesWithFactor,
  hasSecondFactor,
  removeFactors,
  rolesWithFactor,
} from './factors.ts'
import type { Role } from '#lib/acts/acts.ts'
import { isNameTaken } from './names.ts'
import { hashPassword } from './passwords.ts'
import { isRole, may } from './permissions.ts'
import { idleMs } from './session-cookie.ts'
import { heldBackUntil, unlockSignIn } from './sign-in-attempts.ts'
import { oidcProvider } from './single-sign-on.ts'

const invitationHours = 72
const passwordLinkHours = 24

/** A person as an administrator sees them. Instants are ISO text in UTC. */
export type Person = {
  id: string
  name: string
  email: string
  role: string
  isDemo: boolean
  isDisabled: boolean
  lastSeenAt: string | null
  /** The number of browsers that are signed in. */
  sessions: number
  /** True if the account has a password that its person may choose anew. */
  hasPassword: boolean
  /** The second factors: an authenticator app, and the number of passkeys. */
  hasApp: boolean
  passkeys: number
  /** True if a person of the identity provider is linked to the account. */
  isLinked: boolean
  /** Until when wrong passwords hold sign-in back somewhere; null if they don't. */
  heldBackUntil: string | null
}

/**
 * A link that nobody has used yet: an invitation, or one by which the account's person chooses a new
 * password.
 */
export type Invitation = {
  id: string
  email: string
  role: string
  expiresAt: string
  isForPassword: boolean
}

/** The administrator who changes something, and the connection in use. */
export type Changer = Pick<AuditEntry, 'accountId' | 'connectionId'>

/** Every account by name, every open invitation, and the roles that must have a second factor. */
export async function listPeople(): Promise<{
  people: Person[]
  invitations: Invitation[]
  factorRoles: Role[]
}> {
  const db = await consoleDb()
  const seen = await db
    .select({ userId: session.userId, at: max(session.lastSeenAt), sessions: count() })
    .from(session)
    .where(gt(session.lastSeenAt, new Date(now() - idleMs)))
    .groupBy(session.userId)
  const bySeen = new Map(seen.map((row) => [row.userId, row]))
  const keys = await db
    .select({ userId: passkeys.userId, count: count() })
    .from(passkeys)
    .groupBy(passkeys.userId)
  const keysOf = new Map(keys.map((row) => [row.userId, row.count]))
  const ways = await db
    .select({ id: account.userId, provider: account.providerId })
    .from(account)
    .where(or(eq(account.providerId, oidcProvider), isNotNull(account.password)))
  const withWay = (isOidc: boolean) =>
    new Set(
      ways.filter(({ provider }) => (provider === oidcProvider) === isOidc).map(({ id }) => id),
    )
  const [linked, withPassword] = [withWay(true), withWay(false)]
  const people = await db.select().from(user).orderBy(asc(user.name), asc(user.email))
  const held = await heldBackUntil(people.map(({ email }) => email))
  const open = await db
    .select()
    .from(invitations)
    .where(gt(invitations.expiresAt, new Date(now())))
    .orderBy(asc(invitations.createdAt))
  return {
    people: people.map(
      ({ id, name, email, role, isDemo, disabledAt, lastSeenAt, twoFactorEnabled }) => {
        const signedIn = bySeen.get(id)
        const at = signedIn?.at ?? lastSeenAt
        return {
          id,
          name,
          email,
          role,
          isDemo,
          isDisabled: disabledAt !== null,
          lastSeenAt: at?.toISOString() ?? null,
          sessions: signedIn?.sessions ?? 0,
          hasPassword: !isDemo && withPassword.has(id),
          hasApp: twoFactorEnabled,
          passkeys: keysOf.get(id) ?? 0,
          isLinked: linked.has(id),
          heldBackUntil: held.get(email)?.toISOString() ?? null,
        }
      },
    ),
    invitations: open.map(({ id, accountId, email, role, expiresAt }) => ({
      id,
      email,
      role,
      expiresAt: expiresAt.toISOString(),
      isForPassword: accountId !== null,
    })),
    factorRoles: await rolesWithFactor(),
  }
}

type Invitee = { email: string; role: Role }

/** The link of an invitation or a new password: its token, and when it ends. */
export type OneTimeLink = { token: string; expiresAt: Date }

/**
 * Makes an invitation for each person. Returns the tokens for their links, each of which works once
 * and for 72 hours; only its hash is stored. An earlier invitation of the same address ends. If
 * addresses have accounts, it makes none and returns those addresses.
 */
export async function invite(
  by: Changer,
  people: readonly Invitee[],
): Promise<{ links: (Invitee & OneTimeLink)[] } | { taken: string[] }> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const emails = people.map(({ email }) => email)
    const taken = await tx
      .select({ email: user.email })
      .from(user)
      .where(inArray(user.email, emails))
    if (taken.length > 0) return { taken: taken.map(({ email }) => email) }
    const links: (Invitee & OneTimeLink)[] = []
    for (const { email, role } of people) {
      const { id, ...link } = await makeLink(tx, by, { email, role }, invitationHours)
      await record(tx, by, 'invitePerson', id, { before: null, after: { email, role } })
      links.push({ email, role, ...link })
    }
    return { links }
  })
}

/**
 * Makes a link by which a person chooses a new password, once and within 24 hours; only its token's
 * hash is stored. An earlier link of the person ends. Nothing else changes until it is used. `own`:
 * one's own password is changed on the account's page. `none`: the account has no password of its
 * own, is disabled or a demo account.
 */
export async function makePasswordLink(
  by: Changer,
  id: string,
): Promise<OneTimeLink | 'own' | 'none'> {
  if (id === by.accountId) return 'own'
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const [holder] = await tx
      .select({ email: user.email, role: user.role, password: account.password })
      .from(user)
      .innerJoin(account, and(eq(account.userId, user.id), eq(account.providerId, 'credential')))
      .where(and(eq(user.id, id), isNull(user.disabledAt), eq(user.isDemo, false)))
    if (!holder?.password) return 'none'
    const { email, role } = holder
    const link = await makeLink(tx, by, { email, role, accountId: id }, passwordLinkHours)
    await record(tx, by, 'makePasswordLink', id)
    return link
  })
}

async function makeLink(
  tx: ConsoleDb,
  by: Changer,
  whom: { email: string; role: string; accountId?: string },
  hours: number,
): Promise<OneTimeLink & { id: string }> {
  const token = randomBytes(24).toString('base64url')
  const [id, expiresAt] = [randomUUID(), new Date(now() + hours * 3_600_000)]
  // Of two links for one address at once, the later one ends the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${`link/${whom.email}`}))`)
  await tx.delete(invitations).where(eq(invitations.email, whom.email))
  await tx
    .insert(invitations)
    .values({ ...whom, id, tokenHash: hashOf(token), invitedBy: by.accountId, expiresAt })
  return { id, token, expiresAt }
}

/** Takes an invitation back, so that its link opens nothing. */
export async function withdrawInvitation(by: Changer, id: string): Promise<void> {
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    await tx.delete(invitations).where(eq(invitations.id, id))
    await record(tx, by, 'withdrawInvitation', id)
  })
}

/**
 * The address and role that a link's token is for, and the name of the account that gets a new
 * password; undefined if the link was used, withdrawn or has expired, or if its maker may not make
 * any more.
 */
export async function findInvitation(
  token: string,
): Promise<{ email: string; role: string; name?: string } | undefined> {
  const [found] = await (
    await consoleDb()
  )
    .select({ invitation: invitations, name: user.name })
    .from(invitations)
    .leftJoin(user, eq(user.id, invitations.accountId))
    .where(isOpen(token))
  if (!found || !(await mayStillInvite(found.invitation.invitedBy))) return undefined
  const { email, role } = found.invitation
  return { email, role, ...(found.name !== null && { name: found.name }) }
}

/**
 * Gives the account of a link a new password, once. Its sessions end, counted wrong passwords are
 * forgotten, and second factors stay.
 */
export async function choosePassword({
  token,
  password,
}: {
  token: string
  password: string
}): Promise<'chosen' | 'refused'> {
  const found = await findInvitation(token)
  if (found?.name === undefined) return 'refused'
  const hash = await hashPassword(password)
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const [used] = await tx
      .delete(invitations)
      .where(and(isOpen(token), isNotNull(invitations.accountId)))
      .returning()
    const id = used?.accountId
    if (!id) return 'refused'
    await tx.delete(invitations).where(eq(invitations.email, used.email))
    await tx
      .update(account)
      .set({ password: hash, updatedAt: new Date(now()) })
      .where(and(eq(account.userId, id), eq(account.providerId, 'credential')))
    await tx.delete(session).where(eq(session.userId, id))
    await unlockSignIn(tx, used.email)
    await record(tx, { accountId: id, connectionId: null }, 'choosePassword', id)
    return 'chosen'
  })
}

/**
 * Makes the account of an invitation. A token works once: of two attempts at once, one finds
 * nothing. If the address has an account meanwhile (`taken`), or the name is another person's, the
 * invitation stays.
 */
export async function acceptInvitation({
  token,
  name,
  password,
}: {
  token: string
  name: string
  password: string
}): Promise<'made' | 'refused' | 'taken' | 'name taken'> {
  const invited = await findInvitation(token)
  if (!invited) return 'refused'
  const db = await consoleDb()
  const [taken] = await db.select({ id: user.id }).from(user).where(eq(user.email, invited.email))
  if (taken) return 'taken'
  if (await isNameTaken(db, name)) return 'name taken'
  const [claimed] = await db
    .delete(invitations)
    .where(and(isOpen(token), isNull(invitations.accountId)))
    .returning()
  if (!claimed || !isRole(claimed.role)) return 'refused'
  const id = await createAccount({
    email: claimed.email,
    name,
    role: claimed.role,
    password,
    isDemo: false,
  })
  if (!id) return 'taken'
  await db.delete(invitations).where(eq(invitations.email, claimed.email))
  await recordAudit({
    accountId: id,
    connectionId: null,
    operation: 'acceptInvitation',
    stage: 'outcome',
    outcome: 'ok',
    recordIds: [claimed.id, id],
  })
  return 'made'
}

// An inviter who lost their rights while the invitation was open would otherwise go on making
// accounts.
async function mayStillInvite(accountId: string): Promise<boolean> {
  const [inviter] = await (await consoleDb()).select().from(user).where(eq(user.id, accountId))
  return inviter !== undefined && inviter.disabledAt === null && may(inviter.role, 'managePeople')
}

/**
 * Changes another person's role, or disables or enables the account. Their sessions end, and the
 * links that they made or that are for them, so that the change holds at once. `own`: an administrator's own
 * account stays as it is, which leaves at least one administrator.
 */
export async function changePerson(
  by: Changer,
  id: string,
  change: { role: Role } | { isDisabled: boolean },
): Promise<'changed' | 'own' | 'gone'> {
  if (id === by.accountId) return 'own'
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    // Two administrators who change each other at once wait here; the second one's change finds
    // them no longer one.
    const admins = await tx
      .select({ id: user.id })
      .from(user)
      .where(and(eq(user.role, 'admin'), isNull(user.disabledAt)))
      .orderBy(asc(user.id))
      .for('update')
    if (!admins.some((one) => one.id === by.accountId)) return 'gone'
    const columns =
      'role' in change
        ? { role: change.role }
        : { disabledAt: change.isDisabled ? new Date(now()) : null }
    const [was] = await tx
      .select({ role: user.role, disabledAt: user.disabledAt })
      .from(user)
      .where(eq(user.id, id))
    if (!was) return 'gone'
    await tx
      .update(user)
      .set({ ...columns, updatedAt: new Date(now()) })
      .where(eq(user.id, id))
    await tx.delete(session).where(eq(session.userId, id))
    await tx
      .delete(invitations)
      .where(or(eq(invitations.invitedBy, id), eq(invitations.accountId, id)))
    const operation =
      'role' in change ? 'changeRole' : change.isDisabled ? 'disableAccount' : 'enableAccount'
    const before: JsonObject =
      'role' in change ? { role: was.role } : { isDisabled: was.disabledAt !== null }
    await record(tx, by, operation, id, { before, after: change })
    return 'changed'
  })
}

/**
 * Signs a person out in every browser; of an administrator's own sessions all but `sessionToken`'s
 * end.
 */
export async function endSessionsOf(by: Changer, id: string, sessionToken: string): Promise<void> {
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    await tx.delete(session).where(and(eq(session.userId, id), ne(session.token, sessionToken)))
    await record(tx, by, 'endSessions', id)
  })
}

/**
 * Removes another person's second factors, for somebody who lost phone and recovery codes, and
 * signs them out. Where their role needs one, they set it up at the next sign-in. `own`: one's own
 * is changed on the account's page.
 */
export async function resetFactors(by: Changer, id: string): Promise<'reset' | 'own' | 'none'> {
  if (id === by.accountId) return 'own'
  if (!(await hasSecondFactor(id))) return 'none'
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    await removeFactors(id, tx)
    await record(tx, by, 'resetPersonFactor', id)
  })
  return 'reset'
}

/**
 * Removes a person's link to the identity provider, for somebody whose e-mail address now belongs
 * to another person there, and signs them out. False if there is no link.
 */
export async function unlinkSingleSignOn(by: Changer, id: string): Promise<boolean> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const links = and(eq(account.userId, id), eq(account.providerId, oidcProvider))
    const removed = await tx.delete(account).where(links).returning({ id: account.id })
    if (removed.length === 0) return false
    await tx.delete(session).where(eq(session.userId, id))
    await record(tx, by, 'unlinkSingleSignOn', id)
    return true
  })
}

/**
 * Chooses the roles that must have a second factor. People without one can only open their account
 * page until they set it up.
 */
export async function chooseFactorRoles(by: Changer, roles: readonly Role[]): Promise<void> {
  const before = await rolesWithFactor()
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    await chooseRolesWithFactor(roles, tx)
    const change = { before, after: [...roles] }
    await recordAudit(
      {
        ...by,
        operation: 'chooseFactorRoles',
        stage: 'outcome',
        outcome: 'ok',
        recordIds: [],
        change,
      },
      tx,
    )
  })
}

/**
 * Deletes the counted sign-in attempts of a person, so that the next one is checked at once. False
 * if nobody has the id.
 */
export async function unlockPerson(by: Changer, id: string): Promise<boolean> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const [found] = await tx.select({ email: user.email }).from(user).where(eq(user.id, id))
    if (!found) return false
    await unlockSignIn(tx, found.email)
    await record(tx, by, 'unlockAccount', id)
    return true
  })
}

// The change and its audit entry are one transaction: without the entry, nothing changes.
function record(
  tx: ConsoleDb,
  by: Changer,
  operation: string,
  id: string,
  change?: AuditChange,
): Promise<void> {
  const what = { operation, stage: 'outcome', outcome: 'ok' } as const
  return recordAudit({ ...by, ...what, recordIds: [id], ...(change ? { change } : {}) }, tx)
}

function isOpen(token: string) {
  return and(eq(invitations.tokenHash, hashOf(token)), gt(invitations.expiresAt, new Date(now())))
}

function hashOf(token: string): string {
  return createHash('sha256').update(`invitation ${token}`).digest('hex')
}
