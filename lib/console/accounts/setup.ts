import 'server-only'
import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { createAccount, hasNoRealAccount } from './accounts.ts'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { areDemoAccountsOn } from './demo-accounts.ts'
import { log } from '#lib/console/log.ts'
import { facts } from '#lib/console/schema.ts'
import { publicOrigin } from '#lib/console/settings.ts'
import { isSameText } from '#lib/core/same-text.ts'

/**
 * Prints the link with the one-time setup code in the server's log, if nobody could sign in
 * otherwise. Every console of the database prints the same link until it is used: one that starts
 * later must not end the link that the operator already has.
 */
export async function ensureSetupCode(): Promise<void> {
  if ((await areDemoAccountsOn()) || !(await hasNoRealAccount())) return
  const db = await consoleDb()
  await db
    .insert(facts)
    .values({ name: 'setup_code', value: randomBytes(16).toString('base64url') })
    .onConflictDoNothing()
  const value = await openSetup()
  if (value === undefined) return
  log('warn', 'No account exists yet. Open this link to make the first admin; it works once.', {
    setup_link: `${publicOrigin()}/setup#${await codeOf(value)}`,
  })
}

/** True while the setup code is unused. */
export async function isSetupOpen(): Promise<boolean> {
  return (await openSetup()) !== undefined
}

/**
 * Creates the first admin with the setup code, or returns the reason for a refusal. A code works
 * once.
 */
export async function claimFirstAdmin(wanted: {
  code: string
  name: string
  email: string
  password: string
}): Promise<'made' | 'refused' | 'taken'> {
  const db = await consoleDb()
  const value = await openSetup()
  if (value === undefined || !isSameText(wanted.code, await codeOf(value))) return 'refused'
  // Deleting the code claims it: of two simultaneous requests, only one finds it.
  const [claimed] = await db
    .delete(facts)
    .where(and(eq(facts.name, 'setup_code'), eq(facts.value, value)))
    .returning()
  if (!claimed) return 'refused'
  const { name, email, password } = wanted
  const made = await createAccount({ name, email, password, role: 'admin', isDemo: false })
  if (!made) await db.insert(facts).values(claimed)
  return made ? 'made' : 'taken'
}

/** What the unused setup code is made of; undefined once an account exists, wherever from. */
async function openSetup(): Promise<string | undefined> {
  const db = await consoleDb()
  const [row] = await db.select().from(facts).where(eq(facts.name, 'setup_code'))
  return row && (await hasNoRealAccount()) ? row.value : undefined
}

/** The setup code, of 128 bits. Who reads the database without the root key cannot compute it. */
async function codeOf(value: string): Promise<string> {
  const hash = Buffer.from(await keyedHash(`setup ${value}`), 'hex')
  return hash.subarray(0, 16).toString('base64url')
}
