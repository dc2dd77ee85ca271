import 'server-only'
import { randomUUID } from 'node:crypto'
import {
  and,
  asc,
  count,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNull,
  lt,
  lte,
  max,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { errors } from '#lib/contract/errors.ts'
import type { Json } from '#lib/core/json.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Failure } from '#lib/core/result.ts'
import { withAccountLock } from '#lib/console/accounts/account-lock.ts'
import { now } from '#lib/console/clock.ts'
import { open, seal } from '#lib/console/connections/key-store.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { consoleDb, type ConsoleDb } from '#lib/console/db.ts'
import {
  jobItems,
  jobParts,
  jobs,
  user,
  type JobItemState,
  type JobState,
} from '#lib/console/schema.ts'

// The truth about jobs and their items. delivery.ts hands jobs to a process, and lib/actions/jobs
// runs them.

/**
 * A job's progress in words and counts; `total` is null while unknown. At `until`, ISO text in UTC,
 * it goes on by itself.
 */
export type JobProgress = { words: string; done: number; total: number | null; until?: string }

/** A job as people see it. Times are ISO text in UTC. `waits_for` is set while it is paused. */
export type Job = {
  id: string
  kind: string
  title: string
  state: JobState
  /** It has not ended: queued, running or paused. */
  is_open: boolean
  waits_for: 'partner' | 'limit' | 'person' | null
  progress: JobProgress
  failure: Pick<Failure, 'name' | 'message'> | null
  requested_by: string
  /** Its owner's account. */
  account_id: string
  started_at: string
  finished_at: string | null
}

/** An item as people see it: how it goes or ended, in words without patient data. */
export type JobItem = { record: string; state: JobItemState; attempt: number; words: string | null }

/** A job's row. `fence` is the start that the holder of this row made. */
export type JobRow = typeof jobs.$inferSelect
/** An item's row. */
export type JobItemRow = typeof jobItems.$inferSelect

/** A job to store. At most one job with the same `singleKey` is open. */
export type NewJob = {
  kind: string
  title: string
  singleKey: string | null
  /**
   * So many of the kind may be open for the account, this one included; undefined for any number.
   */
  mostOpen: number | undefined
  isQuiet: boolean
  input: Json
  accountId: string
  connection: Pick<Connection, 'id' | 'boundTo'>
  items: readonly { record: string; input?: Json }[]
  /**
   * What is stored or refused together with the new job, by its id, in one transaction under the
   * account's lock. If it throws, neither it nor the job is stored.
   */
  together?: ((db: ConsoleDb, id: string) => Promise<void>) | undefined
}

/** A job beyond those that an account may have open at once. The message is for the person. */
export class TooManyJobs extends Error {
  constructor(most: number) {
    super(
      `You have ${most} jobs of this kind that have not ended, the most at once. Wait until one ends, or cancel one under Activity, Jobs.`,
    )
  }
}

const retentionMs = 7 * 86_400_000
const openStates = ['queued', 'running', 'paused'] as const satisfies JobState[]
const endedItems = [
  'verified',
  'conflict',
  'rejected',
  'unknown',
  'cancelled',
] as const satisfies JobItemState[]
// Few enough for a statement's deadline.
const rowsAtOnce = 250

/**
 * Stores a job. If one with the same `singleKey` is open, returns that one. A record that is given
 * twice is one item. Throws TooManyJobs beyond `mostOpen`.
 */
export async function storeJob(wanted: NewJob): Promise<{ job: Job; isNew: boolean }> {
  await forgetExpired()
  const { kind, title, singleKey, isQuiet, accountId, connection } = wanted
  const id = randomUUID()
  const at = new Date(now())
  const inputs = new Map(wanted.items.map(({ record, input }) => [record, input]))
  const items = await Promise.all(
    [...inputs].map(async ([record, input], position) => ({
      jobId: id,
      record,
      position,
      operationId: randomId(),
      sealedInput:
        input === undefined
          ? null
          : await sealFor(connection.boundTo, [id, record, 'input'], input),
    })),
  )
  const row = {
    id,
    kind,
    title,
    singleKey,
    isQuiet,
    accountId,
    state: 'queued' as const,
    connection: connection.boundTo,
    connectionId: connection.id,
    sealedInput: await sealFor(connection.boundTo, [id, 'input'], wanted.input),
    progress: { words: 'Waiting to start', done: 0, total: items.length > 0 ? items.length : null },
    startedAt: at,
    expiresAt: new Date(at.getTime() + retentionMs),
  }
  const isNew = await withAccountLock(accountId, async (tx) => {
    if (wanted.mostOpen !== undefined) await refuseBeyond(tx, { accountId, kind }, wanted.mostOpen)
    const made = await tx.insert(jobs).values(row).onConflictDoNothing().returning({ id: jobs.id })
    if (made.length === 0) return false
    await wanted.together?.(tx, id)
    for (let from = 0; from < items.length; from += rowsAtOnce)
      await tx.insert(jobItems).values(items.slice(from, from + rowsAtOnce))
    return true
  })
  const which = isNew
    ? eq(jobs.id, id)
    : and(eq(jobs.singleKey, singleKey!), inArray(jobs.state, openStates))
  const [job] = await selectJobs(which, 1)
  if (job) return { job, isNew }
  // The other one has just ended.
  return storeJob(wanted)
}

/** Throws TooManyJobs if the account has so many open jobs of a kind. */
async function refuseBeyond(
  db: ConsoleDb,
  { accountId, kind }: Pick<NewJob, 'accountId' | 'kind'>,
  most: number,
): Promise<void> {
  const open = and(
    eq(jobs.accountId, accountId),
    eq(jobs.kind, kind),
    inArray(jobs.state, openStates),
  )
  if ((await db.$count(jobs, open)) >= most) throw new TooManyJobs(most)
}

/** The latest job of a kind for this partner and key; undefined without one. */
export async function newestJob(
  { boundTo }: Pick<Connection, 'boundTo'>,
  kind: string,
  state?: JobState,
): Promise<Job | undefined> {
  const which = and(
    eq(jobs.kind, kind),
    eq(jobs.connection, boundTo),
    state && eq(jobs.state, state),
  )
  return (await selectJobs(which, 1))[0]
}

/**
 * Which jobs to list: those of an account or, with null, of all; a job, or those that are open or
 * ended since a time.
 */
export type JobFilter = { accountId: string | null; id?: string; since?: Date; limit?: number }

/** Jobs for this partner and key, newest first; the console's own upkeep is left out. */
export async function listJobs(
  { boundTo }: Pick<Connection, 'boundTo'>,
  filter: JobFilter,
): Promise<Job[]> {
  const { accountId, id, since, limit = 200 } = filter
  const which = and(
    eq(jobs.connection, boundTo),
    eq(jobs.isQuiet, false),
    accountId === null ? undefined : eq(jobs.accountId, accountId),
    id === undefined ? undefined : eq(jobs.id, id),
    since && or(inArray(jobs.state, openStates), gt(jobs.finishedAt, since)),
  )
  return selectJobs(which, limit)
}

/** How many items are in which state. States without items are left out. */
export type ItemCounts = Partial<Record<JobItemState, number>>

/** How many items of a job are in which state. */
export async function countItems(id: string): Promise<ItemCounts> {
  return (await countItemsOf([id])).get(id) ?? {}
}

/** How many items of each of these jobs are in which state. Jobs without items are left out. */
export async function countItemsOf(ids: readonly string[]): Promise<Map<string, ItemCounts>> {
  if (ids.length === 0) return new Map()
  const db = await consoleDb()
  const rows = await db
    .select({ id: jobItems.jobId, state: jobItems.state, count: count() })
    .from(jobItems)
    .where(inArray(jobItems.jobId, [...ids]))
    .groupBy(jobItems.jobId, jobItems.state)
  const counts = new Map<string, ItemCounts>()
  for (const { id, state, count: items } of rows)
    counts.set(id, { ...counts.get(id), [state]: items })
  return counts
}

/** Items of a job after a position, in the order in which they were given. `states` limits them. */
export async function listItems(
  id: string,
  {
    after = -1,
    limit,
    states,
  }: { after?: number; limit: number; states?: readonly JobItemState[] },
): Promise<JobItemRow[]> {
  const db = await consoleDb()
  return db
    .select()
    .from(jobItems)
    .where(
      and(
        eq(jobItems.jobId, id),
        gt(jobItems.position, after),
        states && inArray(jobItems.state, [...states]),
      ),
    )
    .orderBy(asc(jobItems.position))
    .limit(limit)
}

/**
 * How the items of these records stand in a job, by record, with what is stored of their results.
 */
export async function findItems(
  { boundTo }: Pick<Connection, 'boundTo'>,
  id: string,
  records: readonly string[],
): Promise<Map<string, Pick<JobItem, 'state' | 'words'> & { result: Json | undefined }>> {
  const db = await consoleDb()
  const rows = await db
    .select({
      record: jobItems.record,
      state: jobItems.state,
      words: jobItems.words,
      sealed: jobItems.sealedResult,
    })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, id), inArray(jobItems.record, [...records])))
  const items = rows.map(async ({ record, sealed, ...item }) => {
    const result =
      sealed === null ? undefined : await openFor(boundTo, [id, record, 'result'], sealed)
    return [record, { ...item, result }] as const
  })
  return new Map(await Promise.all(items))
}

