import 'server-only'
import { randomUUID } from 'node:crypto'
import { and, desc, eq, lt, lte, ne, sql } from 'drizzle-orm'
import { errors } from '#lib/contract/errors.ts'
import { fail, type Failure, type Result } from '#lib/core/result.ts'
import { now } from './clock.ts'
import type { Connection } from './connections/connections.ts'
import { consoleDb } from './db.ts'
import { open, seal } from './connections/key-store.ts'
import { log, logDefect } from './log.ts'
import { processState } from '#lib/console/process-state.ts'
import { jobParts, jobs, user } from './schema.ts'
import { databasePlace } from './settings.ts'

/** The owner of a job: the same kind of work with another partner or key is another job. */
export type JobOwner = { accountId: string; connection: Pick<Connection, 'boundTo'> }

/** A job's progress in words and counts; `total` is null while unknown. */
export type JobProgress = { words: string; done: number; total: number | null }

/** `interrupted`: the server stopped during the job. Times are ISO text in UTC. */
export type Job = {
  id: string
  state: 'running' | 'done' | 'failed' | 'cancelled' | 'interrupted'
  progress: JobProgress
  failure: Pick<Failure, 'name' | 'message'> | null
  requested_by: string
  started_at: string
  finished_at: string | null
}

/** The work of a job: it reports progress, stops soon after the signal, and returns its result as named texts. */
export type JobWork = (tools: {
  report: (progress: JobProgress) => Promise<void>
  signal: AbortSignal
}) => Promise<Result<ReadonlyMap<string, string>>>

type Row = typeof jobs.$inferSelect

const retentionMs = 7 * 86_400_000
const leaseSeconds = 30
const reportEveryMs = 300
// The pauses between attempts to write a job's end while the database does not answer: as long as its lease lasts
// without renewal.
const endWaitsMs = [500, 1_500, 3_000, 5_000, 8_000, 10_000]

const state = processState<{ runningJobs: Map<string, AbortController> }>()

/**
 * Starts a job in this process. If a job of this kind already runs for the same partner and key, returns that one. Does
 * not wait for the end; `newestJob` returns the progress.
 */
export async function startJob(owner: JobOwner, kind: string, work: JobWork): Promise<{ job: Job; isNew: boolean }> {
  const db = await consoleDb()
  await forgetExpired()
  await endAbandoned(sql`${jobs.leaseUntil} < now()`)
  const at = new Date(now())
  const columns = {
    id: randomUUID(),
    kind,
    connection: owner.connection.boundTo,
    accountId: owner.accountId,
    state: 'running',
    progress: { words: 'Starting', done: 0, total: null },
    leaseUntil: lease(),
    startedAt: at,
    expiresAt: new Date(at.getTime() + retentionMs),
  } as const
  const [row] = await db.insert(jobs).values(columns).onConflictDoNothing().returning()
  if (row) void run(row, work)
  const job = await newestJob(owner, kind)
  if (!job) throw new Error('a job that was just stored is gone')
  return { job, isNew: row !== undefined }
}

/** The latest job of a kind for this partner and key; undefined without one. */
export async function newestJob(
  owner: Pick<JobOwner, 'connection'>,
  kind: string,
  state?: Job['state'],
): Promise<Job | undefined> {
  const db = await consoleDb()
  await endAbandoned(sql`${jobs.leaseUntil} < now()`)
  const wanted = and(eq(jobs.kind, kind), eq(jobs.connection, owner.connection.boundTo), state && eq(jobs.state, state))
  const [found] = await db
    .select({ job: jobs, name: user.name })
    .from(jobs)
    .leftJoin(user, eq(user.id, jobs.accountId))
    .where(wanted)
    .orderBy(desc(jobs.startedAt))
    .limit(1)
  return found && toJob(found.job, found.name)
}

/** One part of a job's result; undefined if this partner and key have no such part. */
export async function readJobPart(
  owner: Pick<JobOwner, 'connection'>,
  id: string,
  part: string,
): Promise<string | undefined> {
  const db = await consoleDb()
  const mine = and(eq(jobParts.jobId, id), eq(jobParts.part, part), eq(jobs.connection, owner.connection.boundTo))
  const [found] = await db
    .select({ sealed: jobParts.sealedValue })
    .from(jobParts)
    .innerJoin(jobs, eq(jobs.id, jobParts.jobId))
    .where(mine)
  return found && (await open(found.sealed, targetOf(id, part, owner.connection.boundTo))).reveal()
}

/** Asks a job to stop, in whatever process it runs. */
export async function cancelJob(owner: Pick<JobOwner, 'connection'>, id: string): Promise<void> {
  const db = await consoleDb()
  const cancelled = await db
    .update(jobs)
    .set({ isCancelAsked: true })
    .where(and(eq(jobs.id, id), eq(jobs.connection, owner.connection.boundTo), eq(jobs.state, 'running')))
    .returning({ id: jobs.id })
  if (cancelled.length > 0) state.runningJobs?.get(id)?.abort()
}

/** At the start: marks the jobs of a lost process as interrupted. An embedded database never has two processes. */
export async function endJobsOfEarlierProcess(): Promise<void> {
  await forgetExpired()
  await endAbandoned('directory' in databasePlace() ? sql`true` : sql`${jobs.leaseUntil} < now()`)
}

