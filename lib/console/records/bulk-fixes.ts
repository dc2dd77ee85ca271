import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, asc, count, desc, eq, gt, gte, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import type { ChangeClass, ChangeReason } from '#lib/rules/bulk/change-class.ts'
import {
  noForecast,
  noSums,
  type BulkForecast,
  type BulkSums,
} from '#lib/rules/bulk/chosen-amount.ts'
import type { ClaimForecast } from '#lib/rules/bulk/forecast.ts'
import type { FileProblem } from '#lib/rules/bulk/value-file.ts'
import type { ValueOwners } from '#lib/rules/bulk/value-owners.ts'
import { now } from '#lib/console/clock.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import {
  bulkAsks,
  bulkCaptures,
  bulkFixes,
  jobItems,
  jobs,
  type BulkConsent,
  type BulkState,
} from '#lib/console/schema.ts'

/**
 * The owner of a bulk fix: nobody else reads or sends it, and it belongs to one partner and key.
 */
export type BulkOwner = { accountId: string; connection: Pick<Connection, 'boundTo'> }

/**
 * The change that a person asked for, how far its captures were read, and the counts so far.
 * Sealed.
 */
export type BulkPlan = {
  /** The cause's words, or what the captures were chosen by. */
  title: string
  /** The cause that the captures share, by its key in the queue. */
  cause?: string | undefined
  /** Set when a filter of the queue left out captures of the cause. */
  isPart?: true | undefined
  /** Null until the person has chosen it. */
  change: AskedChange | null
  /** What the change asks of the person, and why it is made, where that was said. */
  asks?: ChangeClass
  why?: ChangeReason | null
  /** What a second person is asked for, and what they said. */
  consent?: AskedConsent
  /**
   * The list that is walked for captures, as JSON text of its request; absent for captures that are
   * known by id.
   */
  request?: string | undefined
  /** The token of the walk's next page; null for its first page. */
  position?: string | null | undefined
  isRead: boolean
  tally: BulkTally
  /** Ids of a file that no capture has so far, and what refuses the whole file. */
  unmatched?: string[] | undefined
  problems?: FileProblem[] | undefined
  /** Set when there are more captures than one fix takes. */
  isCut?: boolean | undefined
  /**
   * The claims of the captures that can be sent, by claim creation: what the claim is worth in
   * whole cents, where it is known, and how many of its captures are ready, would get a new error,
   * and are billed; with ready captures also what becomes of it.
   */
  claims?: {
    [claim: string]: {
      cents?: number
      together: [ready: number, keeps: number, billed: number]
    } & Partial<ClaimForecast>
  }
  /** Of a change whose values are one owner's each: who would have them. */
  owners?: ValueOwners
  /**
   * Of a change that needs a second person: the values as they were, as texts, by the number of
   * their captures.
   */
  olds?: { [text: string]: number }
}

/**
 * What is sent: all captures but these, or these alone; those that would get a new error
 * only with a reason, billed ones only if chosen.
 */
export type BulkSending = {
  choice: { is_all: boolean; ids: string[]; billed: boolean }
  reason: string
}

/**
 * A sending that a second person is asked about: its captures with their charges in whole cents.
 * Times are ISO text in UTC.
 */
export type AskedConsent = BulkSending & {
  captures: number
  billed: number
  charges: number
  asked_at: string
  decided?: { by: string; at: string; words: string }
}

/**
 * Captures that were read, by what becomes of them. `billed` are those whose claim exists already.
 * `skips` says why captures are skipped, `sums` what those are worth that can be sent, `forecast` what
 * becomes of the claims of those that are ready.
 */
export type BulkTally = {
  read: number
  ready: number
  keeps: number
  billed: number
  needs: number
  skipped: number
  skips: { file: number; same: number; open: number }
  sums: BulkSums
  forecast: BulkForecast
}

/** A bulk fix of its owner. */
export type BulkFix = {
  id: string
  plan: BulkPlan
  step: number
  /** The jobs that read it, send it and take it back. */
  readJobId: string | null
  jobId: string | null
  undoJobId: string | null
  consent: BulkConsent | null
}

