import 'server-only'
import { count, eq } from 'drizzle-orm'
import { activeConnection, type Connection } from '#lib/console/connections/connections.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { facts, passkeys, session, twoFactor, user } from '#lib/console/schema.ts'
import type { Role } from '#lib/acts/acts.ts'
import { isRole } from './permissions.ts'

/**
 * The second factors that an account has: an authenticator app that was confirmed, and passkeys.
 */
export type Factors = { app: boolean; passkeys: number }

/** The fact with the roles that must have a second factor. */
export const factorRolesFact = 'factor_roles'

/** The second factors of an account. */
export async function factorsOf(accountId: string): Promise<Factors> {
  const db = await consoleDb()
  const [holder] = await db
    .select({ app: user.twoFactorEnabled })
    .from(user)
    .where(eq(user.id, accountId))
  const [keys] = await db
    .select({ count: count() })
    .from(passkeys)
    .where(eq(passkeys.userId, accountId))
  return { app: holder?.app ?? false, passkeys: keys?.count ?? 0 }
}

/** True if the account has a second factor, so that a password alone opens no session. */
export async function hasSecondFactor(accountId: string): Promise<boolean> {
  const { app, passkeys: keys } = await factorsOf(accountId)
  return app || keys > 0
}

/**
 * The roles that must have a second factor: as an administrator chose them, otherwise
 * administrators outside the embedded sandbox.
 */
export async function rolesWithFactor(): Promise<Role[]> {
  const stored = await storedText()
  if (stored !== undefined) return rolesIn(stored)
  return (await activeConnection()).isEmbedded ? [] : ['admin']
}

/**
 * Stores the roles that must have a second factor. Their people without one are asked for it at
 * their next request.
 */
export async function chooseRolesWithFactor(
  roles: readonly Role[],
  inside: ConsoleDb,
): Promise<void> {
  const value = JSON.stringify(roles)
  await inside
    .insert(facts)
    .values({ name: factorRolesFact, value })
    .onConflictDoUpdate({ target: facts.name, set: { value } })
}

/**
 * True if the account's role must have a second factor: by the roles that are stored, and beside
 * this connection. A demo account needs one only where an administrator chose it.
 */
export function needsFactorBeside(
  { role, isDemo }: Pick<typeof user.$inferSelect, 'role' | 'isDemo'>,
  stored: string | undefined,
  { isEmbedded }: Pick<Connection, 'isEmbedded'>,
): boolean {
  if (!isRole(role)) return false
  if (stored !== undefined) return rolesIn(stored).includes(role)
  return role === 'admin' && !isDemo && !isEmbedded
}

/** The same, by what is stored now. */
export async function needsFactor(
  holder: Pick<typeof user.$inferSelect, 'role' | 'isDemo'>,
): Promise<boolean> {
  return needsFactorBeside(holder, await storedText(), await activeConnection())
}

/** Removes an account's second factors and ends its sessions. */
export async function removeFactors(accountId: string, inside: ConsoleDb): Promise<void> {
  await inside.delete(twoFactor).where(eq(twoFactor.userId, accountId))
  await inside.delete(passkeys).where(eq(passkeys.userId, accountId))
  await inside.update(user).set({ twoFactorEnabled: false }).where(eq(user.id, accountId))
  await inside.delete(session).where(eq(session.userId, accountId))
}

async function storedText(): Promise<string | undefined> {
  const [row] = await (
    await consoleDb()
  )
    .select()
    .from(facts)
    .where(eq(facts.name, factorRolesFact))
  return row?.value
}

function rolesIn(stored: string): Role[] {
  return (JSON.parse(stored) as string[]).filter(isRole)
}
