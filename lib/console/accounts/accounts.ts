import 'server-only'
import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { eq, sql } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { areDemoAccountsOn, demoAccounts, demoPassword } from './demo-accounts.ts'
import type { Role } from './permissions.ts'
import { account, user } from '#lib/console/schema.ts'

type NewAccount = { email: string; name: string; role: Role; password: string; isDemo: boolean }

/** Creates an account with a password. Returns its id, or undefined if the address is taken. */
export async function createAccount(wanted: NewAccount): Promise<string | undefined> {
  const password = await hashPassword(wanted.password)
  const id = randomUUID()
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const { email, name, role, isDemo } = wanted
    const made = await tx
      .insert(user)
      .values({ id, email: email.toLowerCase(), name, role, isDemo, emailVerified: true })
      .onConflictDoNothing()
      .returning({ id: user.id })
    if (made.length === 0) return undefined
    await tx.insert(account).values({ id: randomUUID(), accountId: id, providerId: 'credential', userId: id, password })
    return id
  })
}

/** Creates missing demo accounts if they are on. */
export async function ensureDemoAccounts(): Promise<void> {
  if (!(await areDemoAccountsOn())) return
  const db = await consoleDb()
  const known = new Set(
    (await db.select({ email: user.email }).from(user).where(eq(user.isDemo, true))).map((row) => row.email),
  )
  for (const demo of demoAccounts) {
    if (!known.has(demo.email)) await createAccount({ ...demo, password: demoPassword, isDemo: true })
  }
}

/** True if the account may be signed in: it is enabled, and a demo account only while those are on. */
export async function mayHoldSession({
  disabledAt,
  isDemo,
}: Pick<typeof user.$inferSelect, 'disabledAt' | 'isDemo'>): Promise<boolean> {
  return disabledAt === null && (!isDemo || (await areDemoAccountsOn()))
}

/** True if only demo accounts exist, so the first admin may be created. */
export async function hasNoRealAccount(): Promise<boolean> {
  const db = await consoleDb()
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(user)
    .where(eq(user.isDemo, false))
  return row?.count === 0
}