/**
 * One capture of a fix to store: `row` is what a page shows of it, `base` its JSON text as it was
 * read.
 */
export type BulkCapture = { captureId: string; state: BulkState; row: string; base: string | null }

/** A stored capture of a fix; `row` is absent while it was not read. */
export type StoredCapture = {
  place: number
  captureId: string
  state: BulkState
  row: string | undefined
}

const retentionMs = 7 * 86_400_000
const mostWaiting = 100
const mostUnsent = 50

/** The tally before the first capture. */
export const noTally: BulkTally = {
  read: 0,
  ready: 0,
  keeps: 0,
  billed: 0,
  needs: 0,
  skipped: 0,
  skips: { file: 0, same: 0, open: 0 },
  sums: noSums,
  forecast: noForecast,
}

/**
 * Stores a new fix and returns its id. `captureIds` wait to be read; none where a list is walked.
 * An account keeps 50 fixes that it began and never sent: the oldest ones go.
 */
export async function createBulkFix(
  { accountId, connection }: BulkOwner,
  plan: BulkPlan,
  captureIds: readonly string[],
): Promise<string> {
  const id = randomUUID()
  const sealedPlan = await seal(JSON.stringify(plan), planOf(id, connection))
  const columns = {
    connection: connection.boundTo,
    accountId,
    sealedPlan,
    createdAt: new Date(now()),
  }
  const rows = captureIds.map((captureId, place) => ({
    fixId: id,
    place,
    captureId,
    state: 'waiting' as const,
  }))
  await (
    await consoleDb()
  ).transaction(async (tx) => {
    await tx.insert(bulkFixes).values({ id, ...columns, expiresAt: new Date(now() + retentionMs) })
    for (let at = 0; at < rows.length; at += 1_000)
      await tx.insert(bulkCaptures).values(rows.slice(at, at + 1_000))
    const isUnsent = and(
      eq(bulkFixes.accountId, accountId),
      isNull(bulkFixes.jobId),
      isNull(bulkFixes.consent),
    )
    const surplus = tx
      .select({ id: bulkFixes.id })
      .from(bulkFixes)
      .where(and(isUnsent, ne(bulkFixes.id, id)))
      .orderBy(desc(bulkFixes.createdAt))
      .offset(mostUnsent - 1)
    await tx.delete(bulkFixes).where(inArray(bulkFixes.id, surplus))
  })
  return id
}

/** A fix of this owner that has not expired; undefined for anybody else's. */
export async function findBulkFix(
  { accountId, connection }: BulkOwner,
  id: string,
): Promise<BulkFix | undefined> {
  const mine = and(eq(bulkFixes.id, id), eq(bulkFixes.accountId, accountId), isThere(connection))
  const [row] = await (await consoleDb()).select().from(bulkFixes).where(mine)
  return row && openFix(row, connection)
}

/** What a second person is shown of a fix; a file of values is not in it. */
export type BulkAsk = Pick<BulkPlan, 'title' | 'why' | 'olds'> &
  Pick<AskedConsent, 'captures' | 'billed' | 'charges' | 'asked_at'> & { change: AskedChange }

/** A fix that waits for a second person's consent. */
export type WaitingFix = { id: string; ask: BulkAsk; accountId: string }

/** The fixes of everybody that wait for a second person's consent, oldest first, at most 100. */
export async function waitingFixes(connection: Pick<Connection, 'boundTo'>): Promise<WaitingFix[]> {
  const db = await consoleDb()
  const rows = await db
    .select({ id: bulkFixes.id, accountId: bulkFixes.accountId, sealed: bulkAsks.sealedAsk })
    .from(bulkFixes)
    .leftJoin(bulkAsks, eq(bulkAsks.fixId, bulkFixes.id))
    .where(isAsked(connection))
    .orderBy(asc(bulkFixes.createdAt))
    .limit(mostWaiting)
  const waiting = await Promise.all(
    rows.map(async ({ sealed, ...fix }) => {
      const ask = sealed
        ? (JSON.parse((await open(sealed, askTargetOf(fix.id, connection))).reveal()) as BulkAsk)
        : await askInPlan(fix.id, connection)
      return ask ? [{ ...fix, ask }] : []
    }),
  )
  return waiting.flat()
}

