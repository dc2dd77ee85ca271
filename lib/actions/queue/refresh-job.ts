import 'server-only'
import { and, eq, gt, inArray } from 'drizzle-orm'
import { rolesThatMay } from '#lib/console/accounts/permissions.ts'
import { idleMs } from '#lib/console/accounts/session-cookie.ts'
import { now } from '#lib/console/clock.ts'
import { activeConnection } from '#lib/console/connections/connections.ts'
import { consoleDb } from '#lib/console/db.ts'
import { readHead } from '#lib/console/queue/snapshot.ts'
import { session, user } from '#lib/console/schema.ts'
import type { JobKind } from '#lib/actions/jobs/job-kind.ts'
import { refreshQueue } from './read-snapshot.ts'

/** How often the snapshot is read while anybody who may see it is signed in. */
export const refreshEveryMs = 3 * 60_000

/**
 * Reads the queue's snapshot. The console owns it, so it goes on when a person leaves. It runs
 * first at the start of the console, then every three minutes while somebody is here.
 */
export const queueRefresh = {
  kind: 'queue-refresh',
  task: 'readQueue',
  title: () => 'Reading the work queue',
  single: 'connection',
  isQuiet: true,
  run: refreshQueue,
  everyMinute: whenDue,
} as const satisfies JobKind<Record<string, never>>

async function whenDue(): Promise<Record<string, never> | undefined> {
  const { readAt, isReading } = await readHead((await activeConnection()).boundTo)
  const isDue = readAt !== null && now() - readAt.getTime() >= refreshEveryMs
  return isDue && !isReading && (await isAnybodyHere()) ? {} : undefined
}

/** True while somebody who may see the queue is signed in and at work. */
export async function isAnybodyHere(): Promise<boolean> {
  const db = await consoleDb()
  const here = await db
    .select({ id: session.id })
    .from(session)
    .innerJoin(user, eq(user.id, session.userId))
    .where(
      and(
        gt(session.lastSeenAt, new Date(now() - idleMs)),
        inArray(user.role, rolesThatMay('readQueue')),
      ),
    )
    .limit(1)
  return here.length > 0
}
