import 'server-only'
import type { Gauge } from 'prom-client'
import { and, count, eq, min, or, sql } from 'drizzle-orm'
import { now } from '#lib/console/clock.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { consoleDb, databasePool } from '#lib/console/db.ts'
import { isLimitOver } from '#lib/console/jobs/store.ts'
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
  const [open, [oldest], [draftCount], { readAt }, pool] = await Promise.all([
    db
      .select({ kind: jobs.kind, state: jobs.state, count: count() })
      .from(jobs)
      .where(sql`${jobs.state} in ('queued', 'running', 'paused')`)
      .groupBy(jobs.kind, jobs.state),
    // A person holds the other paused jobs, or their hourly limit does.
    db
      .select({ since: min(jobs.startedAt) })
      .from(jobs)
      .where(
        or(
          eq(jobs.state, 'queued'),
          and(eq(jobs.state, 'paused'), or(eq(jobs.waitsFor, 'partner'), isLimitOver())),
        ),
      ),
    db.select({ count: count() }).from(drafts),
    readHead(connection.boundTo),
    databasePool(),
  ])
  for (const { kind, state, count: jobsOfKind } of open)
    gauges.openJobs.set({ kind, state }, jobsOfKind)
  gauges.oldestJob.set(oldest?.since ? secondsSince(Number(oldest.since)) : 0)
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
