import 'server-only'
import { and, asc, eq, inArray, isNotNull, isNull, lte, ne, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { withAccountLock } from '#lib/console/accounts/account-lock.ts'
import { recordAudit, type AuditEntry } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { followUps, user } from '#lib/console/schema.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import { mostOfSpan } from '#lib/rules/coverage/follow-ups.ts'

/** A span that a follow-up is about. */
export type FollowedSpan = { kind: 'facility' | 'provider'; id: string }

/**
 * What a person wrote, and the names of the span's parties on that day: the covered provider or
 * facility, and the payer.
 */
export type FollowUpWords = {
  asked: string
  missing: string
  covered: string
  covered_npi?: string | undefined
  payer: string
}

/** Instants are ISO texts in UTC. A name is missing for somebody who has left. */
export type FollowUp = FollowUpWords & {
  id: string
  span: FollowedSpan
  next_on?: LocalDate
  owner_id?: string
  owner?: string
  written_by?: string
  written_at: string
  /** Set once a person has said that it is done. */
  done?: { by?: string; at: string }
}

/** What a person logs. `id` is the browser's: the same is written once. */
export type NewFollowUp = {
  id: string
  span: FollowedSpan
  words: FollowUpWords
  next_on: LocalDate | undefined
  owner_id: string | undefined
}

type At = Pick<Connection, 'boundTo'>
type Who = { account: { id: string }; connection: Pick<Connection, 'id' | 'boundTo'> }

/** Every follow-up of these spans of a partner and key, the oldest first. */
export function followUpsOf(
  { boundTo }: At,
  { kind, ids }: { kind: FollowedSpan['kind']; ids: readonly string[] },
): Promise<FollowUp[]> {
  const ofSpans = and(eq(followUps.spanKind, kind), inArray(followUps.spanId, [...ids]))
  return readWhere(boundTo, ofSpans)
}

/**
 * The open follow-ups whose next date is on the day `until` or before, the earliest first, then
 * those without a next date; at most `most`. With an owner only theirs.
 */
export function openFollowUps(
  { boundTo }: At,
  { until, ownerId, most }: { until: LocalDate; ownerId: string | undefined; most: number },
): Promise<FollowUp[]> {
  const isDue = and(
    isNull(followUps.doneAt),
    or(isNull(followUps.nextOn), lte(followUps.nextOn, until)),
    ownerId === undefined ? undefined : eq(followUps.ownerId, ownerId),
  )
  return readWhere(boundTo, isDue, most)
}

/** The number of open follow-ups whose next date is on a day or before. */
export async function countFollowUpsBy({ boundTo }: At, day: LocalDate): Promise<number> {
  const isDue = and(
    eq(followUps.connection, boundTo),
    isNull(followUps.doneAt),
    lte(followUps.nextOn, day),
  )
  return (await consoleDb()).$count(followUps, isDue)
}

async function readWhere(at: string, which: SQL | undefined, most?: number): Promise<FollowUp[]> {
  const [owner, writer, doer] = [alias(user, 'owner'), alias(user, 'writer'), alias(user, 'doer')]
  const asked = (await consoleDb())
    .select({ row: followUps, owner: owner.name, writer: writer.name, doer: doer.name })
    .from(followUps)
    .leftJoin(owner, eq(owner.id, followUps.ownerId))
    .leftJoin(writer, eq(writer.id, followUps.writtenBy))
    .leftJoin(doer, eq(doer.id, followUps.doneBy))
    .where(and(eq(followUps.connection, at), which))
    // PostgreSQL puts those without a date last.
    .orderBy(asc(followUps.nextOn), asc(followUps.writtenAt), asc(followUps.id))
  const rows = await (most === undefined ? asked : asked.limit(most))
  return Promise.all(
    rows.map(async ({ row, ...names }) => ({
      ...(await openWords(at, row)),
      id: row.id,
      span: { kind: row.spanKind, id: row.spanId },
      ...(row.nextOn !== null && { next_on: row.nextOn }),
      ...(row.ownerId !== null && { owner_id: row.ownerId }),
      ...(names.owner !== null && { owner: names.owner }),
      ...(names.writer !== null && { written_by: names.writer }),
      written_at: row.writtenAt.toISOString(),
      ...(row.doneAt !== null && {
        done: { at: row.doneAt.toISOString(), ...(names.doer !== null && { by: names.doer }) },
      }),
    })),
  )
}

/**
 * Writes a follow-up in one transaction with its row in the audit trail. The same id is written
 * once. False, with nothing written, if the span has as many as it may have.
 */
export async function addFollowUp(
  { account, connection }: Who,
  { id, span, words, next_on, owner_id }: NewFollowUp,
): Promise<boolean> {
  const { boundTo } = connection
  // Keys are read from the database too: nothing is sealed inside the transaction.
  const { covered_npi, ...others } = words
  const stored = { ...others, ...(covered_npi !== undefined && { covered_npi }) }
  const sealedWords = await seal(JSON.stringify(stored), target(boundTo, id))
  return withAccountLock(account.id, async (tx) => {
    const others = and(
      eq(followUps.connection, boundTo),
      eq(followUps.spanKind, span.kind),
      eq(followUps.spanId, span.id),
      ne(followUps.id, id),
    )
    if ((await tx.$count(followUps, others)) >= mostOfSpan) return false
    const made = await tx
      .insert(followUps)
      .values({
        id,
        connection: boundTo,
        spanKind: span.kind,
        spanId: span.id,
        sealedWords,
        nextOn: next_on ?? null,
        ownerId: owner_id ?? null,
        writtenBy: account.id,
        writtenAt: new Date(now()),
      })
      .onConflictDoNothing()
      .returning({ id: followUps.id })
    if (made.length > 0)
      await recordAudit(
        {
          ...changeOf({ account, connection }, span),
          operation: 'logFollowUp',
          change: {
            before: null,
            after: {
              follow_up: id,
              ...stored,
              next_on: next_on ?? null,
              owner_id: owner_id ?? null,
            },
          },
        },
        tx,
      )
    return true
  })
}

// What each change of a span's follow-ups says in the trail.
function changeOf(
  { account, connection }: Who,
  { kind, id }: NewFollowUp['span'],
): Omit<AuditEntry, 'operation'> {
  return {
    accountId: account.id,
    connectionId: connection.id,
    stage: 'outcome',
    outcome: 'ok',
    recordIds: [id],
    recordKind: `${kind}-span`,
  }
}

/**
 * Marks a follow-up as done or as open again, in one transaction with its row in the audit trail.
 * One that is so already stays as it is. False if there is none of this id.
 */
export async function markFollowUp(
  { account, connection }: Who,
  { id, is_done }: { id: string; is_done: boolean },
): Promise<boolean> {
  const own = and(eq(followUps.connection, connection.boundTo), eq(followUps.id, id))
  return withAccountLock(account.id, async (tx) => {
    const isOther = is_done ? isNull(followUps.doneAt) : isNotNull(followUps.doneAt)
    const [row] = await tx
      .update(followUps)
      .set({
        doneBy: is_done ? account.id : null,
        doneAt: is_done ? new Date(now()) : null,
      })
      .where(and(own, isOther))
      .returning()
    if (!row) return (await tx.$count(followUps, own)) > 0
    await recordAudit(
      {
        ...changeOf({ account, connection }, { kind: row.spanKind, id: row.spanId }),
        operation: 'closeFollowUp',
        change: {
          before: { follow_up: id, is_done: !is_done },
          after: { follow_up: id, is_done },
        },
      },
      tx,
    )
    return true
  })
}

async function openWords(
  at: string,
  { id, sealedWords }: Pick<typeof followUps.$inferSelect, 'id' | 'sealedWords'>,
): Promise<FollowUpWords> {
  const text = await open(sealedWords, target(at, id))
  return JSON.parse(text.reveal()) as FollowUpWords // addFollowUp stored it
}

function target(at: string, id: string) {
  return { purpose: 'follow-up' as const, record: id, origin: at }
}