/** One part of a job's result; undefined if this partner and key have no such part. */
export async function readJobPart(
  { boundTo }: Pick<Connection, 'boundTo'>,
  id: string,
  part: string,
): Promise<string | undefined> {
  const db = await consoleDb()
  const [found] = await db
    .select({ sealed: jobParts.sealedValue })
    .from(jobParts)
    .innerJoin(jobs, eq(jobs.id, jobParts.jobId))
    .where(and(eq(jobParts.jobId, id), eq(jobParts.part, part), eq(jobs.connection, boundTo)))
  return found && (await open(found.sealed, targetOf(boundTo, [id, part]))).reveal()
}

/** The names of a job's parts in their order. */
export async function listJobParts(
  { boundTo }: Pick<Connection, 'boundTo'>,
  id: string,
): Promise<string[]> {
  const db = await consoleDb()
  const rows = await db
    .select({ part: jobParts.part })
    .from(jobParts)
    .innerJoin(jobs, eq(jobs.id, jobParts.jobId))
    .where(and(eq(jobParts.jobId, id), eq(jobs.connection, boundTo)))
    .orderBy(asc(jobParts.part))
  return rows.map(({ part }) => part)
}

// For people: pause, cancel, resume, try again.

/**
 * Asks a job to pause or to end. One that no process runs does so at once; the process that runs it
 * does so soon. Returns false if there is no such open job.
 */
