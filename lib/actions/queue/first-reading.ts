import 'server-only'
import { activeConnection, type Connection } from '#lib/console/connections/connections.ts'
import { logDefect } from '#lib/console/log.ts'
import { processState } from '#lib/console/process-state.ts'
import { inRequest, newRequestId } from '#lib/console/request-id.ts'
import { noteReading, readHead, type SnapshotHead } from '#lib/console/queue/snapshot.ts'
import { consoleAccount } from '#lib/actions/jobs/job-kind.ts'
import { enqueueJob, startDueJobs } from '#lib/actions/jobs/run-job.ts'
import { queueModel } from './model.ts'
import { queueRefresh } from './refresh-job.ts'

const state = processState<{ firstReading: Promise<unknown>; opening: NodeJS.Timeout }>()

// A queue that nobody looked at for half a day is opened anew.
const openedEveryMs = 3_600_000

/**
 * Once for each process: begins the first reading of the queue, so that nobody who opens it waits
 * for it, and the jobs that became due while the console was off. It never throws and nothing waits
 * for it. A queue that was read before is read again when somebody is here.
 */
export function workAtStart(): Promise<unknown> {
  state.firstReading ??= begin().catch((error: unknown) => void logDefect(error, 'workAtStart'))
  return state.firstReading
}

/**
 * Once for each process, and then every hour: opens the queue in memory, so that nobody waits for
 * it, neither after a start nor in the morning. It never throws and nothing waits for it.
 */
export async function openQueueAtStart(): Promise<void> {
  if (state.opening) return
  const open = () =>
    activeConnection()
      .then(queueModel)
      .catch((error: unknown) => void logDefect(error, 'openQueueAtStart'))
  // It outlives the request that begins it.
  state.opening = setInterval(() => void inRequest(newRequestId(), open), openedEveryMs).unref()
  await open()
}

async function begin(): Promise<void> {
  const connection = await activeConnection()
  if (isUnread(await readHead(connection.boundTo))) await startReading(connection)
  await startDueJobs()
}

/** True for a queue that was never read and is not being read. */
export function isUnread({
  readAt,
  isReading,
}: Pick<SnapshotHead, 'readAt' | 'isReading'>): boolean {
  return readAt === null && !isReading
}

/**
 * Starts a reading. It counts as under way before its job is delivered, so that pages keep asking
 * for what it finds.
 */
export async function startReading(connection: Connection): Promise<void> {
  await noteReading(connection.boundTo)
  await enqueueJob({ account: consoleAccount, connection }, queueRefresh, {})
}
