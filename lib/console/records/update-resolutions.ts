import 'server-only'
import { randomUUID } from 'node:crypto'
import {
  and,
  arrayOverlaps,
  asc,
  countDistinct,
  desc,
  eq,
  inArray,
  isNotNull,
  isNull,
  ne,
  notInArray,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import { updateResolutions, user } from '#lib/console/schema.ts'
import type { LocalDate } from '#lib/core/local-date.ts'

/** What a person resolved and why, as the sealed value has it. Amounts are whole cents. */
export type Resolution = {
  reason?: string
  /** The patient, otherwise the captures: how a person names the claim. */
  name: string
  captures?: string
  payer?: string
  /** The change in charges; missing if it was not compared. */
  moved_cents?: number
  /** Why it may be an overpayment, in words, with what payers had paid. */
  risk?: string
  /** What was suggested for it then, in words. */
  advice?: string
  paid_cents?: number
  /** The amount of a possible overpayment. */
  overpaid_cents?: number
}

/**
 * How a possible overpayment was closed: on which local date it was returned, or why there is none.
 */
export type Closing =
  | { how: 'returned'; on: LocalDate; note: string }
  | { how: 'none'; note: string }

/** Changes of one claim creation to store before they are resolved at the partner. */
export type ResolutionToKeep = {
  claimCreationId: string
  changeIds: readonly string[]
  what: Resolution
  /**
   * The local date on which the possible overpayment was identified; undefined if there is none.
   */
  identifiedOn: LocalDate | undefined
}

/** A stored resolution. `by` and `reopened_by` are names; times are ISO instants. */
export type KeptResolution = Resolution & {
  id: string
  claim_creation_id: string
  change_ids: string[]
  /** `sent`: the partner's answer was lost. */
  state: 'sent' | 'done' | 'reopened'
  by: string
  at: string
  reopened_by?: string
  reopened_at?: string
  identified_on?: LocalDate
  closed_by?: string
  closed_at?: string
  closing?: Closing
}

/**
 * The rows that one claim creation can have: enough for every change and second thought of years.
 */
export const mostPerClaim = 20

/**
 * Stores resolutions as `sent` and returns their ids, in their order; undefined, and nothing
 * stored, if a claim creation has 20 already that cannot go. Of those that were reopened without an
 * overpayment the oldest go first.
 */
export async function keepResolutions(
  at: string,
  accountId: string,
  resolutions: readonly ResolutionToKeep[],
): Promise<string[] | undefined> {
  const resolvedAt = new Date(now())
  const rows = await Promise.all(
    resolutions.map(async ({ claimCreationId, changeIds, what, identifiedOn }) => {
      const id = randomUUID()
      const sealedReason = await seal(JSON.stringify(what), targetOf(at, id))
      return {
        id,
        connection: at,
        claimCreationId,
        changeIds: [...changeIds],
        accountId,
        state: 'sent' as const,
        sealedReason,
        resolvedAt,
        identifiedOn: identifiedOn ?? null,
      }
    }),
  )
  const claims = resolutions.map(({ claimCreationId }) => claimCreationId)
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const known = await tx
      .select({
        id: updateResolutions.id,
        claim: updateResolutions.claimCreationId,
        state: updateResolutions.state,
        identifiedOn: updateResolutions.identifiedOn,
      })
      .from(updateResolutions)
      .where(
        and(
          eq(updateResolutions.connection, at),
          inArray(updateResolutions.claimCreationId, claims),
        ),
      )
      .orderBy(asc(updateResolutions.resolvedAt))
    const gone: string[] = []
    for (const some of Map.groupBy(known, ({ claim }) => claim).values()) {
      const surplus = some.length + 1 - mostPerClaim
      if (surplus <= 0) continue
      const free = some.filter(
        ({ state, identifiedOn }) => state === 'reopened' && identifiedOn === null,
      )
      if (free.length < surplus) return undefined
      gone.push(...free.slice(0, surplus).map(({ id }) => id))
    }
    if (gone.length > 0)
      await tx.delete(updateResolutions).where(inArray(updateResolutions.id, gone))
    if (rows.length > 0) await tx.insert(updateResolutions).values(rows)
    return rows.map(({ id }) => id)
  })
}

