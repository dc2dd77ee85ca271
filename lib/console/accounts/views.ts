import 'server-only'
import { randomBytes } from 'node:crypto'
import { and, desc, eq, gt, inArray, ne } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { savedViews } from '#lib/console/schema.ts'
import { withAccountLock } from './account-lock.ts'

/** The maximum size of a view's JSON text in bytes: a filter by 5,000 ids takes 195 KB. */
export const maxViewBytes = 256 * 1024
const mostViews = 200
const retentionMs = 90 * 86_400_000
const day = 86_400_000

/**
 * Stores a list view whose filters contain patient data, sealed, and returns the opaque id for its link. `state` is the
 * JSON text of the filters, which this file does not read. An account has at most 200 views; a new one replaces the
 * least recently used one, because views come from filtering.
 */
export async function storeView(list: string, state: string, accountId: string): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const sealed = await seal(state, targetOf(list, id))
  await withAccountLock(accountId, async (db) => {
    await db.insert(savedViews).values({ id, list, sealed, createdBy: accountId, expiresAt: expiry() })
    const own = eq(savedViews.createdBy, accountId)
    const surplus = db
      .select({ id: savedViews.id })
      .from(savedViews)
      .where(and(own, ne(savedViews.id, id)))
      .orderBy(desc(savedViews.expiresAt))
      .offset(mostViews - 1)
    await db.delete(savedViews).where(and(own, inArray(savedViews.id, surplus)))
  })
  return id
}

/** The JSON text of a stored view of that list; undefined without one. Every use extends it to 90 days. */
export async function loadView(list: string, id: string): Promise<string | undefined> {
  const db = await consoleDb()
  const [row] = await db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.id, id), gt(savedViews.expiresAt, new Date(now()))))
  if (!row || row.list !== list) return undefined
  // Once a day is precise enough and saves a write for every use.
  if (row.expiresAt.getTime() < now() + retentionMs - day)
    await db.update(savedViews).set({ expiresAt: expiry() }).where(eq(savedViews.id, id))
  return (await open(row.sealed, targetOf(list, id))).reveal()
}

function expiry(): Date {
  return new Date(now() + retentionMs)
}

function targetOf(list: string, id: string) {
  return { purpose: 'view' as const, record: `${list}/${id}`, origin: 'console' }
}
