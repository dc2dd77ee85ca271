import 'server-only'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { and, asc, count, eq, gt, isNull, max, ne } from 'drizzle-orm'
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
import { isRole, may } from './permissions.ts'
import { idleMs } from './session-cookie.ts'
import { heldBackUntil, unlockSignIn } from './sign-in-attempts.ts'
import { oidcProvider } from './single-sign-on.ts'

const invitationHours = 72

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
  /** The second factors: an authenticator app, and the number of passkeys. */
  hasApp: boolean
  passkeys: number
  /** True if a person of the identity provider is linked to the account. */
  isLinked: boolean
  /** Until when wrong passwords hold sign-in back somewhere; null if they don't. */
  heldBackUntil: string | null
}

/** An invitation that nobody has used yet. */
export type Invitation = { id: string; email: string; role: string; expiresAt: string }

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
  const links = await db
    .select({ id: account.userId })
    .from(account)
    .where(eq(account.providerId, oidcProvider))
  const linked = new Set(links.map(({ id }) => id))
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
          hasApp: twoFactorEnabled,
          passkeys: keysOf.get(id) ?? 0,
          isLinked: linked.has(id),
          heldBackUntil: held.get(email)?.toISOString() ?? null,
        }
      },
    ),
    invitations: open.map(({ id, email, role, expiresAt }) => ({
      id,
      email,
      role,
      expiresAt: expiresAt.toISOString(),
    })),
    factorRoles: await rolesWithFactor(),
  }
}

/**
 * Makes an invitation. Returns the token for its link, which works once and for 72 hours; only its
 * hash is stored. An earlier invitation of the same address ends. Returns undefined if the address
 * has an account.
 */
export async function invite(
  by: Changer,
  { email, role }: { email: string; role: Role },
): Promise<{ token: string; expiresAt: Date } | undefined> {
  const token = randomBytes(24).toString('base64url')
  const address = email.toLowerCase()
  const row = {
    id: randomUUID(),
    tokenHash: hashOf(token),
    email: address,
    role,
    invitedBy: by.accountId,
    expiresAt: new Date(now() + invitationHours * 3_600_000),
  }
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const [taken] = await tx.select({ id: user.id }).from(user).where(eq(user.email, address))
    if (taken) return undefined
    await tx.delete(invitations).where(eq(invitations.email, address))
    await tx.insert(invitations).values(row)
    await record(tx, by, 'invitePerson', row.id, { before: null, after: { email: address, role } })
    return { token, expiresAt: row.expiresAt }
  })
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
 * The address and role that an invitation's token is for; undefined if it was used, withdrawn or
 * has expired, or if its inviter may not invite any more.
 */
export async function findInvitation(
  token: string,
): Promise<{ email: string; role: string } | undefined> {
  const [found] = await (await consoleDb()).select().from(invitations).where(isOpen(token))
  return found && (await mayStillInvite(found.invitedBy))
    ? { email: found.email, role: found.role }
    : undefined
}

/**
 * Makes the account of an invitation. A token works once: of two attempts at once, one finds
 * nothing. If the address has an account meanwhile (`taken`), the invitation stays.
 */
export async function acceptInvitation({
  token,
  name,
  password,
}: {
  token: string
  name: string
  password: string
}): Promise<'made' | 'refused' | 'taken'> {
  const invited = await findInvitation(token)
  if (!invited) return 'refused'
  const db = await consoleDb()
  const [taken] = await db.select({ id: user.id }).from(user).where(eq(user.email, invited.email))
  if (taken) return 'taken'
  const [claimed] = await db.delete(invitations).where(isOpen(token)).returning()
  if (!claimed || !isRole(claimed.role)) return 'refused'
  const id = await createAccount({
    email: claimed.email,
    name,
    role: claimed.role,
    password,
    isDemo: false,
  })
  if (!id) return 'taken'
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
 * invitations that they made, so that the change holds at once. `own`: an administrator's own
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
    await tx.delete(invitations).where(eq(invitations.invitedBy, id))
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
