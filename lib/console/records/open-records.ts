import 'server-only'
import { and, arrayContains, desc, eq, gt, lte, min, ne, not } from 'drizzle-orm'
import { hasRead } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { withAccountLock } from '#lib/console/accounts/account-lock.ts'
import { auditRecords, openRecords, user } from '#lib/console/schema.ts'

// Different from a person's activity, which decides when a session ends: an open page is no
// activity.

/** A record in one person's tab. `tab` is new whenever the record's page is opened. */
export type OpenRecord = {
  accountId: string
  connectionId: string
  kind: OpenKind
  record: string
  tab: string
}

/** The kinds of records, with the operation that changes each. */
const changedBy = { 'charge-capture': 'updateChargeCapture' } as const
export type OpenKind = keyof typeof changedBy
const readBy = { 'charge-capture': 'getChargeCapture' } as const satisfies {
  [kind in OpenKind]: string
}

/** Another person, and a time as ISO text. */
export type Seen = { name: string; at: string }

/** How long after its last sign a tab counts as closed, in milliseconds. */
export const goneAfterMs = 60_000
// A page reads its record when it opens, and again when its tab returns after a night.
const readWithin = 24 * 3_600_000
const mostTabs = 200

/**
 * Records that the record is open. `isReadAnew`: the page has just read it, so it shows every
 * earlier change. Returns false and records nothing if this account did not read the record here
 * within a day: the partner decides who may read it, and the audit has its decision. An account has
 * at most 200 tabs, those seen last.
 */
export async function noteOpen(open: OpenRecord, isReadAnew: boolean): Promise<boolean> {
  const db = await consoleDb()
  const at = new Date(now())
  const seen = isReadAnew ? { lastSeenAt: at, readAt: at } : { lastSeenAt: at }
  const known = await db
    .update(openRecords)
    .set(seen)
    .where(tabOf(open))
    .returning({ tab: openRecords.tab })
  if (known.length > 0) return true
  const reading = { ...open, operation: readBy[open.kind] }
  if (!(await hasRead(reading, open.record, new Date(now() - readWithin)))) return false
  await withAccountLock(open.accountId, async (inside) => {
    await inside
      .insert(openRecords)
      .values({ ...open, openedAt: at, readAt: at, lastSeenAt: at })
      .onConflictDoNothing()
    const own = eq(openRecords.accountId, open.accountId)
    const surplus = inside
      .select({ at: openRecords.lastSeenAt })
      .from(openRecords)
      .where(own)
      .orderBy(desc(openRecords.lastSeenAt))
      .offset(mostTabs)
      .limit(1)
    await inside
      .delete(openRecords)
      .where(and(own, lte(openRecords.lastSeenAt, surplus), not(tabOf(open)!)))
  })
  return true
}

/** Records that the tab left the record. */
export async function noteClosed(open: OpenRecord): Promise<void> {
  await (await consoleDb()).delete(openRecords).where(tabOf(open))
}

/** The other people who have the record open, and since when, first come first. */
export async function openByOthers(open: OpenRecord): Promise<Seen[]> {
  const db = await consoleDb()
  const since = min(openRecords.openedAt)
  const there = and(
    placeOf(open),
    ne(openRecords.accountId, open.accountId),
    gt(openRecords.lastSeenAt, new Date(now() - goneAfterMs)),
  )
  const rows = await db
    .select({ name: user.name, since })
    .from(openRecords)
    .innerJoin(user, eq(user.id, openRecords.accountId))
    .where(there)
    .groupBy(user.id, user.name)
    .orderBy(since)
  return rows.map(({ name, since: at }) => ({ name, at: at!.toISOString() })) // a group has a first row
}

/**
 * The last change by another person through this console since the tab read the record, from the
 * audit; undefined without one.
 */
export async function changedByOther(open: OpenRecord): Promise<Seen | undefined> {
  const db = await consoleDb()
  const [own] = await db.select({ readAt: openRecords.readAt }).from(openRecords).where(tabOf(open))
  if (!own) return undefined
  // Time first: its index limits the search to the newest entries.
  const wanted = and(
    gt(auditRecords.at, own.readAt),
    eq(auditRecords.operation, changedBy[open.kind]),
    eq(auditRecords.stage, 'outcome'),
    eq(auditRecords.outcome, 'ok'),
    ne(auditRecords.accountId, open.accountId),
    eq(auditRecords.connectionId, open.connectionId),
    arrayContains(auditRecords.recordIds, [open.record]),
  )
  const [last] = await db
    .select({ name: user.name, at: auditRecords.at })
    .from(auditRecords)
    .leftJoin(user, eq(user.id, auditRecords.accountId))
    .where(wanted)
    .orderBy(desc(auditRecords.at))
    .limit(1)
  return last && { name: last.name ?? 'somebody who has left', at: last.at.toISOString() }
}

function placeOf({ connectionId, kind, record }: OpenRecord) {
  return and(
    eq(openRecords.connectionId, connectionId),
    eq(openRecords.kind, kind),
    eq(openRecords.record, record),
  )
}

function tabOf(open: OpenRecord) {
  return and(
    placeOf(open),
    eq(openRecords.accountId, open.accountId),
    eq(openRecords.tab, open.tab),
  )
}
