import 'server-only'
import { eq } from 'drizzle-orm'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { user } from '#lib/console/schema.ts'

/**
 * Runs `work` in a transaction, one at a time for each account, so that simultaneous requests
 * cannot pass a limit together.
 */
export async function withAccountLock<T>(
  accountId: string,
  work: (db: ConsoleDb) => Promise<T>,
): Promise<T> {
  const db = await consoleDb()
  return db.transaction(async (inside) => {
    await inside
      .select({ id: user.id })
      .from(user)
      .where(eq(user.id, accountId))
      .for('no key update')
    return work(inside)
  })
}