export async function askOfJob(id: string, what: 'pause' | 'cancel'): Promise<boolean> {
  const db = await consoleDb()
  const isIdle = sql`(${jobs.state} = 'queued' or (${jobs.state} = 'paused' and ${jobs.waitsFor} in ('person', 'gate', 'limit')))`
  const idle = await db
    .update(jobs)
    .set(
      what === 'cancel'
        ? { state: 'cancelled', waitsFor: null, asked: null, finishedAt: new Date(now()) }
        : { state: 'paused', waitsFor: 'person', asked: null },
    )
    .where(and(eq(jobs.id, id), isIdle))
    .returning({ id: jobs.id })
  if (idle.length > 0 && what === 'cancel') await endOpenItems(id)
  if (idle.length > 0) return true
  const asked = await db
    .update(jobs)
    .set({ asked: what })
    .where(and(eq(jobs.id, id), inArray(jobs.state, ['running', 'paused'])))
    .returning({ id: jobs.id })
  return asked.length > 0
}

/**
 * Lets a paused job go on, and a failed one that has open items: they go on where it stopped. A
 * person who resumes a job at its gate has seen the first items. Returns false if there is nothing
 * to go on with.
 */
export async function resumeJob(id: string): Promise<boolean> {
  const hasOpenItems = sql`exists (select 1 from ${jobItems} where ${jobItems.jobId} = ${jobs.id} and ${jobItems.state} in ('queued', 'leased', 'sent'))`
  return queueAgain(
    await consoleDb(),
    id,
    sql`(${jobs.state} = 'paused' or ${jobs.asked} = 'pause' or (${jobs.state} = 'failed' and ${hasOpenItems}))`,
    { isGatePassed: sql`${jobs.isGatePassed} or ${jobs.waitsFor} is not distinct from 'gate'` },
  )
}

