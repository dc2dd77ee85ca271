import 'server-only'
import { randomBytes } from 'node:crypto'
import {
  and,
  asc,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { savedViews, user, viewDefaults } from '#lib/console/schema.ts'
import { withAccountLock } from './account-lock.ts'

/** The maximum size of a view's JSON text in bytes: a filter by 5,000 ids takes 195 KB. */
export const maxViewBytes = 256 * 1024
const mostViews = 200
const mostNamedViews = 100
const retentionMs = 90 * 86_400_000
const day = 86_400_000

/**
 * Stores a list view whose filters contain patient data, sealed, and returns the opaque id for its
 * link. `state` is the JSON text of the filters, which this file does not read. An account has at
 * most 200 views; a new one replaces the least recently used one, because views come from
 * filtering.
 */
export async function storeView(list: string, state: string, accountId: string): Promise<string> {
  const id = randomBytes(16).toString('base64url')
  const sealed = await seal(state, targetOf(list, id))
  await withAccountLock(accountId, async (db) => {
    await db
      .insert(savedViews)
      .values({ id, list, sealed, createdBy: accountId, expiresAt: expiry() })
    const own = and(eq(savedViews.createdBy, accountId), isNull(savedViews.connectionId))
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

/**
 * The JSON text of a stored view of that list that has no name; undefined without one. Every use
 * extends it to 90 days.
 */
export async function loadView(list: string, id: string): Promise<string | undefined> {
  const db = await consoleDb()
  const [row] = await db
    .select()
    .from(savedViews)
    .where(
      and(
        eq(savedViews.id, id),
        isNull(savedViews.connectionId),
        gt(savedViews.expiresAt, new Date(now())),
      ),
    )
  if (!row?.expiresAt || row.list !== list) return undefined
  // Once a day is precise enough and saves a write for every use.
  if (row.expiresAt.getTime() < now() + retentionMs - day)
    await db.update(savedViews).set({ expiresAt: expiry() }).where(eq(savedViews.id, id))
  return (await open(row.sealed, targetOf(list, id))).reveal()
}

/** A view that a person named. `state` is JSON text that this file does not read. */
export type NamedView = {
  id: string
  list: string
  connectionId: string
  ownerId: string
  /** The owner's name. */
  owner: string
  isShared: boolean
  name: string
  state: string
  changedAt: Date
  /** The roles for which the list opens with it. */
  defaultFor: string[]
}

type NamedText = { name: string; state: string }

/**
 * Why a view is not stored: the account has 100 views, or it or the team has one of that list with
 * the same name.
 */
export type ViewRefusal = 'too many' | 'own name' | 'team name'

/** Stores a named view, sealed, and returns its id. */
export async function createNamedView(
  {
    list,
    connectionId,
    ownerId,
    isShared,
  }: Pick<NamedView, 'list' | 'connectionId' | 'ownerId' | 'isShared'>,
  { name, state }: NamedText,
): Promise<{ id: string; refusal?: undefined } | { id?: undefined; refusal: ViewRefusal }> {
  const id = randomBytes(16).toString('base64url')
  const sealed = await sealNamed(list, id, { name, state })
  return withAccountLock(ownerId, async (db) => {
    const own = and(eq(savedViews.createdBy, ownerId), isNotNull(savedViews.connectionId))
    if ((await db.$count(savedViews, own)) >= mostNamedViews) return { refusal: 'too many' }
    const refusal = await takenName(db, { list, connectionId, ownerId, isShared, id }, name)
    if (refusal) return { refusal }
    await db
      .insert(savedViews)
      .values({ id, list, connectionId, isShared, sealed, createdBy: ownerId, expiresAt: null })
    return { id }
  })
}

// One at a time for each list: two people must not give the team two views of one name.
async function takenName(
  db: ConsoleDb,
  {
    list,
    connectionId,
    ownerId,
    isShared,
    id,
  }: Pick<NamedView, 'list' | 'connectionId' | 'ownerId' | 'isShared' | 'id'>,
  name: string,
): Promise<ViewRefusal | undefined> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtext(${`view-names/${connectionId}/${list}`}))`,
  )
  const others = await db
    .select()
    .from(savedViews)
    .where(
      and(
        eq(savedViews.connectionId, connectionId),
        eq(savedViews.list, list),
        ne(savedViews.id, id),
        isShared
          ? or(eq(savedViews.createdBy, ownerId), eq(savedViews.isShared, true))
          : eq(savedViews.createdBy, ownerId),
      ),
    )
  for (const other of others)
    if (sameName((await openNamed(list, other.id, other.sealed)).name, name))
      return other.createdBy === ownerId ? 'own name' : 'team name'
  return undefined
}

function sameName(one: string, other: string): boolean {
  const plain = (name: string) => name.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
  return plain(one) === plain(other)
}

/**
 * Changes what is given of a named view, and returns why not if its name is taken. A view that is
 * no longer shared is no role's default.
 */
export async function changeNamedView(
  { list, id }: Pick<NamedView, 'list' | 'id'>,
  { isShared, ...text }: Partial<NamedText> & { isShared?: boolean | undefined },
): Promise<ViewRefusal | undefined> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(savedViews).where(eq(savedViews.id, id)).for('update')
    if (!row) return undefined
    const before = await openNamed(list, id, row.sealed)
    const name = text.name ?? before.name
    if (text.name !== undefined || (isShared && !row.isShared)) {
      const place = {
        list,
        id,
        connectionId: row.connectionId!,
        ownerId: row.createdBy,
        isShared: isShared ?? row.isShared,
      }
      const refusal = await takenName(tx, place, name)
      if (refusal) return refusal
    }
    const sealed = await sealNamed(list, id, { name, state: text.state ?? before.state })
    await tx
      .update(savedViews)
      .set({ sealed, updatedAt: new Date(now()), ...(isShared === undefined ? {} : { isShared }) })
      .where(eq(savedViews.id, id))
    if (isShared === false) await tx.delete(viewDefaults).where(eq(viewDefaults.viewId, id))
    return undefined
  })
}

/** Deletes a named view; a list for which it was the default opens as usual again. */
export async function deleteNamedView(id: string): Promise<void> {
  const db = await consoleDb()
  await db.delete(savedViews).where(eq(savedViews.id, id))
}

/** Makes a view the one with which its list opens for exactly these roles. */
export async function setViewDefaults(
  { list, id, connectionId }: Pick<NamedView, 'list' | 'id' | 'connectionId'>,
  roles: readonly string[],
): Promise<void> {
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    await tx.delete(viewDefaults).where(eq(viewDefaults.viewId, id))
    for (const role of roles)
      await tx
        .insert(viewDefaults)
        .values({ connectionId, list, role, viewId: id })
        .onConflictDoUpdate({
          target: [viewDefaults.connectionId, viewDefaults.list, viewDefaults.role],
          set: { viewId: id },
        })
  })
}

/** The id of the view with which a list opens for a role; undefined without one. */
export async function defaultViewOf(
  list: string,
  connectionId: string,
  role: string,
): Promise<string | undefined> {
  const db = await consoleDb()
  const [row] = await db
    .select({ id: viewDefaults.viewId })
    .from(viewDefaults)
    .where(
      and(
        eq(viewDefaults.list, list),
        eq(viewDefaults.connectionId, connectionId),
        eq(viewDefaults.role, role),
      ),
    )
  return row?.id
}

/** A person and the partner whose views they see. */
export type ViewReader = { accountId: string; connectionId: string }

/**
 * The named views of these lists that a person sees with a connection: their own, and those of the
 * team; the oldest first.
 */
export async function namedViews(
  { accountId, connectionId }: ViewReader,
  lists: readonly string[],
): Promise<NamedView[]> {
  return readNamed(
    and(
      eq(savedViews.connectionId, connectionId),
      inArray(savedViews.list, [...lists]),
      or(eq(savedViews.createdBy, accountId), eq(savedViews.isShared, true)),
    ),
  )
}

/**
 * A named view by its id. `elsewhere`: it belongs to another connection; undefined: there is none
 * of that list that the person may see.
 */
export async function findNamedView(
  list: string,
  id: string,
  { accountId, connectionId }: ViewReader,
): Promise<NamedView | 'elsewhere' | undefined> {
  const [view] = await readNamed(eq(savedViews.id, id))
  if (!view || view.list !== list || !(view.isShared || view.ownerId === accountId))
    return undefined
  return view.connectionId === connectionId ? view : 'elsewhere'
}

async function readNamed(which: SQL | undefined): Promise<NamedView[]> {
  const db = await consoleDb()
  const rows = await db
    .select({ view: savedViews, owner: user.name })
    .from(savedViews)
    .leftJoin(user, eq(user.id, savedViews.createdBy))
    .where(and(isNotNull(savedViews.connectionId), which))
    .orderBy(asc(savedViews.createdAt), asc(savedViews.id))
  const ids = rows.map(({ view }) => view.id)
  const defaults =
    ids.length > 0
      ? await db.select().from(viewDefaults).where(inArray(viewDefaults.viewId, ids))
      : []
  return Promise.all(
    rows.map(
      async ({
        view: { id, list, connectionId, createdBy, isShared, sealed, updatedAt },
        owner,
      }) => ({
        id,
        list,
        connectionId: connectionId!,
        ownerId: createdBy,
        owner: owner ?? 'somebody who has left',
        isShared,
        ...(await openNamed(list, id, sealed)),
        changedAt: updatedAt,
        defaultFor: defaults.filter(({ viewId }) => viewId === id).map(({ role }) => role),
      }),
    ),
  )
}

function sealNamed(list: string, id: string, text: NamedText): Promise<string> {
  return seal(JSON.stringify(text), targetOf(list, id))
}

async function openNamed(list: string, id: string, sealed: string): Promise<NamedText> {
  return JSON.parse((await open(sealed, targetOf(list, id))).reveal()) as NamedText
}

function expiry(): Date {
  return new Date(now() + retentionMs)
}

function targetOf(list: string, id: string) {
  return { purpose: 'view' as const, record: `${list}/${id}`, origin: 'console' }
}
