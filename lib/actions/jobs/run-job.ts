import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { withActor } from '#lib/console/audit.ts'
import { accountOfId } from '#lib/console/accounts/account-of-token.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { TooManyReads } from '#lib/console/accounts/read-budget.ts'
import { elapsed, now } from '#lib/console/clock.ts'
import {
  activeConnection,
  storedConnection,
  toConnection,
  type Connection,
} from '#lib/console/connections/connections.ts'
import { deliver, startDelivery, type Receiver } from '#lib/console/jobs/delivery.ts'
import {
  askOfJob,
  beginRun,
  clearParts,
  consoleAccountId,
  endRun,
  handBackRun,
  inputOf,
  noteProgress,
  pauseRun,
  putPart,
  readJobPart,
  storable,
  storeJob,
  type Job,
  type JobProgress,
  type JobRow,
  type NewJob,
} from '#lib/console/jobs/store.ts'
import { log, logDefect } from '#lib/console/log.ts'
import { isDatabaseAway } from '#lib/console/postgres.ts'
import { processState } from '#lib/console/process-state.ts'
import { inRequest, newRequestId } from '#lib/console/request-id.ts'
import { takes } from '#lib/console/settings.ts'
import { traced } from '#lib/console/traces.ts'
import type { Json } from '#lib/core/json.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { workOnItems } from './each-item.ts'
import { consoleAccount, type JobKind, type JobTools } from './job-kind.ts'
import { jobKinds } from './kinds.ts'
import { askWithRetry } from './retry-policy.ts'
import { Stopped, type Pause, type Run, type StopReason } from './run.ts'

const state = processState<{
  runningJobs: Map<string, (reason: StopReason) => void>
  jobPauseMs: number
}>()

const reportEveryMs = 300
const checkEveryMs = 30_000
const lookEveryMs = 2_000
const pauseMs = 10_000
const databaseAskedEveryMs = 1_000
// The pauses between attempts to write a job's end while the database does not answer.
const endWaitsMs = [500, 1_500, 3_000, 5_000, 8_000, 10_000]

// Each run of a job has an id in the log and at the partner, as a request has.
const receiver: Receiver = {
  onJob: (id, stopping) => inRequest(newRequestId(), () => runJob(id, stopping)),
  onMinute: () => inRequest(newRequestId(), startDueJobs),
}

/**
 * Starts to hand jobs over and, if this process takes the worker's part, to run those that wait
 * here, also those of an earlier process. Safe to call again.
 */
export function startJobs(): Promise<void> {
  return startDelivery(takes('worker') ? receiver : undefined)
}

/**
 * Starts a job of the person (or of `consoleAccount`) with this connection, and returns at once.
 * `items` are the records to work on; of a record that is given twice, the last input counts. If
 * the kind is `single` and one is open, that one is returned and `isNew` is false. `together` is
 * stored in one transaction with a new job, or refuses it by throwing. Throws TooManyJobs beyond
 * the kind's `mostOpen`.
 */
export async function enqueueJob<Input extends Json>(
  { account, connection }: ActionContext,
  kind: JobKind<Input>,
  input: Input,
  items: readonly { record: string; input?: Json }[] = [],
  together?: NewJob['together'],
): Promise<{ job: Job; isNew: boolean }> {
  const of = kind.single === 'account' ? ` ${account.id}` : ''
  const stored = await storeJob({
    kind: kind.kind,
    title: kind.title(input),
    singleKey: kind.single ? `${kind.kind} ${connection.boundTo}${of}` : null,
    mostOpen: kind.mostOpen,
    isQuiet: kind.isQuiet ?? false,
    input,
    items,
    accountId: account.id,
    connection,
    together,
  })
  await handOver(stored.job.id)
  return stored
}

/**
 * Hands a queued job to a process. If the database has just gone, the next look at the queue does
 * it.
 */
export async function handOver(id: string): Promise<void> {
  try {
    await startJobs()
    await deliver(id)
  } catch (error) {
    logDefect(error, 'jobs')
  }
}

/** Asks a job to pause or to end, in whatever process it runs. Returns false if it is not open. */
export async function askJob(id: string, what: 'pause' | 'cancel'): Promise<boolean> {
  const isOpen = await askOfJob(id, what)
  if (isOpen) state.runningJobs?.get(id)?.(what)
  return isOpen
}

