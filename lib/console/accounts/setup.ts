import 'server-only'
import { createHash, randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { createAccount, hasNoRealAccount } from './accounts.ts'
import { consoleDb } from '#lib/console/db.ts'
import { areDemoAccountsOn } from './demo-accounts.ts'
import { log } from '#lib/console/log.ts'
import { facts } from '#lib/console/schema.ts'
import { publicOrigin } from '#lib/console/settings.ts'

/**
 * Creates a one-time setup code and prints it in the server's log, if nobody could sign in
 * otherwise. Every start creates a new one, because only its hash is stored.
 */
export async function ensureSetupCode(): Promise<void> {
  if ((await areDemoAccountsOn()) || !(await hasNoRealAccount())) return
  const code = randomBytes(16).toString('base64url')
  const db = await consoleDb()
  const value = hashOf(code)
  await db
    .insert(facts)
    .values({ name: 'setup_code', value })
    .onConflictDoUpdate({ target: facts.name, set: { value } })
  log('warn', 'No account exists yet. Open this link to make the first admin; it works once.', {
    setup_link: `${publicOrigin()}/setup#${code}`,
  })
}

/** True while the setup code is unused. */
export async function isSetupOpen(): Promise<boolean> {
  const db = await consoleDb()
  return (await db.select().from(facts).where(eq(facts.name, 'setup_code'))).length > 0
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
  const code = and(eq(facts.name, 'setup_code'), eq(facts.value, hashOf(wanted.code)))
  // Deleting the code claims it: of two simultaneous requests, only one finds it.
  const [claimed] = await db.delete(facts).where(code).returning()
  if (!claimed) return 'refused'
  const { name, email, password } = wanted
  const made = await createAccount({ name, email, password, role: 'admin', isDemo: false })
  if (!made) await db.insert(facts).values(claimed)
  return made ? 'made' : 'taken'
}

function hashOf(code: string): string {
  return createHash('sha256').update(`setup ${code}`).digest('hex')
}