/**
 * Tries the items of an ended job again that were refused, in conflict or of unknown outcome. An
 * item of unknown outcome keeps its operation id, so its write is looked for before it is sent.
 * Returns how many.
 */
export async function retryItems(id: string): Promise<number> {
  const db = await consoleDb()
  const hasFailed = sql`exists (select 1 from ${jobItems} where ${jobItems.jobId} = ${jobs.id} and ${jobItems.state} in ('conflict', 'rejected', 'unknown'))`
  // A process that ends halfway leaves no items in a job that nobody takes up.
  return db.transaction(async (tx) => {
    if (
      !(await queueAgain(
        tx,
        id,
        sql`(${jobs.state} in ('done', 'failed', 'paused') and ${hasFailed})`,
      ))
    )
      return 0
    const inState = (...states: JobItemState[]) =>
      and(eq(jobItems.jobId, id), inArray(jobItems.state, states))
    const refused = await tx
      .update(jobItems)
      // An item's write was certainly not made: the next one is another operation.
      .set({ ...fresh, operationId: sql`replace(gen_random_uuid()::text, '-', '')` })
      .where(inState('conflict', 'rejected'))
      .returning({ record: jobItems.record })
    const unknown = await tx
      .update(jobItems)
      .set({ state: 'sent', words: null })
      .where(inState('unknown'))
      .returning({ record: jobItems.record })
    return refused.length + unknown.length
  })
}

/**
 * Lets a job that was stopped go on with the items that it had not begun. Returns false if it has
 * none.
 */
export async function reopenItems(id: string): Promise<boolean> {
  const db = await consoleDb()
  const isUnbegun = and(
    eq(jobItems.jobId, id),
    eq(jobItems.state, 'cancelled'),
    isNull(jobItems.words),
  )
  return db.transaction(async (tx) => {
    const hasThem = exists(tx.select({ record: jobItems.record }).from(jobItems).where(isUnbegun))
    if (!(await queueAgain(tx, id, sql`(${jobs.state} = 'cancelled' and ${hasThem})`))) return false
    await tx.update(jobItems).set({ state: 'queued' }).where(isUnbegun)
    return true
  })
}

/**
 * Lets an ended job go on with more items, without inputs. Those of them that it has and did not
 * do, it does again. Returns false if the job has not ended.
 */
export async function addItems(id: string, records: readonly string[]): Promise<boolean> {
  const db = await consoleDb()
  return db.transaction(async (tx) => {
    if (!(await queueAgain(tx, id, sql`${jobs.finishedAt} is not null`))) return false
    await tx
      .update(jobs)
      .set({ progress: { words: 'Waiting to start', done: 0, total: null } })
      .where(eq(jobs.id, id))
    const [last] = await tx
      .select({ position: max(jobItems.position) })
      .from(jobItems)
      .where(eq(jobItems.jobId, id))
    const after = (last?.position ?? -1) + 1
    const items = records.map((record, place) => ({
      jobId: id,
      record,
      position: after + place,
      operationId: randomId(),
    }))
    for (let from = 0; from < items.length; from += rowsAtOnce)
      await tx
        .insert(jobItems)
        .values(items.slice(from, from + rowsAtOnce))
        .onConflictDoUpdate({
          target: [jobItems.jobId, jobItems.record],
          set: { ...fresh, operationId: sql`excluded.operation_id` },
          setWhere: inArray(jobItems.state, ['conflict', 'rejected', 'cancelled']),
        })
    // A write of unknown outcome is looked for before it is sent again.
    await tx
      .update(jobItems)
      .set({ state: 'sent', words: null })
      .where(and(eq(jobItems.jobId, id), eq(jobItems.state, 'unknown')))
    return true
  })
}

