import 'server-only'
import { now } from '#lib/console/clock.ts'
import { activeConnection, type Connection } from '#lib/console/connections/connections.ts'
import { newestJob, readJobPart, type Job } from '#lib/console/jobs/store.ts'
import { dayNow } from '#lib/console/time-zone.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { Unlinked, Worth } from '#lib/lists/overview.ts'
import type { JobKind, JobTools } from '#lib/actions/jobs/job-kind.ts'
import { queueModel } from '#lib/actions/queue/model.ts'
import { isAnybodyHere } from '#lib/actions/queue/refresh-job.ts'
import { readErrorHistory } from '#lib/partner/error-history.ts'
import { recordedDays, watchErrors, type Watch } from './cleared.ts'
import { readUnlinked } from './unlinked.ts'

const overviewKind = 'overview-reading'
const unlinkedKind = 'overview-unlinked'
const unlinkedPart = 'unlinked'
const watchPart = 'watch'
const daysPart = 'cleared'

/** How often the claims that left the errors are looked at. Only their ids are asked for. */
const watchEveryMs = 5 * 60_000
/**
 * How often the partner's list of billable captures without a claim is walked by itself; sooner
 * after a failure.
 */
const unlinkedEveryMs = 15 * 60_000
const unlinkedAgainMs = 5 * 60_000

/**
 * Looks what became of the claims that were in error. The console owns it, and while somebody is
 * signed in it runs every five minutes, once the queue was read.
 */
export const overviewReading = {
  kind: overviewKind,
  task: 'readQueue',
  title: () => 'Reading the overview',
  single: 'connection',
  isQuiet: true,
  run: readCleared,
  everyMinute: async () => whenDue(overviewKind, () => watchEveryMs),
} as const satisfies JobKind<Record<string, never>>

/**
 * Counts the billable captures without a claim. The console owns it, and while somebody is signed
 * in it runs every 15 minutes. A count that failed leaves the one before, with its age.
 */
export const unlinkedReading = {
  kind: unlinkedKind,
  task: 'readQueue',
  title: () => 'Reading the captures without a claim',
  single: 'connection',
  isQuiet: true,
  run: readUnlinkedAnew,
  everyMinute: async () =>
    whenDue(unlinkedKind, (job) => (job.state === 'done' ? unlinkedEveryMs : unlinkedAgainMs)),
} as const satisfies JobKind<Record<string, never>>

async function readUnlinkedAnew(
  reading: Pick<JobTools, 'retrying' | 'signal' | 'part'>,
): Promise<Result<void>> {
  const unlinked = await readUnlinked(reading)
  if (!unlinked.ok) return unlinked
  if (!reading.signal.aborted) await reading.part(unlinkedPart, JSON.stringify(unlinked.value))
  return ok(undefined)
}

async function readCleared(
  reading: Pick<JobTools, 'connection' | 'retrying' | 'signal' | 'part'>,
): Promise<Result<void>> {
  const { connection, part } = reading
  const known = await newestPart<Watch>(connection, overviewKind, watchPart)
  const model = await queueModel(connection)
  // Before the first whole reading claims are missing that are in error.
  const watched =
    model.head.readAt === null ? ok(known) : await watchErrors(model, known ?? undefined, reading)
  if (!watched.ok) return watched
  if (watched.value === null) return ok(undefined)
  if (known === null) {
    const history = await readErrorHistory(connection, reading.signal)
    if (history) watched.value.records = recordedDays(history)
  }
  if (reading.signal.aborted) return ok(undefined)
  const { open: _open, ...counted } = watched.value
  await part(watchPart, JSON.stringify(watched.value))
  await part(daysPart, JSON.stringify(counted satisfies Known['cleared']))
  return ok(undefined)
}

type Known = {
  unlinked: Unlinked | null
  /**
   * The captures without a claim are being counted; `false` once a count has ended, whatever it
   * came to.
   */
  isUnlinkedOpen: boolean | undefined
  cleared: Omit<Watch, 'open'> | null
}

/** What the newest ended readings found; null for what none has read yet. */
export async function knownFigures(connection: Pick<Connection, 'boundTo'>): Promise<Known> {
  // The job before its figures: one that ends in between has stored them.
  const newest = await newestJob(connection, unlinkedKind)
  const [unlinked, cleared] = await Promise.all([
    newestPart<Unlinked>(connection, unlinkedKind, unlinkedPart),
    newestPart<NonNullable<Known['cleared']>>(connection, overviewKind, daysPart),
  ])
  return { unlinked, isUnlinkedOpen: newest?.is_open, cleared }
}

/**
 * The claims that the partner accepted today after the account was the last to save one of their
 * captures, as the last look found them.
 */
export async function clearedToday(
  connection: Pick<Connection, 'boundTo'>,
  accountId: string,
): Promise<Worth> {
  const cleared = await newestPart<NonNullable<Known['cleared']>>(
    connection,
    overviewKind,
    daysPart,
  )
  const today = dayNow()
  const own = cleared?.days.find(({ day, account_id }) => day === today && account_id === accountId)
  return { claims: own?.claims ?? 0, cents: own?.cents ?? 0 }
}

async function newestPart<T>(
  connection: Pick<Connection, 'boundTo'>,
  kind: string,
  part: string,
): Promise<T | null> {
  const job = await newestJob(connection, kind, 'done')
  const text = job && (await readJobPart(connection, job.id, part))
  return text === undefined ? null : (JSON.parse(text) as T) // the kind's job stored this type
}

async function whenDue(
  kind: string,
  everyMs: (job: Job) => number,
): Promise<Record<string, never> | undefined> {
  const job = await newestJob(await activeConnection(), kind)
  const isDue =
    job !== undefined && !job.is_open && now() - Date.parse(job.started_at) >= everyMs(job)
  return isDue && (await isAnybodyHere()) ? {} : undefined
}