/** After the partner's answer: they are done, or, if it refused, gone. */
export async function settleResolutions(
  ids: readonly string[],
  outcome: 'done' | 'refused',
): Promise<void> {
  if (ids.length === 0) return
  const db = await consoleDb()
  const these = inArray(updateResolutions.id, [...ids])
  if (outcome === 'refused') await db.delete(updateResolutions).where(these)
  else await db.update(updateResolutions).set({ state: 'done' }).where(these)
}

/**
 * After the partner opened these changes again: the resolutions that name one of them are reopened.
 */
export async function noteReopened(
  at: string,
  accountId: string,
  changeIds: readonly string[],
): Promise<void> {
  const db = await consoleDb()
  await db
    .update(updateResolutions)
    .set({ state: 'reopened', reopenedBy: accountId, reopenedAt: new Date(now()) })
    .where(
      and(
        eq(updateResolutions.connection, at),
        ne(updateResolutions.state, 'reopened'),
        arrayOverlaps(updateResolutions.changeIds, [...changeIds]),
      ),
    )
}

/** A page of all that was resolved, newest first, with how many there are. */
export async function readResolutions(
  at: string,
  { from, limit }: { from: number; limit: number },
): Promise<{ items: KeptResolution[]; total: number }> {
  const db = await consoleDb()
  const wanted = eq(updateResolutions.connection, at)
  const [rows, total] = await Promise.all([
    withNames(db)
      .where(wanted)
      .orderBy(desc(updateResolutions.resolvedAt), asc(updateResolutions.id))
      .limit(limit)
      .offset(from),
    db.$count(updateResolutions, wanted),
  ])
  return { items: await Promise.all(rows.map((each) => opened(at, each))), total }
}

/**
 * A page of the possible overpayments that are not closed, by the day on which they were
 * identified. A claim creation is there once: with the newest amount and reason, and the first day,
 * from which the time to return it counts (42 CFR 401.305). What was said of it before stays among
 * all that was resolved.
 */
export async function readOverpayments(
  at: string,
  { from, limit }: { from: number; limit: number },
): Promise<{ items: KeptResolution[]; total: number }> {
  const db = await consoleDb()
  const { claimCreationId, identifiedOn } = updateResolutions
  const wanted = openOverpayments(at)
  const newest = db
    .selectDistinctOn([claimCreationId], {
      id: sql<string>`${updateResolutions.id}`.as('newest_id'),
      // A window function counts before DISTINCT ON chooses.
      first: sql<LocalDate>`min(${identifiedOn}) over (partition by ${claimCreationId})`.as(
        'first_identified_on',
      ),
    })
    .from(updateResolutions)
    .where(wanted)
    .orderBy(claimCreationId, ...newestFirst)
    .as('newest')
  const [rows, [sum]] = await Promise.all([
    withNames(db)
      .innerJoin(newest, eq(newest.id, updateResolutions.id))
      .orderBy(asc(newest.first), asc(updateResolutions.id))
      .limit(limit)
      .offset(from),
    db
      .select({ total: countDistinct(claimCreationId) })
      .from(updateResolutions)
      .where(wanted),
  ])
  const items = rows.map(async ({ newest: { first }, ...each }) => ({
    ...(await opened(at, each)),
    identified_on: first,
  }))
  return { items: await Promise.all(items), total: sum!.total } // a count has one row
}

const reopeners = alias(user, 'reopeners')
const closers = alias(user, 'closers')
const newestFirst = [desc(updateResolutions.resolvedAt), desc(updateResolutions.id)] as const

function openOverpayments(at: string) {
  return and(
    eq(updateResolutions.connection, at),
    isNotNull(updateResolutions.identifiedOn),
    isNull(updateResolutions.closedAt),
  )
}

function withNames(db: ConsoleDb) {
  return db
    .select()
    .from(updateResolutions)
    .leftJoin(user, eq(user.id, updateResolutions.accountId))
    .leftJoin(reopeners, eq(reopeners.id, updateResolutions.reopenedBy))
    .leftJoin(closers, eq(closers.id, updateResolutions.closedBy))
    .$dynamic()
}