// A console before this one kept what it asked in the plan alone, and a rotation of such a console
// leaves the ask out.
async function askInPlan(
  id: string,
  connection: Pick<Connection, 'boundTo'>,
): Promise<BulkAsk | undefined> {
  const found = await findAskedFix(connection, id)
  return found && askOf(found.fix.plan)
}

function askOf({ title, change, why, olds, consent }: BulkPlan): BulkAsk | undefined {
  if (!change || !consent) return undefined
  const { captures, billed, charges, asked_at } = consent
  return {
    title,
    change: change.kind === 'map' ? { ...change, file: '', leave_out: undefined } : change,
    why,
    olds,
    captures,
    billed,
    charges,
    asked_at,
  }
}

/** A fix of anybody that waits for a second person's consent. */
export async function findAskedFix(
  connection: Pick<Connection, 'boundTo'>,
  id: string,
): Promise<{ fix: BulkFix; accountId: string } | undefined> {
  const [row] = await (
    await consoleDb()
  )
    .select()
    .from(bulkFixes)
    .where(and(isAsked(connection), eq(bulkFixes.id, id)))
  return row && { fix: await openFix(row, connection), accountId: row.accountId }
}

/** How many fixes of this owner wait for consent. */
export async function countWaiting({ accountId, connection }: BulkOwner): Promise<number> {
  const mine = and(eq(bulkFixes.accountId, accountId), isAsked(connection))
  const [found] = await (await consoleDb()).select({ count: count() }).from(bulkFixes).where(mine)
  return found!.count
}

/** How many fixes of others wait for this person's decision. */
export async function countToDecide({ accountId, connection }: BulkOwner): Promise<number> {
  const others = and(ne(bulkFixes.accountId, accountId), isAsked(connection))
  return (await consoleDb()).$count(bulkFixes, others)
}

/**
 * How many captures this owner sent since then in changes that would have needed consent if they
 * had been more.
 */
export async function sentWithoutConsent(
  db: ConsoleDb,
  { accountId, connection }: BulkOwner,
  since: Date,
): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(bulkFixes)
    .innerJoin(jobs, eq(jobs.id, bulkFixes.jobId))
    .innerJoin(jobItems, eq(jobItems.jobId, jobs.id))
    .where(
      and(
        eq(bulkFixes.accountId, accountId),
        eq(bulkFixes.connection, connection.boundTo),
        eq(bulkFixes.consent, 'few'),
        gt(jobs.startedAt, since),
      ),
    )
  return found!.count
}

/**
 * Stores how a fix stands with a second person, with the plan that says it. False if its step was
 * taken before.
 */
export async function keepConsent(
  { connection }: Pick<BulkOwner, 'connection'>,
  { id, step }: Pick<BulkFix, 'id' | 'step'>,
  { plan, consent }: { plan: BulkPlan; consent: BulkConsent },
): Promise<boolean> {
  const sealedPlan = await seal(JSON.stringify(plan), planOf(id, connection))
  const ask = consent === 'asked' ? askOf(plan) : undefined
  const sealedAsk = ask && (await seal(JSON.stringify(ask), askTargetOf(id, connection)))
  return (await consoleDb()).transaction(async (tx) => {
    const kept = await tx
      .update(bulkFixes)
      .set({ sealedPlan, consent, step: step + 1 })
      .where(and(eq(bulkFixes.id, id), eq(bulkFixes.step, step)))
      .returning({ id: bulkFixes.id })
    if (kept.length === 0) return false
    if (sealedAsk) await tx.insert(bulkAsks).values({ fixId: id, sealedAsk })
    return true
  })
}

/** The next captures of a fix that wait to be read. */
export async function waitingCaptures(
  fixId: string,
  limit: number,
): Promise<{ place: number; captureId: string }[]> {
  return (await consoleDb())
    .select({ place: bulkCaptures.place, captureId: bulkCaptures.captureId })
    .from(bulkCaptures)
    .where(and(eq(bulkCaptures.fixId, fixId), eq(bulkCaptures.state, 'waiting')))
    .orderBy(asc(bulkCaptures.place))
    .limit(limit)
}

