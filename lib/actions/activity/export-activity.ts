import 'server-only'
import { z } from 'zod'
import { recordAct } from '#lib/actions/record-act.ts'
import { runAction, type ActionContext } from '#lib/actions/run-action.ts'
import { findTrail, type TrailEntry, type TrailSearch } from '#lib/console/trail/find-trail.ts'
import { csvLine, csvStart, streamOf } from '#lib/core/csv.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { actionWords, outcomeClass, outcomeWords } from '#lib/lists/activity.ts'
import { activityFilters, searchOf, type ActivityFilters } from './read-activity.ts'

const head = [
  'Entry',
  'Time (UTC)',
  'Person',
  'E-mail',
  'Role',
  'Action',
  'Operation',
  'Outcome',
  'Reason',
  'Connection',
  'Address',
  'Browser',
  'Session',
  'Records',
]

const rowsAtOnce = 1_000

const input = z.strictObject({ filters: activityFilters })

/**
 * `{filters}`, those of the activity -> Result of a CSV file: the entries that the person sees,
 * newest first, without before and after. The export is in the trail before its first byte is sent.
 */
export async function exportActivity(asked: unknown): Promise<Result<ReadableStream<Uint8Array>>> {
  const run = async ({ filters }: { filters: ActivityFilters }, context: ActionContext) => {
    await recordAct(context, 'read', 'exportActivity', [])
    return ok(streamOf(linesOf(searchOf(context.account, filters))))
  }
  return runAction({ task: 'exportActivity', input, run }, asked)
}

async function* linesOf(search: TrailSearch): AsyncGenerator<string, void> {
  yield csvStart + csvLine(head)
  for (let last: TrailEntry | undefined; ;) {
    const entries = await findTrail(search, rowsAtOnce, last)
    if (entries.length > 0) yield entries.map(lineOf).join('')
    if (entries.length < rowsAtOnce) return
    last = entries.at(-1)
  }
}

function lineOf(entry: TrailEntry): string {
  return csvLine([
    entry.id,
    entry.at.toISOString(),
    entry.person,
    entry.email,
    entry.role,
    actionWords(entry.operation),
    entry.operation,
    outcomeWords[outcomeClass(entry.outcome)],
    entry.outcome === 'ok' ? '' : entry.outcome,
    entry.connection,
    entry.address,
    entry.browser,
    entry.session,
    entry.recordIds.join(' '),
  ])
}
