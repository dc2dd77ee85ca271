import 'server-only'
import { PgBoss, type ConstructorOptions } from 'pg-boss'
import { databasePool } from '#lib/console/db.ts'
import { logDefect } from '#lib/console/log.ts'
import { databaseUrl, isOnlyProcess } from '#lib/console/settings.ts'
import { isDatabaseAway } from '#lib/console/postgres.ts'
import { processState } from '#lib/console/process-state.ts'
import { inRequest } from '#lib/console/request-id.ts'
import { jobsQueue, minutesQueue, upkeepQueue } from './delivery-tables.ts'
import { jobsToDeliver, placeInLine } from './store.ts'

// pg-boss hands each job to one process that receives, and again to another if that one dies, and
// rings once a minute in one of them. A process that only sends wakes them by NOTIFY. The tables of
// store.ts are the truth about jobs: a delivery only says "look at job X".

/**
 * Handles deliveries. `onJob` ends when the job ends or rests; `signal` aborts when the process
 * stops.
 */
export type Receiver = {
  onJob: (id: string, signal: AbortSignal) => Promise<void>
  onMinute: () => Promise<void>
}

type Delivery = {
  boss: PgBoss
  workers: { [queue: string]: string[] }
  stopping: AbortController
  looking: NodeJS.Timeout | undefined
}

const state = processState<{ delivery: Promise<Delivery>; stopJobs: () => Promise<void> }>()

// Jobs that run at the same time in one process, by queue: however many jobs people start, upkeep
// never waits for them.
const atOnce = { [jobsQueue]: 4, [upkeepQueue]: 1 }
const pollSeconds = 30
const lookEveryMs = 30_000
// A process that says nothing for so long counts as dead.
const heartbeatSeconds = 20

// A receiver has connections of its own, one of which listens. The library hands `query_timeout`,
// which its types do not name, to its driver: a silent database costs a connection, not the worker.
const ownConnections = {
  max: 3,
  connectionTimeoutMillis: 10_000,
  options: '-c statement_timeout=10000',
  query_timeout: 12_000,
}

/**
 * Begins to send jobs from this process and, with a receiver, to receive them in it, once. The jobs
 * of an ended process are taken up: at once where no second process can receive, otherwise when its
 * heartbeat stops.
 */
export function startDelivery(receiver: Receiver | undefined): Promise<void> {
  // What is received later belongs to no request that began it.
  const open = () => (receiver ? openReceiver(receiver) : openSender())
  state.delivery ??= inRequest(undefined, open).catch((error: unknown) => {
    delete state.delivery
    throw error
  })
  return state.delivery.then(() => undefined)
}

/**
 * Hands a job to a process. Of the jobs that wait, those with the fewest older jobs of their
 * account come first, so accounts take turns. Does nothing if the job is on its way already, or if
 * this process has not started to send.
 */
export async function deliver(id: string): Promise<void> {
  const delivery = await state.delivery?.catch(() => undefined)
  if (!delivery || delivery.stopping.signal.aborted) return
  const { isUpkeep, ahead } = await placeInLine(id)
  const queue = isUpkeep ? upkeepQueue : jobsQueue
  await delivery.boss.send(queue, { id }, { singletonKey: id, priority: -ahead })
  for (const worker of delivery.workers[queue] ?? []) delivery.boss.notifyWorker(worker)
}

/**
 * Ends the work in this process, before its database is closed. The jobs that it runs go back into
 * the queue.
 */
export async function stopDelivery(): Promise<void> {
  const delivery = await state.delivery?.catch(() => undefined)
  delete state.delivery
  if (!delivery) return
  clearInterval(delivery.looking)
  delivery.stopping.abort()
  await delivery.boss.stop({ graceful: true, timeout: 2_000 }).catch(() => undefined)
}

async function openSender(): Promise<Delivery> {
  const pool = await databasePool()
  const db = { executeSql: async (text: string, values?: unknown[]) => pool.query(text, values) }
  const boss = await startBoss({ db, supervise: false, schedule: false })
  state.stopJobs = stopDelivery
  return { boss, workers: {}, stopping: new AbortController(), looking: undefined }
}

async function openReceiver(receiver: Receiver): Promise<Delivery> {
  const isAlone = isOnlyProcess()
  const boss = await startBoss({
    ...ownConnections,
    connectionString: databaseUrl(),
    useListenNotify: true,
    superviseIntervalSeconds: isAlone ? 300 : heartbeatSeconds,
    monitorIntervalSeconds: isAlone ? 300 : heartbeatSeconds,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 30,
  })
  // No other process receives, so whatever was being worked on is not any more.
  if (isAlone) for (const queue of Object.keys(atOnce)) await boss.deleteAllJobs(queue)
  const stopping = new AbortController()
  const workers: Delivery['workers'] = {}
  for (const [queue, count] of Object.entries(atOnce))
    for (let i = 0; i < count; i += 1)
      (workers[queue] ??= []).push(
        await boss.work<{ id: string }>(
          queue,
          { pollingIntervalSeconds: pollSeconds },
          async ([job]) => {
            if (job)
              await receiver.onJob(job.data.id, AbortSignal.any([stopping.signal, job.signal]))
          },
        ),
      )
  await boss.work(minutesQueue, { pollingIntervalSeconds: pollSeconds }, () => receiver.onMinute())
  await boss.schedule(minutesQueue, '* * * * *')
  const look = async (lost: boolean) => {
    for (const id of await jobsToDeliver(lost)) await deliver(id)
  }
  const looking = setInterval(() => void look(false).catch(() => {}), lookEveryMs).unref()
  // After this function has returned, so that `deliver` finds it.
  setImmediate(() => void look(isAlone).catch((error: unknown) => logDefect(error, 'jobs')))
  state.stopJobs = stopDelivery
  return { boss, workers, stopping, looking }
}

async function startBoss(given: ConstructorOptions): Promise<PgBoss> {
  const boss = new PgBoss({
    // The migration has made the tables, with a role that may (db.ts).
    migrate: false,
    createSchema: false,
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
    openTelemetry: { enabled: false },
    ...given,
  })
  boss.on('error', (error) => {
    if (!isDatabaseAway(error)) logDefect(error, 'jobs')
  })
  await boss.start()
  return boss
}
