import 'server-only'
import { and, eq, isNotNull, isNull, like, lt, lte, or, sql, type SQL } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { now } from './clock.ts'
import { consoleDb } from './db.ts'
import { oldestKept } from './queue/fixes.ts'
import { archiveOldRows } from './trail/archive.ts'
import { log, logDefect } from './log.ts'
import { absoluteSeconds, idleMs } from './accounts/session-cookie.ts'
import { dayAt } from './time-zone.ts'
import {
  bulkFixes,
  drafts,
  endingMarks,
  facts,
  fixMemories,
  invitations,
  jobs,
  openedLately,
  openRecords,
  queueDays,
  queueMarks,
  queuePacks,
  queueRows,
  queueSnapshots,
  queueTurns,
  rateLimit,
  recordLeases,
  savedViews,
  session,
  signInAttempts,
  updateResolutions,
  verification,
  writeOperations,
} from './schema.ts'

const dayMs = 86_400_000
// An outcome holds a whole record; no client asks for it after this time.
const outcomeDays = 7
// Longer than any form or draft that could send the same write again, or ask for later authors.
const settledDays = 30
// A snapshot that nobody reads any more is of a partner that is no longer in use.
const unreadDays = 7
const sumsDays = 400
// Longer than any claim stays in the queue without a word about it.
const markDays = 180
// What ends is listed 90 days before and 365 days after its end.
const endingMarkDays = 500
// Few enough for a statement's deadline, however many rows there are.
const rowsAtOnce = 5_000

/**
 * Deletes expired rows: sessions, sign-in attempts, drafts, what was opened lately, bulk fixes,
 * views, open records, jobs, leases, settled writes, what the work queue no longer needs, marks of
 * old ends, and fixes and resolved changes older than the trail's retention. Moves old rows of the audit trail to
 * files. Any process may call it at any time; the database allows one sweep a day. Nothing depends
 * on it, because every reader checks expiry itself. A failed sweep is logged, and the next caller
 * tries again.
 */
export async function sweepOnceADay(): Promise<void> {
  const at = new Date(now()).toISOString()
  try {
    if (!(await claimDay(at))) return
    log('info', 'swept', { count: (await sweep()) + (await archiveOldRows()) })
  } catch (error) {
    logDefect(error, 'sweepOnceADay')
    await releaseDay(at).catch(() => {})
  }
}

// Longer than any window of the library's limits by address.
const limitsMs = 2 * 60_000

/**
 * Deletes what requests of strangers leave: limits by address that have ended, and visits to the
 * identity provider that came back too late. Called every minute, so that however many addresses
 * ask, no more rows stay than they made within minutes. Any process may call it; a failure is
 * logged.
 */
export async function sweepStrangers(): Promise<void> {
  try {
    const db = await consoleDb()
    await db.delete(rateLimit).where(lt(rateLimit.lastRequest, now() - limitsMs))
    await db.delete(verification).where(lte(verification.expiresAt, new Date(now())))
  } catch (error) {
    logDefect(error, 'sweepStrangers')
  }
}

// One statement, so of two simultaneous processes the second finds the day claimed.
async function claimDay(at: string): Promise<boolean> {
  const due = new Date(now() - dayMs).toISOString()
  const claimed = await (
    await consoleDb()
  )
    .insert(facts)
    .values({ name: 'swept_at', value: at })
    .onConflictDoUpdate({ target: facts.name, set: { value: at }, setWhere: lte(facts.value, due) })
    .returning({ name: facts.name })
  return claimed.length > 0
}

async function releaseDay(at: string): Promise<void> {
  const db = await consoleDb()
  await db.delete(facts).where(and(eq(facts.name, 'swept_at'), eq(facts.value, at)))
}

async function sweep(): Promise<number> {
  const before = (ms: number) => new Date(now() - ms)
  const ended: [PgTable, SQL | undefined][] = [
    [
      session,
      or(
        lte(session.expiresAt, before(0)),
        lte(session.createdAt, before(absoluteSeconds * 1_000)),
        lte(session.lastSeenAt, before(idleMs)),
      ),
    ],
    // Every counter has drained by then.
    [signInAttempts, lte(signInAttempts.at, before(2 * dayMs))],
    [invitations, lte(invitations.expiresAt, before(0))],
    [drafts, lte(drafts.expiresAt, before(0))],
    [openedLately, lte(openedLately.expiresAt, before(0))],
    [bulkFixes, lte(bulkFixes.expiresAt, before(0))],
    [savedViews, lte(savedViews.expiresAt, before(0))],
    // No session lives longer, so an older tab cannot return.
    [openRecords, lt(openRecords.lastSeenAt, before(absoluteSeconds * 1_000))],
    [jobs, and(lte(jobs.expiresAt, before(0)), isNotNull(jobs.finishedAt))],
    [queueRows, and(eq(queueRows.listed, ''), lt(queueRows.changedAt, before(dayMs)))],
    ...[queueRows, queuePacks].map((table): [PgTable, SQL] => [
      table,
      sql`${table.connection} in (select ${queueSnapshots.connection} from ${queueSnapshots} where ${lt(queueSnapshots.readAt, before(unreadDays * dayMs))})`,
    ]),
    [queueDays, lt(queueDays.day, dayAt(now() - sumsDays * dayMs))],
    [
      queueMarks,
      and(
        like(queueMarks.subject, 'creation/%'),
        lt(queueMarks.changedAt, before(markDays * dayMs)),
      ),
    ],
    [endingMarks, lt(endingMarks.changedAt, before(endingMarkDays * dayMs))],
    [queueTurns, lt(queueTurns.until, sql`now()`)],
    [fixMemories, lt(fixMemories.savedAt, await oldestKept())],
    // A possible overpayment stays until a person has closed it.
    [
      updateResolutions,
      and(
        lt(updateResolutions.resolvedAt, await oldestKept()),
        or(isNull(updateResolutions.identifiedOn), isNotNull(updateResolutions.closedAt)),
      ),
    ],
    [recordLeases, lt(recordLeases.until, sql`now() - interval '1 day'`)],
    [
      writeOperations,
      and(
        eq(writeOperations.stage, 'settled'),
        lt(writeOperations.createdAt, before(settledDays * dayMs)),
      ),
    ],
  ]
  let count = 0
  for (const [table, which] of ended)
    count += await inBatches(
      (rows) => sql`delete from ${table} where ctid in (${rows})`,
      table,
      which,
    )
  const outcomes = and(
    isNotNull(writeOperations.sealedOutcome),
    lt(writeOperations.createdAt, before(outcomeDays * dayMs)),
  )
  const forget = (rows: SQL) =>
    sql`update ${writeOperations} set sealed_outcome = null where ctid in (${rows})`
  return count + (await inBatches(forget, writeOperations, outcomes))
}

// A row that changes meanwhile gets another ctid, so it stays.
async function inBatches(
  statement: (rows: SQL) => SQL,
  table: PgTable,
  which: SQL | undefined,
): Promise<number> {
  const db = await consoleDb()
  const change = statement(sql`select ctid from ${table} where ${which} limit ${rowsAtOnce}`)
  for (let count = 0; ;) {
    // Both engines return the rows under this name.
    const { rows } = (await db.execute(sql`${change} returning 1`)) as { rows: unknown[] }
    count += rows.length
    if (rows.length < rowsAtOnce) return count
  }
}