const fresh = { state: 'queued' as const, words: null, sealedKept: null, sealedResult: null }

async function queueAgain(
  db: ConsoleDb,
  id: string,
  which: ReturnType<typeof sql>,
  more: { isGatePassed?: ReturnType<typeof sql> } = {},
): Promise<boolean> {
  const expiresAt = new Date(now() + retentionMs)
  const cleared = { waitsFor: null, asked: null, failure: null, finishedAt: null }
  const queued = await db
    .update(jobs)
    .set({ ...cleared, ...more, state: 'queued', expiresAt })
    .where(and(eq(jobs.id, id), which))
    .returning({ id: jobs.id })
  return queued.length > 0
}

// For the process that runs a job.

/**
 * The jobs that a process should take up: queued, or paused until a time that has come. With `lost`
 * also those of an ended process: running, or paused until the partner answers.
 */
export async function jobsToDeliver(lost: boolean): Promise<string[]> {
  const db = await consoleDb()
  const paused = (...conditions: (SQL | undefined)[]) =>
    and(eq(jobs.state, 'paused'), ...conditions)
  const which = or(
    inArray(jobs.state, lost ? ['queued', 'running'] : ['queued']),
    paused(isLimitOver()),
    lost ? paused(eq(jobs.waitsFor, 'partner')) : undefined,
  )
  const rows = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(which)
    .orderBy(asc(jobs.startedAt))
    .limit(1_000)
  return rows.map(({ id }) => id)
}

/** Whether a job is the console's own upkeep, and how many open jobs of its account are older. */
export async function placeInLine(id: string): Promise<{ isUpkeep: boolean; ahead: number }> {
  const db = await consoleDb()
  const [job] = await db.select().from(jobs).where(eq(jobs.id, id))
  if (!job || job.isQuiet) return { isUpkeep: job !== undefined, ahead: 0 }
  const older = and(
    eq(jobs.accountId, job.accountId),
    inArray(jobs.state, ['queued', 'running']),
    lt(jobs.startedAt, job.startedAt),
  )
  return { isUpkeep: false, ahead: await db.$count(jobs, older) }
}

/**
 * Takes up a job: every earlier start of it changes nothing from now on. Undefined if it is not to
 * be done (any more). `isAgain`: this process has just run it; if another process runs it now, it
 * stays there.
 */
export async function beginRun(id: string, isAgain = false): Promise<JobRow | undefined> {
  const db = await consoleDb()
  const isDue = isAgain
    ? eq(jobs.state, 'queued')
    : sql`(${jobs.state} in ('queued', 'running') or (${jobs.state} = 'paused' and (${jobs.waitsFor} = 'partner' or ${isLimitOver()})))`
  const [row] = await db
    .update(jobs)
    .set({ state: 'running', waitsFor: null, fence: sql`${jobs.fence} + 1` })
    .where(and(eq(jobs.id, id), isDue))
    .returning()
  return row
}

/** Opens the input of a job. */
export async function inputOf(row: JobRow): Promise<Json> {
  return openFor(row.connection, [row.id, 'input'], row.sealedInput)
}

/**
 * Stores the progress, or that the job waits for the partner. Returns what a person has asked for,
 * or `lost` if another start of the job has taken over.
 */
