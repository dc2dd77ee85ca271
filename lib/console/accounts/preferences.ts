import 'server-only'
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { consoleDb } from '#lib/console/db.ts'
import { preferences } from '#lib/console/schema.ts'

const columnId = z.string().min(1).max(100)

/** A list's column layout: order, widths in pixels, and hidden columns. */
export const columnLayout = z.strictObject({
  order: z.array(columnId).max(200).optional(),
  widths: z.record(columnId, z.number().int().min(20).max(2000)).optional(),
  hidden: z.array(columnId).max(200).optional(),
})

/** One person's preferences. Every part is optional; a missing part uses the console's default. */
export const preferencesSchema = z.strictObject({
  columns: z.record(z.string().max(60), columnLayout).optional(),
  density: z.enum(['compact', 'comfortable']).optional(),
  theme: z.enum(['system', 'light', 'dark']).optional(),
})
export type Preferences = z.infer<typeof preferencesSchema>

/** The account's preferences; `{}` if there are none or they are unreadable. */
export async function readPreferences(accountId: string): Promise<Preferences> {
  const db = await consoleDb()
  const [row] = await db.select().from(preferences).where(eq(preferences.userId, accountId))
  const parsed = preferencesSchema.safeParse(row?.value ?? {})
  return parsed.success ? parsed.data : {}
}

/**
 * Merges a change: named members replace old ones, each list's columns separately, and the rest stays. Returns all
 * preferences.
 */
export async function mergePreferences(accountId: string, change: Preferences): Promise<Preferences> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(preferences).where(eq(preferences.userId, accountId)).for('update')
    const stored = preferencesSchema.safeParse(row?.value ?? {})
    const before = stored.success ? stored.data : {}
    const value = { ...before, ...change, columns: { ...before.columns, ...change.columns } }
    await tx
      .insert(preferences)
      .values({ userId: accountId, value })
      .onConflictDoUpdate({ target: preferences.userId, set: { value, updatedAt: new Date() } })
    return value
  })
}