type Person = typeof user.$inferSelect | null
type NamedRow = {
  update_resolutions: typeof updateResolutions.$inferSelect
  account_holders: Person
  reopeners: Person
  closers: Person
}

async function opened(
  at: string,
  { update_resolutions: row, account_holders: by, reopeners: reopener, closers: closer }: NamedRow,
): Promise<KeptResolution> {
  // Both values were sealed from these types.
  const what = JSON.parse(
    (await open(row.sealedReason, targetOf(at, row.id))).reveal(),
  ) as Resolution
  const closing =
    row.sealedClosing &&
    (JSON.parse((await open(row.sealedClosing, targetOf(at, row.id))).reveal()) as Closing)
  const gone = 'somebody who is gone'
  return {
    ...what,
    id: row.id,
    claim_creation_id: row.claimCreationId,
    change_ids: row.changeIds,
    state: row.state,
    by: by?.name ?? gone,
    at: row.resolvedAt.toISOString(),
    ...(row.reopenedAt && {
      reopened_by: reopener?.name ?? gone,
      reopened_at: row.reopenedAt.toISOString(),
    }),
    ...(row.identifiedOn !== null && { identified_on: row.identifiedOn }),
    ...(row.closedAt && { closed_by: closer?.name ?? gone, closed_at: row.closedAt.toISOString() }),
    ...(closing && { closing }),
  }
}

/** How many of these claim creations have no resolution of ours that still holds. */
export async function countWithout(
  at: string,
  claimCreationIds: readonly string[],
): Promise<number> {
  const db = await consoleDb()
  const known = await db
    .selectDistinct({ claim: updateResolutions.claimCreationId })
    .from(updateResolutions)
    .where(
      and(eq(updateResolutions.connection, at), notInArray(updateResolutions.state, ['reopened'])),
    )
  const ours = new Set(known.map(({ claim }) => claim))
  return claimCreationIds.filter((id) => !ours.has(id)).length
}

/**
 * Closes the possible overpayment of a claim creation once, with its row in the audit trail: every
 * open one that was stated of it. `id` is the newest of them. False if it is not, or none is open.
 */
export async function closeOverpayment(
  { account, connection }: { account: { id: string }; connection: { id: string; boundTo: string } },
  id: string,
  closing: Closing,
): Promise<boolean> {
  const db = await consoleDb()
  const wanted = openOverpayments(connection.boundTo)
  const ofClaim = db
    .select({ claim: updateResolutions.claimCreationId })
    .from(updateResolutions)
    .where(and(wanted, eq(updateResolutions.id, id)))
  const known = await db
    .select({ id: updateResolutions.id })
    .from(updateResolutions)
    .where(and(wanted, inArray(updateResolutions.claimCreationId, ofClaim)))
    .orderBy(...newestFirst)
  if (known[0]?.id !== id) return false
  const sealed = await Promise.all(
    known.map(async (row) => ({
      id: row.id,
      sealedClosing: await seal(JSON.stringify(closing), targetOf(connection.boundTo, row.id)),
    })),
  )
  const closed = { closedBy: account.id, closedAt: new Date(now()) }
  return db.transaction(async (tx) => {
    let claim: string | undefined
    for (const row of sealed) {
      const [done] = await tx
        .update(updateResolutions)
        .set({ ...closed, sealedClosing: row.sealedClosing })
        .where(and(wanted, eq(updateResolutions.id, row.id)))
        .returning({ claim: updateResolutions.claimCreationId })
      // The newest comes first: somebody else has closed it.
      if (row.id === id && !done) return false
      claim ??= done?.claim
    }
    await recordAudit(
      {
        accountId: account.id,
        connectionId: connection.id,
        operation: 'closeOverpayment',
        stage: 'outcome',
        outcome: 'ok',
        recordIds: [claim!], // the newest one was closed
        recordKind: 'claim-creation',
        change: { before: null, after: { ...closing } },
      },
      tx,
    )
    return true
  })
}

function targetOf(at: string, id: string) {
  return { purpose: 'resolution' as const, record: id, origin: at }
}
