import 'server-only'
import { now } from '#lib/console/clock.ts'
import { activeConnection, storedConnection } from '#lib/console/connections/connections.ts'
import { newestJob } from '#lib/console/jobs/store.ts'
import { dayAt, timeZone } from '#lib/console/time-zone.ts'
import { operations } from '#lib/contract/operations.ts'
import { addDays, firstInstantAt } from '#lib/core/local-date.ts'
import { call } from '#lib/partner/call.ts'

/** The hour of the organization's night at which the console starts its nightly jobs. */
export const nightHour = 2

/**
 * An empty input if the console should start the nightly job of a kind now: no job of the kind has
 * begun since the last 2:00 AM, and the partner answers a small question. A console that was off at
 * that hour is due at its next start. A connection that is younger than that hour waits for its
 * first night.
 */
export async function dueTonight(kind: string): Promise<Record<string, never> | undefined> {
  const connection = await activeConnection()
  const [newest, stored] = await Promise.all([
    newestJob(connection, kind),
    storedConnection(connection.id),
  ])
  const night = lastNight(now())
  if (!stored || stored.createdAt.getTime() >= night) return undefined
  if (newest && (newest.is_open || Date.parse(newest.started_at) >= night)) return undefined
  const reply = await call(connection, operations.listContractsV3, { query: { limit: 1 } })
  return reply.ok ? {} : undefined
}

/** The last start of a nightly hour at or before an instant; both are UTC milliseconds. */
export function lastNight(instant: number): number {
  const [zone, today] = [timeZone(), dayAt(instant)]
  const night = firstInstantAt(today, nightHour, zone).getTime()
  return night > instant ? firstInstantAt(addDays(today, -1), nightHour, zone).getTime() : night
}
