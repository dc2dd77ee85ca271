import 'server-only'
import { and, eq, lte, sql } from 'drizzle-orm'
import { z } from 'zod'
import { consoleDb } from '#lib/console/db.ts'
import { preferences } from '#lib/console/schema.ts'

const mostColumns = 200
// Every page of the person reads them. All lists with all their columns take half of it.
const mostBytes = 64 * 1024
const columnId = z.string().min(1).max(100)

/** A list's column layout: order, widths in pixels, and hidden columns. */
export const columnLayout = z.strictObject({
  order: z.array(columnId).max(mostColumns).optional(),
  widths: z
    .record(columnId, z.number().int().min(20).max(2000))
    .refine(
      (widths) => Object.keys(widths).length <= mostColumns,
      `A list has at most ${mostColumns} columns.`,
    )
    .optional(),
  hidden: z.array(columnId).max(mostColumns).optional(),
})

/** One person's preferences. Every part is optional; a missing part uses the console's default. */
export const preferencesSchema = z.strictObject({
  columns: z.record(z.string().max(60), columnLayout).optional(),
  density: z.enum(['compact', 'comfortable']).optional(),
  theme: z.enum(['system', 'light', 'dark']).optional(),
  /** Whether an administrator begins on the first steps while some are open. */
  first_steps: z.enum(['shown', 'hidden']).optional(),
})
export type Preferences = z.infer<typeof preferencesSchema>

/** The account's preferences; `{}` if there are none or they are unreadable. */
export async function readPreferences(accountId: string): Promise<Preferences> {
  const db = await consoleDb()
  const [row] = await db.select().from(preferences).where(ownOf(accountId))
  return readable(row)
}

// A console from before the limit may have stored more.
function ownOf(accountId: string) {
  return and(
    eq(preferences.userId, accountId),
    lte(sql`octet_length(${preferences.value}::text)`, mostBytes),
  )
}

function readable(row: { value: unknown } | undefined): Preferences {
  const parsed = preferencesSchema.safeParse(row?.value ?? {})
  return parsed.success ? parsed.data : {}
}

/**
 * Merges a change: named members replace old ones, each list's columns separately, and the rest
 * stays. Returns all preferences; undefined, and stores nothing, if they would take more than 64
 * KB.
 */
export async function mergePreferences(
  accountId: string,
  change: Preferences,
): Promise<Preferences | undefined> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(preferences).where(ownOf(accountId)).for('update')
    const before = readable(row)
    const value = { ...before, ...change, columns: { ...before.columns, ...change.columns } }
    // With blanks and line ends it is at least as long as the database's own text of it.
    if (Buffer.byteLength(JSON.stringify(value, null, 1)) > mostBytes) return undefined
    await tx
      .insert(preferences)
      .values({ userId: accountId, value })
      .onConflictDoUpdate({ target: preferences.userId, set: { value, updatedAt: new Date() } })
    return value
  })
}