export async function noteProgress(
  row: JobRow,
  change: { progress?: JobProgress; waitsForPartner?: boolean } = {},
): Promise<'pause' | 'cancel' | 'lost' | null> {
  const { progress, waitsForPartner } = change
  const db = await consoleDb()
  const [found] = await db
    .update(jobs)
    .set({
      fence: row.fence,
      ...(progress && { progress }),
      ...(waitsForPartner === true && { state: 'paused', waitsFor: 'partner' }),
      ...(waitsForPartner === false && { state: 'running', waitsFor: null }),
    })
    .where(isMine(row))
    .returning({ asked: jobs.asked })
  return found ? found.asked : 'lost'
}

/** The first items of a job are fine: the rest may follow, also after a restart. */
export async function passGate(row: JobRow): Promise<void> {
  const db = await consoleDb()
  await db.update(jobs).set({ isGatePassed: true }).where(isMine(row))
}

/**
 * Puts a job back into the queue, because its process stops: the delivery that brought it here ends
 * with this run, and each process looks for queued jobs.
 */
export async function handBackRun(row: JobRow): Promise<void> {
  const db = await consoleDb()
  await db.update(jobs).set({ state: 'queued', waitsFor: null }).where(isMine(row))
}

/**
 * Pauses a job until a person resumes it. With `why` it waits at its gate, because its first items
 * let no others follow, or until the time `why.until`. What `why` leaves out of the progress stays.
 */
export async function pauseRun(
  row: JobRow,
  why?: Pick<JobProgress, 'words'> & Partial<JobProgress>,
): Promise<void> {
  const db = await consoleDb()
  const waitsFor = why === undefined ? 'person' : why.until === undefined ? 'gate' : 'limit'
  const progress = why && sql`${jobs.progress} || ${JSON.stringify(why)}::jsonb`
  await db
    .update(jobs)
    .set({ state: 'paused', waitsFor, asked: null, ...(progress && { progress }) })
    .where(isMine(row))
}

/**
 * Ends a job. Of a kind that keeps its newest result only (`single_key`), earlier results go, and
 * of a quiet kind the earlier jobs too. Returns false if another start of the job has taken over.
 */
export async function endRun(
  row: JobRow,
  state: 'done' | 'failed' | 'cancelled',
  failure: Job['failure'] = null,
): Promise<boolean> {
  const db = await consoleDb()
  const [ended] = await db
    .update(jobs)
    .set({ state, failure, waitsFor: null, asked: null, finishedAt: new Date(now()) })
    .where(isMine(row))
    .returning({ id: jobs.id })
  if (!ended) return false
  if (state === 'cancelled') await endOpenItems(row.id)
  if (row.singleKey === null) return true
  const earlier = and(
    eq(jobs.singleKey, row.singleKey),
    ne(jobs.id, row.id),
    lte(jobs.startedAt, row.startedAt),
  )
  const isReplaced = state === 'done' ? undefined : ne(jobs.state, 'done')
  if (row.isQuiet) await db.delete(jobs).where(and(earlier, isReplaced))
  else if (state === 'done')
    await db
      .delete(jobParts)
      .where(inArray(jobParts.jobId, db.select({ id: jobs.id }).from(jobs).where(earlier)))
  return true
}

/**
 * The message of a partner's refusal is its own text and may quote a patient: neither database nor
 * page gets it.
 */
export function storable({ name, message }: Failure): NonNullable<Job['failure']> {
  const isPartners = name === 'PartnerRefused' || Object.hasOwn(errors, name)
  return { name, message: isPartners ? `The partner refused a request (${name}).` : message }
}

/** Stores a part of the result, instead of the one with the same name. */
export async function putPart(row: JobRow, part: string, text: string): Promise<void> {
  const sealedValue = await seal(text, targetOf(row.connection, [row.id, part]))
  const db = await consoleDb()
  await db
    .insert(jobParts)
    .values({ jobId: row.id, part, sealedValue })
    .onConflictDoUpdate({ target: [jobParts.jobId, jobParts.part], set: { sealedValue } })
}

