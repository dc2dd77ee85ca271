import 'server-only'
import { randomUUID } from 'node:crypto'
import { hashPassword } from 'better-auth/crypto'
import { eq, sql } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { areDemoAccountsOn, demoAccounts, demoPassword } from './demo-accounts.ts'
import type { Role } from './permissions.ts'
import { account, user } from '#lib/console/schema.ts'

type NewAccount = { email: string; name: string; role: Role; password: string; isDemo: boolean }

/** Makes an account that signs in with a password. Answers its id, or undefined when the address is taken. */
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

/** Makes the demo accounts that do not exist yet, when they are on. */
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

/** True when nobody but demo accounts exists, so that a first admin may be made. */
export async function hasNoRealAccount(): Promise<boolean> {
  const db = await consoleDb()
  const [row] = await db
    .select({ count: sql<number>`count(*)::int` })
    .from(user)
    .where(eq(user.isDemo, false))
  return row?.count === 0
}
