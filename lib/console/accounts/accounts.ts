import 'server-only'
import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { activeConnection, type Connection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import {
  areDemoAccountsOn,
  demoAccounts,
  demoPassword,
  mayDemoAccountsUse,
} from './demo-accounts.ts'
import { hashPassword } from './passwords.ts'
import type { Role } from '#lib/acts/acts.ts'
import { account, user } from '#lib/console/schema.ts'

type NewAccount = { email: string; name: string; role: Role; isDemo: boolean } & (
  | { password: string }
  | { passwordHash: string }
)

/** Creates an account with a password. Returns its id, or undefined if the address is taken. */
export async function createAccount(wanted: NewAccount): Promise<string | undefined> {
  const password = 'password' in wanted ? await hashPassword(wanted.password) : wanted.passwordHash
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
    await tx
      .insert(account)
      .values({ id: randomUUID(), accountId: id, providerId: 'credential', userId: id, password })
    return id
  })
}

/** Creates missing demo accounts if they are on. */
export async function ensureDemoAccounts(): Promise<void> {
  if (!(await areDemoAccountsOn())) return
  const db = await consoleDb()
  const known = new Set(
    (await db.select({ email: user.email }).from(user).where(eq(user.isDemo, true))).map(
      (row) => row.email,
    ),
  )
  const missing = demoAccounts.filter(({ email }) => !known.has(email))
  if (missing.length === 0) return
  // Their password is published, so one salt for all of them gives nothing away.
  const passwordHash = await hashPassword(demoPassword)
  for (const demo of missing) await createAccount({ ...demo, passwordHash, isDemo: true })
}

type Holder = Pick<typeof user.$inferSelect, 'disabledAt' | 'isDemo'>

/**
 * True if the account may be signed in: it is enabled, and a demo account only while those are on.
 */
export async function mayHoldSession(holder: Holder): Promise<boolean> {
  return mayHoldSessionBeside(holder, await activeConnection())
}

/** The same beside a connection that is known to be in use. */
export function mayHoldSessionBeside(
  { disabledAt, isDemo }: Holder,
  connection: Connection,
): boolean {
  return disabledAt === null && (!isDemo || mayDemoAccountsUse(connection))
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
