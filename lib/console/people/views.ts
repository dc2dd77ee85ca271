import 'server-only'
import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { consoleDb } from '#lib/console/db.ts'
import { open, seal } from '#lib/console/connections/keys.ts'
import { savedViews } from '#lib/console/schema.ts'

/**
 * Keeps a list view whose filters name patients, sealed, and answers the opaque id for its link.
 * `state` is JSON text of the view's filters, of which this file knows nothing.
 */
export async function storeView(list: string, state: string, accountId: string): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const sealed = await seal(state, targetOf(list, id))
  const db = await consoleDb()
  await db.insert(savedViews).values({ id, list, sealed, createdBy: accountId })
  return id
}

/** The JSON text of a kept view of that list, or undefined when there is none by that id. */
export async function loadView(list: string, id: string): Promise<string | undefined> {
  const db = await consoleDb()
  const [row] = await db.select().from(savedViews).where(eq(savedViews.id, id))
  if (!row || row.list !== list) return undefined
  return (await open(row.sealed, targetOf(list, id))).reveal()
}

function targetOf(list: string, id: string) {
  return { purpose: 'view' as const, record: `${list}/${id}`, origin: 'console' }
}
