import 'server-only'
import { and, arrayContains, desc, eq, gt, lte, min, ne, not } from 'drizzle-orm'
import { hasRead } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { withAccountLock } from '#lib/console/accounts/account-lock.ts'
import { auditRecords, openRecords, user } from '#lib/console/schema.ts'

// Not to be confused with whether a person is at work at all, which ends sessions: a page that is only open is not work.

/** A record in a tab of somebody's: `tab` is made anew whenever the record's page is opened. */
export type OpenRecord = { accountId: string; connectionId: string; kind: OpenKind; record: string; tab: string }

/** What can be open, and the operation that changes it. */
export const changedBy = { 'charge-capture': 'updateChargeCapture' } as const
export type OpenKind = keyof typeof changedBy
const readBy = { 'charge-capture': 'getChargeCapture' } as const satisfies { [kind in OpenKind]: string }

/** Somebody else, and an instant as ISO text. */
export type Seen = { name: string; at: string }

const goneAfter = 60_000
// A page reads its record when it is opened, and again when its tab comes back after a night.
const readWithin = 24 * 3_600_000
const mostTabs = 200

/**
 * Notes that the record is open. `isReadAnew`: the page has just read it, so that changes before now are in what it shows.
 * False, and nothing is noted, for a record that this account has not read here within a day: whether the account may
 * read it is the partner's to say, and the audit has what it said. Of an account's tabs, the 200 seen last are kept.
 */
export async function noteOpen(open: OpenRecord, isReadAnew: boolean): Promise<boolean> {
  const db = await consoleDb()
  const at = new Date(now())
  const seen = isReadAnew ? { lastSeenAt: at, readAt: at } : { lastSeenAt: at }
  const known = await db.update(openRecords).set(seen).where(tabOf(open)).returning({ tab: openRecords.tab })
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
    await inside.delete(openRecords).where(and(own, lte(openRecords.lastSeenAt, surplus), not(tabOf(open)!)))
  })
  return true
}

/** Notes that the tab left the record. */
export async function noteClosed(open: OpenRecord): Promise<void> {
  await (await consoleDb()).delete(openRecords).where(tabOf(open))
}

/** Everybody else who has the record open now, and since when; whoever came first stands first. */
export async function openByOthers(open: OpenRecord): Promise<Seen[]> {
  const db = await consoleDb()
  const since = min(openRecords.openedAt)
  const there = and(
    placeOf(open),
    ne(openRecords.accountId, open.accountId),
    gt(openRecords.lastSeenAt, new Date(now() - goneAfter)),
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

/** The last change that somebody else made with this console since the tab read the record, by the audit; undefined when there is none. */
export async function changedByOther(open: OpenRecord): Promise<Seen | undefined> {
  const db = await consoleDb()
  const [own] = await db.select({ readAt: openRecords.readAt }).from(openRecords).where(tabOf(open))
  if (!own) return undefined
  // The instant first: it keeps the search to the newest entries, by their index.
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
  return and(eq(openRecords.connectionId, connectionId), eq(openRecords.kind, kind), eq(openRecords.record, record))
}

function tabOf(open: OpenRecord) {
  return and(placeOf(open), eq(openRecords.accountId, open.accountId), eq(openRecords.tab, open.tab))
}
