import 'server-only'
import { and, eq } from 'drizzle-orm'
import { withAccountLock } from '#lib/console/accounts/account-lock.ts'
import { recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { endingMarks, user } from '#lib/console/schema.ts'
import type { LocalDate } from '#lib/core/local-date.ts'

/** How the renewal of something that ends stands, as a person said it. */
export type Renewal = { state: 'sent'; on: LocalDate } | { state: 'not-needed' }

/** Who renews something that ends, and how that stands. Without `renewal` it was not sent. */
export type EndingMark = { owner_id?: string; owner?: string; renewal?: Renewal }

/** A change of a mark; null removes the member. */
export type EndingMarkChange = {
  owner_id?: string | null | undefined
  renewal?: Renewal | null | undefined
}

/** The contract or span that a mark is about: its subject, and what names it in the trail. */
export type EndingSubject = { subject: string; id: string; recordKind: string }

/** The marks of a partner and key, by subject. */
export async function readEndingMarks({
  boundTo,
}: Pick<Connection, 'boundTo'>): Promise<Map<string, EndingMark>> {
  const rows = await (
    await consoleDb()
  )
    .select({ mark: endingMarks, owner: user.name })
    .from(endingMarks)
    .leftJoin(user, eq(user.id, endingMarks.ownerId))
    .where(eq(endingMarks.connection, boundTo))
  return new Map(
    rows.map(({ mark, owner }) => [
      mark.subject,
      { ...toMark(mark), ...(owner !== null && { owner }) },
    ]),
  )
}

/**
 * Changes a mark in one transaction with its row in the audit trail, and answers what the changed
 * members were before.
 */
export async function changeEndingMark(
  {
    account,
    connection,
  }: { account: { id: string }; connection: Pick<Connection, 'id' | 'boundTo'> },
  { subject, id, recordKind }: EndingSubject,
  change: EndingMarkChange,
): Promise<EndingMarkChange> {
  const { owner_id, renewal } = change
  const set = {
    ...(owner_id !== undefined && { ownerId: owner_id }),
    ...(renewal !== undefined && {
      renewal: renewal?.state ?? null,
      sentOn: renewal?.state === 'sent' ? renewal.on : null,
    }),
    changedAt: new Date(now()),
  }
  return withAccountLock(account.id, async (tx) => {
    const [row] = await tx
      .select()
      .from(endingMarks)
      .where(and(eq(endingMarks.connection, connection.boundTo), eq(endingMarks.subject, subject)))
      .for('update')
    const mark = row ? toMark(row) : {}
    const before: EndingMarkChange = {
      ...(owner_id !== undefined && { owner_id: mark.owner_id ?? null }),
      ...(renewal !== undefined && { renewal: mark.renewal ?? null }),
    }
    await tx
      .insert(endingMarks)
      .values({ connection: connection.boundTo, subject, ...set })
      .onConflictDoUpdate({ target: [endingMarks.connection, endingMarks.subject], set })
    await recordAudit(
      {
        accountId: account.id,
        connectionId: connection.id,
        operation: 'markExpiring',
        stage: 'outcome',
        outcome: 'ok',
        recordIds: [id],
        recordKind,
        change: { before: { subject, ...before }, after: { subject, ...change } },
      },
      tx,
    )
    return before
  })
}

function toMark({ ownerId, renewal, sentOn }: typeof endingMarks.$inferSelect): EndingMark {
  return {
    ...(ownerId !== null && { owner_id: ownerId }),
    ...(renewal === 'sent' && sentOn !== null && { renewal: { state: renewal, on: sentOn } }),
    ...(renewal === 'not-needed' && { renewal: { state: renewal } }),
  }
}