async function run(row: Row, work: JobWork): Promise<void> {
  state.runningJobs ??= new Map()
  const control = new AbortController()
  state.runningJobs.set(row.id, control)
  let reported = 0
  const report = async (progress: JobProgress) => {
    if (performance.now() - reported < reportEveryMs) return
    reported = performance.now()
    // A short outage of the database ends no work: the lease shows whether the job is still ours.
    await renewLease(row, control, progress).catch(() => {})
  }
  // A partner may be slow between two reports: meanwhile, renew the lease and check for a cancellation.
  const renewal = setInterval(() => void renewLease(row, control).catch(() => {}), (leaseSeconds * 1000) / 3)
  try {
    const result = await work({ report, signal: control.signal })
    if (control.signal.aborted) await retryWrite(() => end(row, 'cancelled'))
    else if (result.ok) await finish(row, result.value)
    else await retryWrite(() => end(row, 'failed', storable(result.error)))
  } catch (error) {
    const { message, name } = fail('Unexpected', `Something went wrong (${logDefect(error, row.kind)}).`).error
    await retryWrite(() => end(row, 'failed', { name, message })).catch((again: unknown) => logDefect(again, row.kind))
  } finally {
    clearInterval(renewal)
    state.runningJobs.delete(row.id)
  }
}

// The message of a refusal is the partner's own text. It may quote a patient, so neither the database nor the people who
// see the job get it.
function storable({ name, message }: Failure): NonNullable<Job['failure']> {
  const isPartners = name === 'PartnerRefused' || Object.hasOwn(errors, name)
  return { name, message: isPartners ? `The partner refused a request (${name}).` : message }
}

// No row: another process marked our job as interrupted, so this process must stop it.
async function renewLease({ id }: Row, control: AbortController, progress?: JobProgress): Promise<void> {
  const db = await consoleDb()
  const [job] = await db
    .update(jobs)
    .set({ leaseUntil: lease(), ...(progress ? { progress } : {}) })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'running')))
    .returning({ stop: jobs.isCancelAsked })
  if (!job || job.stop) control.abort()
}

async function finish(row: Row, parts: ReadonlyMap<string, string>): Promise<void> {
  const sealed = await Promise.all(
    [...parts].map(async ([part, value]) => ({
      jobId: row.id,
      part,
      sealedValue: await seal(value, targetOf(row.id, part, row.connection)),
    })),
  )
  const isOurs = await retryWrite(async () =>
    (await consoleDb()).transaction(async (tx) => {
      const [ended] = await tx
        .update(jobs)
        .set({ state: 'done', finishedAt: new Date(now()) })
        .where(and(eq(jobs.id, row.id), eq(jobs.state, 'running')))
        .returning({ id: jobs.id })
      // Another process took over this job; discard our result.
      if (!ended) return false
      for (let at = 0; at < sealed.length; at += 100) await tx.insert(jobParts).values(sealed.slice(at, at + 100))
      // Store only the newest result.
      await tx
        .delete(jobs)
        .where(
          and(
            eq(jobs.kind, row.kind),
            eq(jobs.connection, row.connection),
            ne(jobs.id, row.id),
            ne(jobs.state, 'running'),
          ),
        )
      return true
    }),
  )
  if (isOurs)
    log('info', 'job done', { operation: row.kind, duration_ms: now() - row.startedAt.getTime(), count: parts.size })
}

// A short outage of the database must not lose minutes of work, nor leave the job marked as running.
async function retryWrite<T>(write: () => Promise<T>): Promise<T> {
  for (const wait of endWaitsMs) {
    try {
      return await write()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, wait))
    }
  }
  return write()
}

async function end(
  { id, kind, connection }: Row,
  state: 'failed' | 'cancelled',
  failure?: Job['failure'],
): Promise<void> {
  const db = await consoleDb()
  const [ended] = await db
    .update(jobs)
    .set({ state, finishedAt: new Date(now()), failure: failure ?? null })
    .where(and(eq(jobs.id, id), eq(jobs.state, 'running')))
    .returning({ id: jobs.id })
  // Another process took over this job; its result is newer.
  if (!ended) return
  const earlier = and(
    eq(jobs.kind, kind),
    eq(jobs.connection, connection),
    ne(jobs.id, id),
    ne(jobs.state, 'running'),
    ne(jobs.state, 'done'),
  )
  await db.delete(jobs).where(earlier)
  log('info', `job ${state}`, { operation: kind, ...(failure ? { error_name: failure.name } : {}) })
}

async function endAbandoned(which: ReturnType<typeof sql>): Promise<void> {
  const db = await consoleDb()
  await db
    .update(jobs)
    .set({ state: 'interrupted', finishedAt: new Date(now()) })
    .where(and(eq(jobs.state, 'running'), which))
}

async function forgetExpired(): Promise<void> {
  const db = await consoleDb()
  await db.delete(jobs).where(and(lte(jobs.expiresAt, new Date(now())), lt(jobs.leaseUntil, sql`now()`)))
}

// By the database's clock, which all processes share.
function lease() {
  return sql`now() + make_interval(secs => ${leaseSeconds})`
}

function toJob({ id, state, progress, failure, startedAt, finishedAt }: Row, name: string | null): Job {
  return {
    id,
    state,
    progress,
    failure,
    requested_by: name ?? 'somebody who has left',
    started_at: startedAt.toISOString(),
    finished_at: finishedAt?.toISOString() ?? null,
  }
}

function targetOf(id: string, part: string, origin: string) {
  return { purpose: 'job' as const, record: JSON.stringify([id, part]), origin }
}