/** Starts the jobs that the console itself owes now. Called once a minute in one process. */
export async function startDueJobs(): Promise<void> {
  for (const kind of jobKinds)
    try {
      const input = await kind.everyMinute?.()
      if (input === undefined) continue
      const context = { account: consoleAccount, connection: await activeConnection() }
      const { job, isNew } = await enqueueJob(context, kind, input)
      // Only upkeep is not worth a row in the trail.
      if (isNew && !kind.isQuiet) await recordAct(context, 'outcome', kind.task, [job.id])
    } catch (error) {
      logDefect(error, kind.kind)
    }
}

// A job that was resumed while its last run was ending is run again by the same delivery.
async function runJob(id: string, stopping: AbortSignal): Promise<void> {
  let row = await beginRun(id)
  while (row && !stopping.aborted) {
    const current = row
    const isCut = await traced(`job ${row.kind}`, 'internal', () => runOnce(current, stopping))
    // It is over, or in the queue again.
    if (stopping.aborted && !isCut) return
    row = isCut ? await beginAfterOutage(row, stopping) : await beginRun(id, true)
  }
  // A delivery that failed goes to another process.
  if (stopping.aborted) throw new Error('The process stops.')
}

// Undefined if another process has taken the job over meanwhile.
async function beginAfterOutage(row: JobRow, stopping: AbortSignal): Promise<JobRow | undefined> {
  while (!stopping.aborted) {
    await sleep(state.jobPauseMs ?? databaseAskedEveryMs, undefined, { signal: stopping }).catch(
      () => {},
    )
    try {
      return (await noteProgress(row)) === 'lost' ? undefined : await beginRun(row.id)
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
  }
  return undefined
}

// True if the database went away in the middle: the job is still marked as running.
async function runOnce(row: JobRow, stopping: AbortSignal): Promise<boolean> {
  const control = new AbortController()
  let stopReason: StopReason | undefined
  const stop = (reason: StopReason) => {
    stopReason ??= reason
    control.abort()
  }
  const onStopping = () => stop('shutdown')
  stopping.addEventListener('abort', onStopping, { once: true })
  if (stopping.aborted) onStopping()
  state.runningJobs ??= new Map()
  state.runningJobs.set(row.id, stop)
  // A partner may be slow between two reports: meanwhile, look what people ask for.
  const looking = setInterval(() => void look().catch(() => {}), lookEveryMs)
  const look = async (change?: Parameters<typeof noteProgress>[1]) => {
    const asked = await noteProgress(row, change)
    if (asked) stop(asked)
  }
  try {
    const result = await work()
    if (stopReason !== undefined) await settle(row, stopReason)
    else if (!result.ok) await settle(row, result.error)
    else if (await retryWrite(() => endRun(row, 'done')))
      log('info', 'job done', { operation: row.kind, duration_ms: now() - row.startedAt.getTime() })
    return false
  } catch (error) {
    const reason = error instanceof Stopped ? error.reason : (stopReason ?? pauseOf(error))
    if (reason === undefined && isDatabaseAway(error)) return true
    const digest = reason === undefined ? logDefect(error, row.kind) : ''
    await settle(row, reason ?? fail('Unexpected', `Something went wrong (${digest}).`).error)
    return false
  } finally {
    clearInterval(looking)
    stopping.removeEventListener('abort', onStopping)
    if (state.runningJobs.get(row.id) === stop) state.runningJobs.delete(row.id)
  }

  async function work(): Promise<Result<void>> {
    const kind = jobKinds.find(({ kind: name }) => name === row.kind)
    if (!kind)
      return fail(
        'UnknownJob',
        'This version of the console does not know this kind of job. Start it again.',
      )
    const first = await contextOf(row, kind)
    if (!first.ok) return first
    let context = first.value
    let checkedAt = elapsed()
    let reportedAt = Number.NEGATIVE_INFINITY
    let unreported: JobProgress | undefined
    const throwIfStopped = () => {
      if (stopReason !== undefined) throw new Stopped(stopReason)
    }
    const run: Run = {
      row,
      kind,
      context: () => context,
      signal: control.signal,
      pauseMs: state.jobPauseMs ?? pauseMs,
      check: async (isDue = false) => {
        throwIfStopped()
        if (!isDue && elapsed() - checkedAt < checkEveryMs) return
        checkedAt = elapsed()
        const again = await contextOf(row, kind)
        if (!again.ok) throw new Stopped(again.error)
        context = again.value
      },
      report: async (progress, isUrgent = false) => {
        await run.check()
        unreported = progress
        if (!isUrgent && elapsed() - reportedAt < reportEveryMs) return
        unreported = undefined
        reportedAt = elapsed()
        // A short outage of the database ends no work.
        await look({ progress }).catch(() => {})
        throwIfStopped()
      },
      wait: async (progress) => {
        await look({ progress, waitsForPartner: true }).catch(() => {})
        throwIfStopped()
      },
      goOn: async () => {
        throwIfStopped()
        await look({ waitsForPartner: false }).catch(() => {})
        await run.check(true)
      },
    }
    const tools: JobTools = {
      id: row.id,
      input: await inputOf(row),
      get account() {
        return context.account
      },
      get connection() {
        return context.connection
      },
      report: (progress) => run.report(progress),
      signal: control.signal,
      retrying: (ask, done) =>
        askWithRetry({ ...run, connection: () => context.connection }, ask, done),
      part: async (name, text) => {
        throwIfStopped()
        await retryWrite(() => putPart(row, name, text))
      },
      stored: (name) => readJobPart(context.connection, row.id, name),
      forgetParts: async () => {
        throwIfStopped()
        await retryWrite(() => clearParts(row))
      },
      eachItem: (each, options) => workOnItems(run, tools, each, options),
    }
    if (!kind.keepsParts) await clearParts(row)
    const { account } = context
    const actor = { account: account.id === consoleAccountId ? null : account, place: null }
    const result = await withActor(actor, () => kind.run(tools))
    // People see the counts of the end, not those of 300 ms before it.
    if (unreported) await look({ progress: unreported }).catch(() => {})
    return result
  }
}

/** The owner and the connection as they are now, or in words why the job cannot go on. */
async function contextOf(row: JobRow, kind: JobKind): Promise<Result<ActionContext>> {
  const connection = await connectionOf(row)
  if (!connection.ok) return connection
  const account =
    row.accountId === consoleAccountId ? consoleAccount : await accountOfId(row.accountId)
  if (!account) return fail('Forbidden', 'The account that started this job has been disabled.')
  const isOwn = account === consoleAccount && (kind.isQuiet || kind.everyMinute !== undefined)
  if (!isOwn && !may(account.role, kind.task))
    return fail('Forbidden', `${account.name}’s role doesn’t include this any more.`)
  return ok({ account, connection: connection.value })
}

async function connectionOf(row: JobRow): Promise<Result<Connection>> {
  const stored = await storedConnection(row.connectionId)
  const stop = (why: string) => fail('ConnectionChanged', `${why} Nothing more was sent.`)
  if (!stored) return stop('The connection of this job is gone.')
  if (stored.disabledAt) return stop(`The connection “${stored.name}” was disabled.`)
  if (!stored.isActive) return stop(`Another connection than “${stored.name}” is active now.`)
  const connection = toConnection(stored)
  return connection.boundTo === row.connection
    ? ok(connection)
    : stop(`The connection “${stored.name}” leads to another partner now.`)
}

async function settle(row: JobRow, reason: StopReason): Promise<void> {
  // Another start of the job goes on with it.
  if (reason === 'lost') return
  if (reason === 'shutdown') return handBackRun(row)
  if (reason === 'pause') return retryWrite(() => pauseRun(row))
  if (typeof reason === 'object' && 'pause' in reason) {
    // The words that a person reads before they resume are about no count.
    const more =
      reason.until === undefined
        ? { done: 0, total: null }
        : { until: new Date(reason.until).toISOString() }
    return retryWrite(() => pauseRun(row, { words: reason.pause, ...more }))
  }
  const failure = reason === 'cancel' ? null : storable(reason)
  const isOurs = await retryWrite(() => endRun(row, failure ? 'failed' : 'cancelled', failure))
  if (isOurs)
    log('info', failure ? 'job failed' : 'job cancelled', {
      operation: row.kind,
      ...(failure && { error_name: failure.name }),
    })
}

// A job beyond its owner's limit of reads leaves its place to others and goes on when the limit has
// room again.
function pauseOf(error: unknown): Pause | undefined {
  if (!(error instanceof TooManyReads)) return undefined
  return { pause: `Paused: its owner’s account has ${error.did}. Done so far`, until: error.until }
}

// A short outage of the database must not lose minutes of work, nor leave the job marked as
// running.
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