/** Forgets the parts of an earlier start. */
export async function clearParts({ id }: Pick<JobRow, 'id'>): Promise<void> {
  const db = await consoleDb()
  await db.delete(jobParts).where(eq(jobParts.jobId, id))
}

/**
 * Items whose write may have reached the partner before an earlier start ended. They are asked
 * about first.
 */
export async function sentItems(row: JobRow): Promise<JobItemRow[]> {
  const db = await consoleDb()
  return db
    .update(jobItems)
    .set({ fence: row.fence })
    .where(and(eq(jobItems.jobId, row.id), eq(jobItems.state, 'sent'), hasFence(row)))
    .returning()
    .then((items) => items.toSorted((a, b) => a.position - b.position))
}

/**
 * Takes up to `most` items that nobody has begun, in their order. None if another start of the job
 * has taken over.
 */
export async function leaseItems(row: JobRow, most: number): Promise<JobItemRow[]> {
  const db = await consoleDb()
  const isFree = or(
    eq(jobItems.state, 'queued'),
    // Of an earlier start, which never began them.
    and(eq(jobItems.state, 'leased'), ne(jobItems.fence, row.fence)),
  )
  const free = db
    .select({ record: jobItems.record })
    .from(jobItems)
    .where(and(eq(jobItems.jobId, row.id), isFree))
    .orderBy(asc(jobItems.position))
    .limit(most)
  const taken = await db
    .update(jobItems)
    .set({ state: 'leased', fence: row.fence })
    .where(and(eq(jobItems.jobId, row.id), inArray(jobItems.record, free), hasFence(row)))
    .returning()
  return taken.toSorted((a, b) => a.position - b.position)
}

/**
 * Notes that an item's write may be sent from now on. Returns false if another start has taken
 * over: do not send.
 */
export async function beginItem(
  row: JobRow,
  { record }: Pick<JobItemRow, 'record'>,
): Promise<boolean> {
  return changeItem(row, record, { state: 'sent', attempt: sql`${jobItems.attempt} + 1` })
}

/**
 * Keeps a value of an item before its write is sent. Throws if another start of the job has taken
 * over.
 */
export async function keepForItem(row: JobRow, record: string, value: Json): Promise<void> {
  const sealedKept = await sealFor(row.connection, [row.id, record, 'kept'], value)
  if (!(await changeItem(row, record, { sealedKept })))
    throw new Error('another process has taken over this job')
}

/**
 * An item's write was certainly not made: it is as before its first attempt, with a new operation
 * id, which is returned.
 */
export async function returnItem(row: JobRow, record: string): Promise<string> {
  const back = { ...fresh, operationId: randomId(), state: 'leased' as const }
  await changeItem(row, record, back)
  return back.operationId
}

/** Ends an item. `result` is sealed. */
export async function endItem(
  row: JobRow,
  record: string,
  end: { state: (typeof endedItems)[number]; words: string | null; result?: Json | undefined },
): Promise<void> {
  const { state, words, result } = end
  const sealedResult =
    result === undefined ? null : await sealFor(row.connection, [row.id, record, 'result'], result)
  await changeItem(row, record, { state, words, sealedResult })
}

/** The opened values of an item; undefined for those that it does not have. */
export async function openItem(
  row: Pick<JobRow, 'id' | 'connection'>,
  item: JobItemRow,
): Promise<{ input: Json | undefined; kept: Json | undefined; result: Json | undefined }> {
  const opened = async (name: string, sealed: string | null) =>
    sealed === null ? undefined : openFor(row.connection, [row.id, item.record, name], sealed)
  return {
    input: await opened('input', item.sealedInput),
    kept: await opened('kept', item.sealedKept),
    result: await opened('result', item.sealedResult),
  }
}

