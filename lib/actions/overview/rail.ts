import 'server-only'
import { ok, type Result } from '#lib/core/result.ts'
import type { RailCounts } from '#lib/lists/queue.ts'
import { readRailCounts } from '#lib/actions/queue/verbs.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { clearedToday } from './reading-job.ts'

/** The rail's numbers of the queue, with what the person cleared today. */
export async function readRail(input: object, context: ActionContext): Promise<Result<RailCounts>> {
  const [counts, { claims, cents }] = await Promise.all([
    readRailCounts(input, context),
    clearedToday(context.connection, context.account.id),
  ])
  if (!counts.ok) return counts
  return ok({ ...counts.value, cleared_claims: claims, cleared_cents: cents })
}
