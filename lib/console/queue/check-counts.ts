import 'server-only'
import { eq } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { facts } from '#lib/console/schema.ts'

/**
 * How many captures each check finds something in, by its id: of captures whose claims are in error
 * or on hold, as the partner had them at `at` (ISO, UTC). `captures` were looked at; `isAll` is
 * false if there were more. `withYear` are those of them with a diagnosis whose year's ICD-10-CM
 * list was loaded, `withHeaders` those whose list marks headers too. A check without an entry found
 * nothing.
 */
export type CheckCounts = {
  at: string
  captures: number
  isAll: boolean
  withYear: number
  withHeaders: number
  found: { [check: string]: number }
}

const factOf = (connectionId: string) => `check_counts ${connectionId}`

/** Keeps the counts of a connection in place of the earlier ones. */
export async function keepCheckCounts(connectionId: string, counts: CheckCounts): Promise<void> {
  const value = JSON.stringify(counts)
  const db = await consoleDb()
  await db
    .insert(facts)
    .values({ name: factOf(connectionId), value })
    .onConflictDoUpdate({ target: facts.name, set: { value } })
}

/** The counts of a connection; undefined before its queue was read whole. */
export async function readCheckCounts(connectionId: string): Promise<CheckCounts | undefined> {
  const db = await consoleDb()
  const [fact] = await db
    .select({ value: facts.value })
    .from(facts)
    .where(eq(facts.name, factOf(connectionId)))
  return fact && (JSON.parse(fact.value) as CheckCounts) // keepCheckCounts stored it
}