/** The row of a job for this partner and key; undefined without one. */
export async function findJobRow(
  { boundTo }: Pick<Connection, 'boundTo'>,
  id: string,
): Promise<JobRow | undefined> {
  const db = await consoleDb()
  const [row] = await db
    .select()
    .from(jobs)
    .where(and(eq(jobs.id, id), eq(jobs.connection, boundTo)))
  return row
}

/** How many items of a job have ended. */
export function endedOf(counts: ItemCounts): number {
  return endedItems.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}

async function changeItem(
  row: JobRow,
  record: string,
  change: Parameters<ReturnType<Awaited<ReturnType<typeof consoleDb>>['update']>['set']>[0],
): Promise<boolean> {
  const db = await consoleDb()
  const changed = await db
    .update(jobItems)
    .set({ ...change, changedAt: new Date(now()) })
    .where(
      and(
        eq(jobItems.jobId, row.id),
        eq(jobItems.record, record),
        eq(jobItems.fence, row.fence),
        hasFence(row),
      ),
    )
    .returning({ record: jobItems.record })
  return changed.length > 0
}

async function endOpenItems(id: string): Promise<void> {
  const db = await consoleDb()
  await db
    .update(jobItems)
    .set({ state: 'cancelled' })
    .where(and(eq(jobItems.jobId, id), inArray(jobItems.state, ['queued', 'leased'])))
  await db
    .update(jobItems)
    .set({ state: 'unknown', words: 'Stopped before the outcome was known.' })
    .where(and(eq(jobItems.jobId, id), eq(jobItems.state, 'sent')))
}

async function forgetExpired(): Promise<void> {
  const db = await consoleDb()
  await db
    .delete(jobs)
    .where(and(lte(jobs.expiresAt, new Date(now())), sql`${jobs.finishedAt} is not null`))
}

/** Whether a job was paused until a time that has come: a worker should take it up. */
export function isLimitOver() {
  return and(
    eq(jobs.waitsFor, 'limit'),
    lte(sql`${jobs.progress}->>'until'`, new Date(now()).toISOString()),
  )
}

function isMine({ id, fence }: JobRow) {
  return and(eq(jobs.id, id), eq(jobs.fence, fence), inArray(jobs.state, ['running', 'paused']))
}

function hasFence({ id, fence }: JobRow) {
  return sql`exists (select 1 from ${jobs} where ${jobs.id} = ${id} and ${jobs.fence} = ${fence})`
}

async function selectJobs(which: ReturnType<typeof and>, limit: number): Promise<Job[]> {
  const db = await consoleDb()
  const found = await db
    .select({ job: jobs, name: user.name })
    .from(jobs)
    .leftJoin(user, eq(user.id, jobs.accountId))
    .where(which)
    .orderBy(desc(jobs.startedAt))
    .limit(limit)
  return found.map(({ job, name }) => toJob(job, name))
}

function toJob(
  { id, kind, title, state, waitsFor, progress, failure, ...row }: JobRow,
  name: string | null,
): Job {
  return {
    id,
    kind,
    title,
    state,
    progress,
    failure,
    is_open: (openStates as readonly JobState[]).includes(state),
    waits_for: waitsFor === 'gate' ? 'person' : waitsFor,
    account_id: row.accountId,
    requested_by:
      name ?? (row.accountId === consoleAccountId ? 'The console' : 'somebody who has left'),
    started_at: row.startedAt.toISOString(),
    finished_at: row.finishedAt?.toISOString() ?? null,
  }
}

/** The owner of the console's own upkeep. */
export const consoleAccountId = 'console'

async function sealFor(origin: string, record: string[], value: Json): Promise<string> {
  return seal(JSON.stringify(value), targetOf(origin, record))
}

async function openFor(origin: string, record: string[], sealed: string): Promise<Json> {
  // Only sealFor wrote it.
  return JSON.parse((await open(sealed, targetOf(origin, record))).reveal()) as Json
}

function targetOf(origin: string, record: string[]) {
  return { purpose: 'job' as const, record: JSON.stringify(record), origin }
}
