import 'server-only'
import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { signInAttempts } from '#lib/console/schema.ts'

/** How long an attempt counts, in milliseconds. */
export const windowMs = 15 * 60_000
const maxAttempts = 10

/**
 * Counts one attempt to sign in as `email` before the password is checked, so a burst cannot exceed the budget. Returns
 * false if the budget of the last 15 minutes is used up, from whatever addresses.
 */
export async function takeSignInAttempt(email: string): Promise<boolean> {
  const db = await consoleDb()
  const at = new Date(now())
  const expired = sql`${signInAttempts.windowStart} <= ${new Date(now() - windowMs).toISOString()}::timestamptz`
  const [row] = await db
    .insert(signInAttempts)
    .values({ emailHash: hashOf(email), count: 1, windowStart: at })
    .onConflictDoUpdate({
      target: signInAttempts.emailHash,
      set: {
        count: sql`case when ${expired} then 1 else ${signInAttempts.count} + 1 end`,
        windowStart: sql`case when ${expired} then ${at.toISOString()}::timestamptz else ${signInAttempts.windowStart} end`,
      },
    })
    .returning({ count: signInAttempts.count })
  return (row?.count ?? 1) <= maxAttempts
}

/** Deletes the attempts of an account after it signed in. */
export async function clearSignInAttempts(email: string): Promise<void> {
  const db = await consoleDb()
  await db.delete(signInAttempts).where(eq(signInAttempts.emailHash, hashOf(email)))
}

// Hashed, so a mistyped address or a password in the wrong field is not stored.
function hashOf(email: string): string {
  return createHash('sha256').update(email.trim().toLowerCase()).digest('hex')
}