/** How many captures a fix has in these states. */
export async function countCaptures(fixId: string, states: readonly BulkState[]): Promise<number> {
  const [found] = await (
    await consoleDb()
  )
    .select({ count: count() })
    .from(bulkCaptures)
    .where(inStates(fixId, states))
  return found!.count
}

/**
 * The ids of a fix's captures in these states, in their order; with `among`, those of them only.
 */
export async function captureIds(
  fixId: string,
  states: readonly BulkState[],
  among?: readonly string[],
): Promise<string[]> {
  const rows = await (
    await consoleDb()
  )
    .select({ captureId: bulkCaptures.captureId })
    .from(bulkCaptures)
    .where(and(inStates(fixId, states), among && inArray(bulkCaptures.captureId, [...among])))
    .orderBy(asc(bulkCaptures.place))
  return rows.map(({ captureId }) => captureId)
}

/**
 * Stores what a step of the reading found, with the plan after it; `from` is the place of the first
 * capture. False, and nothing stored, if the step was taken before.
 */
export async function keepStep(
  { connection }: BulkOwner,
  { id, step }: Pick<BulkFix, 'id' | 'step'>,
  { plan, captures, from }: { plan: BulkPlan; captures: readonly BulkCapture[]; from: number },
): Promise<boolean> {
  const sealedPlan = await seal(JSON.stringify(plan), planOf(id, connection))
  const rows = await Promise.all(
    captures.map(async ({ captureId, state, row, base }, index) => ({
      fixId: id,
      place: from + index,
      captureId,
      state,
      sealedRow: await seal(row, captureOf(id, 'row', captureId, connection)),
      sealedBase:
        base === null ? null : await seal(base, captureOf(id, 'base', captureId, connection)),
    })),
  )
  return (await consoleDb()).transaction(async (tx) => {
    const [taken] = await tx
      .update(bulkFixes)
      .set({ sealedPlan, step: step + 1 })
      .where(and(eq(bulkFixes.id, id), eq(bulkFixes.step, step)))
      .returning({ id: bulkFixes.id })
    if (!taken) return false
    const set = {
      state: sql`excluded.state`,
      sealedRow: sql`excluded.sealed_row`,
      sealedBase: sql`excluded.sealed_base`,
    }
    const target = [bulkCaptures.fixId, bulkCaptures.place]
    if (rows.length > 0)
      await tx.insert(bulkCaptures).values(rows).onConflictDoUpdate({ target, set })
    return true
  })
}

/** Captures of a fix from a place on, in these states only; with `among`, those of them only. */
export async function bulkRows(
  { connection }: BulkOwner,
  fixId: string,
  {
    from,
    states,
    limit,
    among,
  }: {
    from: number
    states: readonly BulkState[]
    limit: number
    among?: readonly string[] | undefined
  },
): Promise<StoredCapture[]> {
  const rows = await (
    await consoleDb()
  )
    .select({
      place: bulkCaptures.place,
      captureId: bulkCaptures.captureId,
      state: bulkCaptures.state,
      sealed: bulkCaptures.sealedRow,
    })
    .from(bulkCaptures)
    .where(
      and(
        inStates(fixId, states),
        gte(bulkCaptures.place, from),
        among && inArray(bulkCaptures.captureId, [...among]),
      ),
    )
    .orderBy(asc(bulkCaptures.place))
    .limit(limit)
  return Promise.all(
    rows.map(async ({ sealed, ...capture }) => ({
      ...capture,
      row: sealed
        ? (await open(sealed, captureOf(fixId, 'row', capture.captureId, connection))).reveal()
        : undefined,
    })),
  )
}

/** The JSON text of a capture as the fix read it; undefined if the fix does not have it. */
export async function bulkBase(
  { connection }: Pick<BulkOwner, 'connection'>,
  fixId: string,
  captureId: string,
): Promise<string | undefined> {
  const [row] = await (
    await consoleDb()
  )
    .select({ sealed: bulkCaptures.sealedBase })
    .from(bulkCaptures)
    .where(and(eq(bulkCaptures.fixId, fixId), eq(bulkCaptures.captureId, captureId)))
  return row?.sealed
    ? (await open(row.sealed, captureOf(fixId, 'base', captureId, connection))).reveal()
    : undefined
}

