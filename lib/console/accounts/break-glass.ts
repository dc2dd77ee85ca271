import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, asc, desc, eq, gt, notExists, sql, type Placeholder } from 'drizzle-orm'
import { recordAudit } from '#lib/console/audit.ts'
import { now } from '#lib/console/clock.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import { consoleDb } from '#lib/console/db.ts'
import { breakGlass, breakGlassSeen, session, user } from '#lib/console/schema.ts'
import { withAccountLock } from './account-lock.ts'
import type { Changer } from './people.ts'

/** How long the rights last, in minutes. */
const breakGlassMinutes = 60
const shownDays = 30

/** Somebody who took an administrator's rights. Instants are ISO text in UTC. */
export type BreakGlass = {
  id: string
  name: string
  role: string
  reason: string
  startedAt: string
  /** When the rights ended or end. */
  endsAt: string
  isActive: boolean
}

/**
 * What the frame tells administrators about a use of break glass that they have not acknowledged.
 */
export type BreakGlassAlert = Pick<BreakGlass, 'id' | 'name' | 'startedAt' | 'endsAt' | 'isActive'>

/**
 * Gives the session an administrator's rights for 60 minutes, except managing people and the
 * trail's retention. The reason is sealed, because it may mention a patient. Rights that run are
 * never extended: `active` is the answer until they end, also for the account's other browsers.
 */
export async function startBreakGlass(
  by: Changer,
  sessionToken: string,
  reason: string,
): Promise<'started' | 'active'> {
  const id = randomUUID()
  const sealedReason = await seal(reason, sealedFor(id))
  return withAccountLock(by.accountId, async (tx) => {
    const [running] = await tx
      .select({ id: breakGlass.id })
      .from(breakGlass)
      .where(and(eq(breakGlass.accountId, by.accountId), isRunning()))
    const [own] = await tx
      .select({ id: session.id })
      .from(session)
      .where(eq(session.token, sessionToken))
    if (running || !own) return 'active'
    const startedAt = new Date(now())
    const endsAt = new Date(now() + breakGlassMinutes * 60_000)
    const row = { id, accountId: by.accountId, sessionId: own.id, sealedReason, startedAt, endsAt }
    await tx.insert(breakGlass).values(row)
    await recordAudit(
      { ...by, operation: 'startBreakGlass', stage: 'outcome', outcome: 'ok', recordIds: [id] },
      tx,
    )
    return 'started'
  })
}

/**
 * Ends rights that run, for everybody (`id` alone) or only if they are `accountId`'s own. False if
 * none run.
 */
export async function endBreakGlass(by: Changer, id: string, accountId?: string): Promise<boolean> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    const mine = accountId === undefined ? undefined : eq(breakGlass.accountId, accountId)
    const ended = await tx
      .update(breakGlass)
      .set({ endsAt: new Date(now()) })
      .where(and(eq(breakGlass.id, id), isRunning(), mine))
      .returning({ id: breakGlass.id })
    if (ended.length === 0) return false
    await recordAudit(
      { ...by, operation: 'endBreakGlass', stage: 'outcome', outcome: 'ok', recordIds: [id] },
      tx,
    )
    return true
  })
}

/** The condition for rights that run at a time, for the session of a joined row. */
export function runsFor(sessionId: typeof session.id, at: Placeholder) {
  return and(eq(breakGlass.sessionId, sessionId), gt(breakGlass.endsAt, at))
}

/** The condition for rights that an account has now in any of its browsers. */
export function runsNowOf(accountId: string) {
  return and(eq(breakGlass.accountId, accountId), isRunning())
}

/** Every use of the last 30 days, newest first, with its reason. */
export async function listBreakGlass(): Promise<BreakGlass[]> {
  const db = await consoleDb()
  const rows = await db
    .select()
    .from(breakGlass)
    .innerJoin(user, eq(user.id, breakGlass.accountId))
    .where(gt(breakGlass.startedAt, new Date(now() - shownDays * 86_400_000)))
    .orderBy(desc(breakGlass.startedAt))
    .limit(100)
  return Promise.all(
    rows.map(async ({ break_glass: row, account_holders: holder }) => ({
      ...alertOf(row, holder),
      role: holder.role,
      reason: (await open(row.sealedReason, sealedFor(row.id))).reveal(),
    })),
  )
}

/**
 * The uses that this administrator has not acknowledged, oldest first. Ended ones stay until then,
 * for 30 days.
 */
export async function unseenBreakGlass(adminId: string): Promise<BreakGlassAlert[]> {
  const db = await consoleDb()
  const seen = db
    .select({ one: sql`1` })
    .from(breakGlassSeen)
    .where(
      and(eq(breakGlassSeen.breakGlassId, breakGlass.id), eq(breakGlassSeen.accountId, adminId)),
    )
  const rows = await db
    .select()
    .from(breakGlass)
    .innerJoin(user, eq(user.id, breakGlass.accountId))
    .where(and(gt(breakGlass.startedAt, new Date(now() - shownDays * 86_400_000)), notExists(seen)))
    .orderBy(asc(breakGlass.startedAt))
    .limit(20)
  return rows.map(({ break_glass: row, account_holders: holder }) => alertOf(row, holder))
}

/** Notes that an administrator has seen a use, so that the frame no longer tells them. */
export async function acknowledgeBreakGlass(by: Changer, id: string): Promise<void> {
  const db = await consoleDb()
  await db.transaction(async (tx) => {
    const noted = await tx
      .insert(breakGlassSeen)
      .select(
        tx
          .select({
            breakGlassId: breakGlass.id,
            accountId: sql<string>`${by.accountId}`.as('account_id'),
            seenAt: sql<Date>`${new Date(now()).toISOString()}::timestamptz`.as('seen_at'),
          })
          .from(breakGlass)
          .where(eq(breakGlass.id, id)),
      )
      .onConflictDoNothing()
      .returning()
    if (noted.length === 0) return
    await recordAudit(
      {
        ...by,
        operation: 'acknowledgeBreakGlass',
        stage: 'outcome',
        outcome: 'ok',
        recordIds: [id],
      },
      tx,
    )
  })
}

function isRunning() {
  return gt(breakGlass.endsAt, new Date(now()))
}

function alertOf(row: typeof breakGlass.$inferSelect, holder: { name: string }): BreakGlassAlert {
  return {
    id: row.id,
    name: holder.name,
    startedAt: row.startedAt.toISOString(),
    endsAt: row.endsAt.toISOString(),
    isActive: row.endsAt.getTime() > now(),
  }
}

function sealedFor(id: string) {
  return { purpose: 'break-glass' as const, record: id, origin: 'console' }
}
