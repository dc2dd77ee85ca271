import 'server-only'
import { randomBytes } from 'node:crypto'
import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  sql,
} from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { savedViews, user, viewDefaults, viewHeads } from '#lib/console/schema.ts'
import { plainName } from '#lib/core/plain-name.ts'
import { withAccountLock } from './account-lock.ts'

/** The maximum size of a view's JSON text in bytes: a filter by 5,000 ids takes 195 KB. */
export const maxViewBytes = 256 * 1024
const mostViews = 200
const mostNamedViews = 100
// What everybody's pages read has a limit for the whole team.
const mostSharedViews = 200
const mostNamedBytes = 2 * 1024 * 1024
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

/** A view that a person named, as lists of views show it. */
export type ViewHead = {
  id: string
  list: string
  connectionId: string
  ownerId: string
  /** The owner's name. */
  owner: string
  isShared: boolean
  name: string
  /** The path of its page. */
  path: string
  changedAt: Date
  /** The roles for which the list opens with it. */
  defaultFor: string[]
}

/** The same with its filters. `state` is JSON text that this file does not read. */
export type NamedView = ViewHead & { state: string }

type NamedText = { name: string; state: string }

/** The path of a view's page by its list and its `state`. */
export type PathOf = (list: string, state: string) => string

/**
 * Why a view is not stored: the account has 100 named views or 2 MB of them, the team has 200, or
 * one of the two has a view of that list with the same name.
 */
export type ViewRefusal = 'too many' | 'too large' | 'too many shared' | 'own name' | 'team name'

/** Stores a named view, sealed, and returns its id. */
export async function createNamedView(
  {
    list,
    connectionId,
    ownerId,
    isShared,
  }: Pick<NamedView, 'list' | 'connectionId' | 'ownerId' | 'isShared'>,
  text: NamedText,
  pathOf: PathOf,
): Promise<{ id: string; refusal?: undefined } | { id?: undefined; refusal: ViewRefusal }> {
  const id = randomBytes(16).toString('base64url')
  const updatedAt = new Date(now())
  const sealed = await sealNamed({ list, id, updatedAt }, text, pathOf)
  return withAccountLock(ownerId, async (db) => {
    const own = and(eq(savedViews.createdBy, ownerId), isNotNull(savedViews.connectionId))
    if ((await db.$count(savedViews, own)) >= mostNamedViews) return { refusal: 'too many' }
    const place = { list, connectionId, ownerId, isShared, id }
    const refusal =
      (await beyondLimit(db, place, sealed)) ?? (await takenName(db, place, text.name, pathOf))
    if (refusal) return { refusal }
    await db.insert(savedViews).values({
      id,
      list,
      connectionId,
      isShared,
      sealed: sealed.sealed,
      createdBy: ownerId,
      updatedAt,
      expiresAt: null,
    })
    await keepHead(db, id, sealed)
    return { id }
  })
}

type Place = Pick<NamedView, 'list' | 'connectionId' | 'ownerId' | 'isShared' | 'id'>

// Of the account's own bytes and of the team's shared views, without the view itself.
async function beyondLimit(
  db: ConsoleDb,
  { connectionId, ownerId, isShared, id }: Place,
  { sealed }: { sealed: string },
): Promise<ViewRefusal | undefined> {
  const others = and(isNotNull(savedViews.connectionId), ne(savedViews.id, id))
  const [{ bytes } = { bytes: 0 }] = await db
    .select({ bytes: sql<number>`coalesce(sum(octet_length(sealed)), 0)::int` })
    .from(savedViews)
    .where(and(others, eq(savedViews.createdBy, ownerId)))
  if (bytes + sealed.length > mostNamedBytes) return 'too large'
  const shared = and(
    others,
    eq(savedViews.connectionId, connectionId),
    eq(savedViews.isShared, true),
  )
  return isShared && (await db.$count(savedViews, shared)) >= mostSharedViews
    ? 'too many shared'
    : undefined
}