/**
 * Takes the next step of a fix, for work that may be done once only. False if another tab took it
 * before.
 */
export async function takeStep(
  db: ConsoleDb,
  { id, step }: Pick<BulkFix, 'id' | 'step'>,
): Promise<boolean> {
  const taken = await db
    .update(bulkFixes)
    .set({ step: step + 1 })
    .where(and(eq(bulkFixes.id, id), eq(bulkFixes.step, step)))
    .returning({ id: bulkFixes.id })
  return taken.length > 0
}

/**
 * Notes the job that reads a fix, sends it or takes it back, and keeps its snapshots for seven days
 * from now.
 */
export async function noteBulkJob(
  db: ConsoleDb,
  id: string,
  job: { readJobId: string } | { jobId: string; consent?: BulkConsent } | { undoJobId: string },
): Promise<void> {
  await db
    .update(bulkFixes)
    .set({ ...job, expiresAt: new Date(now() + retentionMs) })
    .where(eq(bulkFixes.id, id))
}

/** The fixes of an account that these jobs read, send or take back, by job. */
export async function fixesOfJobs(
  accountId: string,
  jobIds: readonly string[],
): Promise<Map<string, string>> {
  if (jobIds.length === 0) return new Map()
  const ids = [...jobIds]
  const rows = await (
    await consoleDb()
  )
    .select({
      id: bulkFixes.id,
      readJobId: bulkFixes.readJobId,
      jobId: bulkFixes.jobId,
      undoJobId: bulkFixes.undoJobId,
    })
    .from(bulkFixes)
    .where(
      and(
        eq(bulkFixes.accountId, accountId),
        gt(bulkFixes.expiresAt, new Date(now())),
        or(
          inArray(bulkFixes.readJobId, ids),
          inArray(bulkFixes.jobId, ids),
          inArray(bulkFixes.undoJobId, ids),
        ),
      ),
    )
  return new Map(
    rows.flatMap(({ id, readJobId, jobId, undoJobId }) =>
      [readJobId, jobId, undoJobId].flatMap((job) => (job === null ? [] : [[job, id]])),
    ),
  )
}

function inStates(fixId: string, states: readonly BulkState[]) {
  return and(eq(bulkCaptures.fixId, fixId), inArray(bulkCaptures.state, [...states]))
}

function isAsked(connection: Pick<Connection, 'boundTo'>) {
  return and(eq(bulkFixes.consent, 'asked'), isThere(connection))
}

function isThere({ boundTo }: Pick<Connection, 'boundTo'>) {
  return and(eq(bulkFixes.connection, boundTo), gt(bulkFixes.expiresAt, new Date(now())))
}

async function openFix(
  { id, sealedPlan, step, readJobId, jobId, undoJobId, consent }: typeof bulkFixes.$inferSelect,
  connection: Pick<Connection, 'boundTo'>,
): Promise<BulkFix> {
  const plan = JSON.parse((await open(sealedPlan, planOf(id, connection))).reveal()) as BulkPlan // only this file writes it
  // A version before this one stored fewer counts.
  return {
    id,
    plan: { ...plan, tally: { ...noTally, ...plan.tally } },
    step,
    readJobId,
    jobId,
    undoJobId,
    consent,
  }
}

function planOf(id: string, { boundTo }: Pick<Connection, 'boundTo'>) {
  return { purpose: 'bulk-fix' as const, record: id, origin: boundTo }
}

function askTargetOf(id: string, { boundTo }: Pick<Connection, 'boundTo'>) {
  return {
    purpose: 'bulk-fix' as const,
    record: JSON.stringify([id, 'ask']),
    origin: boundTo,
  }
}

function captureOf(
  fixId: string,
  part: 'row' | 'base',
  captureId: string,
  { boundTo }: Pick<Connection, 'boundTo'>,
) {
  return {
    purpose: 'bulk-fix' as const,
    record: JSON.stringify([fixId, part, captureId]),
    origin: boundTo,
  }
}
