import 'server-only'
import { PgBoss, type Db } from 'pg-boss'

/**
 * The queues of people's jobs and of the console's own, each by its id, and the one that rings once
 * a minute.
 */
export const jobsQueue = 'jobs'
export const upkeepQueue = 'upkeep'
export const minutesQueue = 'minutes'

/** pg-boss's own schema in the console's database. */
export const deliverySchema = 'pgboss'

/** Makes or upgrades pg-boss's tables and queues. `db` belongs to the role that owns the tables. */
export async function migrateDelivery(db: Db): Promise<void> {
  const boss = new PgBoss({
    db,
    supervise: false,
    schedule: false,
    registerInstance: false,
    reindex: false,
    openTelemetry: { enabled: false },
  })
  boss.on('error', () => {})
  await boss.start()
  const lasting = {
    expireInSeconds: 86_000,
    retryLimit: 1_000_000,
    retryDelay: 5,
    retentionSeconds: 30 * 86_400,
    heartbeatSeconds: 20,
    // A process that sends a job wakes the one that receives it.
    notify: true,
  }
  const existing = new Set((await boss.getQueues()).map(({ name }) => name))
  // At most one delivery of a job at a time, by its id.
  for (const queue of [jobsQueue, upkeepQueue])
    if (existing.has(queue)) await boss.updateQueue(queue, { notify: true })
    else await boss.createQueue(queue, { policy: 'exclusive', deleteAfterSeconds: 60, ...lasting })
  if (!existing.has(minutesQueue))
    await boss.createQueue(minutesQueue, {
      policy: 'exclusive',
      expireInSeconds: 60,
      retryLimit: 0,
      deleteAfterSeconds: 60,
    })
  await boss.stop({ graceful: false, close: false })
}