// One at a time for each list: two people must not give the team two views of one name.
async function takenName(
  db: ConsoleDb,
  { list, connectionId, ownerId, isShared, id }: Place,
  name: string,
  pathOf: PathOf,
): Promise<ViewRefusal | undefined> {
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtext(${`view-names/${connectionId}/${list}`}))`,
  )
  const others = await db
    .select({ ...headColumns })
    .from(savedViews)
    .leftJoin(viewHeads, eq(viewHeads.viewId, savedViews.id))
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
    if (plainName((await openHead(db, other, pathOf)).name) === plainName(name))
      return other.createdBy === ownerId ? 'own name' : 'team name'
  return undefined
}

/**
 * Changes what is given of a named view, and returns why not if its name is taken. A view that is
 * no longer shared is no role's default.
 */
export async function changeNamedView(
  { list, id }: Pick<NamedView, 'list' | 'id'>,
  { isShared, ...text }: Partial<NamedText> & { isShared?: boolean | undefined },
  pathOf: PathOf,
): Promise<ViewRefusal | undefined> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const [row] = await tx.select().from(savedViews).where(eq(savedViews.id, id)).for('update')
    if (!row) return undefined
    const after = { ...(await openNamed(row)), ...text }
    const updatedAt = new Date(now())
    const sealed = await sealNamed({ list, id, updatedAt }, after, pathOf)
    const place = {
      list,
      id,
      connectionId: row.connectionId!,
      ownerId: row.createdBy,
      isShared: isShared ?? row.isShared,
    }
    const isAnew = isShared && !row.isShared
    const refusal =
      (text.state !== undefined || isAnew ? await beyondLimit(tx, place, sealed) : undefined) ??
      (text.name !== undefined || isAnew
        ? await takenName(tx, place, after.name, pathOf)
        : undefined)
    if (refusal) return refusal
    await tx
      .update(savedViews)
      .set({
        sealed: sealed.sealed,
        updatedAt,
        ...(isShared === undefined ? {} : { isShared }),
      })
      .where(eq(savedViews.id, id))
    await keepHead(tx, id, sealed)
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
  pathOf: PathOf,
): Promise<ViewHead[]> {
  const db = await consoleDb()
  const rows = await db
    .select({ view: headColumns, owner: user.name })
    .from(savedViews)
    .leftJoin(viewHeads, eq(viewHeads.viewId, savedViews.id))
    .leftJoin(user, eq(user.id, savedViews.createdBy))
    .where(
      and(
        eq(savedViews.connectionId, connectionId),
        inArray(savedViews.list, [...lists]),
        or(eq(savedViews.createdBy, accountId), eq(savedViews.isShared, true)),
      ),
    )
    .orderBy(asc(savedViews.createdAt), asc(savedViews.id))
  const defaultsOf = await readDefaults(rows.map(({ view }) => view.id))
  return Promise.all(
    rows.map(async ({ view, owner }) => ({
      ...seenOf(view, owner),
      ...(await openHead(db, view, pathOf)),
      defaultFor: defaultsOf(view.id),
    })),
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
  pathOf: PathOf,
): Promise<NamedView | 'elsewhere' | undefined> {
  const db = await consoleDb()
  const [row] = await db
    .select({ view: savedViews, owner: user.name })
    .from(savedViews)
    .leftJoin(user, eq(user.id, savedViews.createdBy))
    .where(and(eq(savedViews.id, id), isNotNull(savedViews.connectionId)))
  if (!row || row.view.list !== list) return undefined
  const { view, owner } = row
  if (!view.isShared && view.createdBy !== accountId) return undefined
  if (view.connectionId !== connectionId) return 'elsewhere'
  const text = await openNamed(view)
  return {
    ...seenOf(view, owner),
    ...text,
    path: pathOf(list, text.state),
    defaultFor: (await readDefaults([id]))(id),
  }
}

async function readDefaults(ids: string[]): Promise<(id: string) => string[]> {
  const db = await consoleDb()
  const defaults =
    ids.length > 0
      ? await db.select().from(viewDefaults).where(inArray(viewDefaults.viewId, ids))
      : []
  return (id) => defaults.filter(({ viewId }) => viewId === id).map(({ role }) => role)
}

type ViewRow = typeof savedViews.$inferSelect
type HeadRow = Omit<ViewRow, 'sealed' | 'sealedWith'> & { sealedHead: string | null }

const { sealed: _sealed, sealedWith: _sealedWith, ...withoutFilters } = getTableColumns(savedViews)
const headColumns = { ...withoutFilters, sealedHead: viewHeads.sealedHead }

function seenOf(
  {
    id,
    list,
    connectionId,
    createdBy,
    isShared,
    updatedAt,
  }: Omit<ViewRow, 'sealed' | 'sealedWith'>,
  owner: string | null,
) {
  return {
    id,
    list,
    connectionId: connectionId!,
    ownerId: createdBy,
    owner: owner ?? 'somebody who has left',
    isShared,
    changedAt: updatedAt,
  }
}

type Head = { name: string; path: string; at: string }

// A view from before there were heads, or changed by the build before, gets its head when it is
// read.
async function openHead(db: ConsoleDb, row: HeadRow, pathOf: PathOf): Promise<Omit<Head, 'at'>> {
  if (row.sealedHead) {
    const sealedHead = await open(row.sealedHead, headTargetOf(row.list, row.id))
    const { at, ...head } = JSON.parse(sealedHead.reveal()) as Head
    if (at === row.updatedAt.toISOString()) return head
  }
  const [whole] = await db.select().from(savedViews).where(eq(savedViews.id, row.id))
  if (!whole) return { name: '', path: '/' }
  const text = await openNamed(whole)
  await keepHead(db, row.id, await sealNamed(whole, text, pathOf))
  return { name: text.name, path: pathOf(row.list, text.state) }
}

async function keepHead(
  db: ConsoleDb,
  viewId: string,
  { sealedHead }: { sealedHead: string },
): Promise<void> {
  await db
    .insert(viewHeads)
    .values({ viewId, sealedHead })
    .onConflictDoUpdate({ target: viewHeads.viewId, set: { sealedHead } })
}

async function sealNamed(
  { list, id, updatedAt }: Pick<ViewRow, 'list' | 'id' | 'updatedAt'>,
  { name, state }: NamedText,
  pathOf: PathOf,
): Promise<{ sealed: string; sealedHead: string }> {
  const head: Head = { name, path: pathOf(list, state), at: updatedAt.toISOString() }
  return {
    sealed: await seal(JSON.stringify({ name, state }), targetOf(list, id)),
    sealedHead: await seal(JSON.stringify(head), headTargetOf(list, id)),
  }
}

async function openNamed({
  list,
  id,
  sealed,
}: Pick<ViewRow, 'list' | 'id' | 'sealed'>): Promise<NamedText> {
  return JSON.parse((await open(sealed, targetOf(list, id))).reveal()) as NamedText
}

function expiry(): Date {
  return new Date(now() + retentionMs)
}

function targetOf(list: string, id: string) {
  return { purpose: 'view' as const, record: `${list}/${id}`, origin: 'console' }
}

function headTargetOf(list: string, id: string) {
  return targetOf(list, `${id}/head`)
}
