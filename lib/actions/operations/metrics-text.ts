import 'server-only'
import type { Gauge } from 'prom-client'
import { count, min, sql } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { consoleDb, databasePool } from '#lib/console/db.ts'
import { metrics } from '#lib/console/metrics.ts'
import { readHead } from '#lib/console/queue/snapshot.ts'
import { drafts, jobs } from '#lib/console/schema.ts'
import { knownKind } from '#lib/core/partner-state.ts'
import { partnerState } from '#lib/partner/call.ts'

/**
 * What Prometheus reads: what this process counted, and how the installation stands now. While the
 * database does not answer, that is all that is known of the installation.
 */
export async function metricsText(): Promise<{ text: string; contentType: string }> {
  const kept = metrics()
  if (!kept) return { text: '', contentType: 'text/plain' }
  const { registry, gauges } = kept
  for (const gauge of Object.values(gauges)) leaveOut(gauge)
  const isUp = await setGauges(gauges).then(
    () => true,
    () => false,
  )
  gauges.databaseUp.set(Number(isUp))
  return { text: await registry.metrics(), contentType: registry.contentType }
}

// A reset gauge without labels reads 0, as if 0 had been measured.
function leaveOut(gauge: Gauge<string>): void {
  gauge.reset()
  gauge.remove({})
}

type Gauges = NonNullable<ReturnType<typeof metrics>>['gauges']

async function setGauges(gauges: Gauges): Promise<void> {
  const db = await consoleDb()
  const connection = await activeConnection()
  const [open, [draftCount], { readAt }, pool] = await Promise.all([
    db
      .select({ kind: jobs.kind, state: jobs.state, count: count(), since: min(jobs.startedAt) })
      .from(jobs)
      .where(sql`${jobs.state} in ('queued', 'running', 'paused')`)
      .groupBy(jobs.kind, jobs.state),
    db.select({ count: count() }).from(drafts),
    readHead(connection.boundTo),
    databasePool(),
  ])
  for (const { kind, state, count: jobsOfKind } of open)
    gauges.openJobs.set({ kind, state }, jobsOfKind)
  const waiting = open.filter(({ state }) => state === 'queued').flatMap(({ since }) => since ?? [])
  gauges.oldestJob.set(waiting.length === 0 ? 0 : secondsSince(Math.min(...waiting.map(Number))))
  gauges.drafts.set(draftCount?.count ?? 0)
  if (readAt) gauges.queueAge.set(secondsSince(Number(readAt)))
  const partner = knownKind(partnerState(connection))
  if (partner !== 'unknown') gauges.partnerUp.set(Number(partner === 'answers'))
  gauges.connections.set({ state: 'idle' }, pool.idleCount)
  gauges.connections.set({ state: 'used' }, pool.totalCount - pool.idleCount)
  gauges.connections.set({ state: 'waited_for' }, pool.waitingCount)
}

function secondsSince(at: number): number {
  return Math.max(0, (now() - at) / 1_000)
}
