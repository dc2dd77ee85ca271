import 'server-only'
import { fromPglite, PgBoss, type ConstructorOptions } from 'pg-boss'
import { databaseEngine } from '#lib/console/db.ts'
import { logDefect } from '#lib/console/log.ts'
import { isDatabaseAway } from '#lib/console/postgres.ts'
import { processState } from '#lib/console/process-state.ts'
import { jobsQueue, minutesQueue } from './delivery-tables.ts'
import { jobsToDeliver } from './store.ts'

// pg-boss hands each job to one process and again to another if that one dies, and rings once a minute in one process.
// The tables of store.ts are the truth about jobs: a delivery only says "look at job X".

/** Handles deliveries. `onJob` ends when the job ends or rests; `signal` aborts when the process stops. */
export type Receiver = {
  onJob: (id: string, signal: AbortSignal) => Promise<void>
  onMinute: () => Promise<void>
}

type Delivery = { boss: PgBoss; workers: string[]; stopping: AbortController; looking: NodeJS.Timeout }

const state = processState<{ delivery: Promise<Delivery>; stopJobs: () => Promise<void> }>()

// Jobs that run at the same time in one process.
const atOnce = 4
const pollSeconds = 30
const lookEveryMs = 30_000
// A process that says nothing for so long counts as dead.
const heartbeatSeconds = 20

/**
 * Begins to receive jobs in this process, once. The jobs of an ended process are taken up: at once where no second
 * process can exist, otherwise when its heartbeat stops.
 */
export function startDelivery(receiver: Receiver): Promise<void> {
  state.delivery ??= open(receiver).catch((error: unknown) => {
    delete state.delivery
    throw error
  })
  return state.delivery.then(() => undefined)
}

/** Hands a job to a process. Does nothing if it is on its way already, or if none receives yet. */
export async function deliver(id: string): Promise<void> {
  const delivery = await state.delivery?.catch(() => undefined)
  if (!delivery || delivery.stopping.signal.aborted) return
  await delivery.boss.send(jobsQueue, { id }, { singletonKey: id })
  for (const worker of delivery.workers) delivery.boss.notifyWorker(worker)
}

/** Ends the work in this process, before its database is closed. The jobs that it runs stay open. */
export async function stopDelivery(): Promise<void> {
  const delivery = await state.delivery?.catch(() => undefined)
  delete state.delivery
  if (!delivery) return
  clearInterval(delivery.looking)
  delivery.stopping.abort()
  await delivery.boss.stop({ graceful: true, timeout: 2_000, close: false }).catch(() => undefined)
}

async function open(receiver: Receiver): Promise<Delivery> {
  const engine = await databaseEngine()
  const isAlone = engine.kind === 'pglite'
  const db =
    engine.kind === 'pglite'
      ? fromPglite(engine.client)
      : { executeSql: async (text: string, values?: unknown[]) => engine.pool.query(text, values) }
  const boss = new PgBoss({ ...options(isAlone), db })
  boss.on('error', (error) => {
    if (!isDatabaseAway(error)) logDefect(error, 'jobs')
  })
  await boss.start()
  // This process is the only one, so whatever was being worked on is not any more.
  if (isAlone) await boss.deleteAllJobs(jobsQueue)
  const stopping = new AbortController()
  const workers: string[] = []
  for (let i = 0; i < atOnce; i += 1)
    workers.push(
      await boss.work<{ id: string }>(jobsQueue, { pollingIntervalSeconds: pollSeconds }, async ([job]) => {
        if (job) await receiver.onJob(job.data.id, AbortSignal.any([stopping.signal, job.signal]))
      }),
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

function options(isAlone: boolean): ConstructorOptions {
  return {
    backend: isAlone ? 'pglite' : 'postgres',
    // The migration has made the tables, with a role that may (db.ts).
    migrate: false,
    createSchema: false,
    superviseIntervalSeconds: isAlone ? 300 : heartbeatSeconds,
    monitorIntervalSeconds: isAlone ? 300 : heartbeatSeconds,
    cronMonitorIntervalSeconds: 30,
    cronWorkerIntervalSeconds: 30,
    registerInstance: false,
    reindex: false,
    monitorVacuum: false,
    openTelemetry: { enabled: false },
  }
}
