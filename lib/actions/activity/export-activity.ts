import 'server-only'
import { z } from 'zod'
import { recordAct } from '#lib/actions/record-act.ts'
import { runAction, type ActionContext } from '#lib/actions/run-action.ts'
import { findTrail, type TrailEntry, type TrailSearch } from '#lib/console/trail/find-trail.ts'
import { csvLine, csvStart, type ServedFile } from '#lib/core/csv.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { fileColumns } from '#lib/lists/columns.ts'
import { activityColumns, type ActivityFileRow } from '#lib/lists/columns/activity.ts'
import { servedTable, tableFormat } from '#lib/actions/exports/workbook.ts'
import { activityFilters, searchOf, toRow } from './read-activity.ts'

// The order of the file; what reads it may count on it.
const order: readonly (keyof typeof activityColumns)[] = [
  'id',
  'at',
  'person',
  'email',
  'role',
  'action',
  'operation',
  'outcome',
  'reason',
  'connection',
  'address',
  'browser',
  'session',
  'record',
]
const columns = fileColumns<ActivityFileRow>(activityColumns).toSorted(
  (one, other) => place(one.id) - place(other.id),
)

function place(id: string): number {
  return order.findIndex((each) => each === id)
}

const rowsAtOnce = 1_000

const input = z.strictObject({ filters: activityFilters, format: tableFormat })

/**
 * `{filters, format}`, the filters of the activity -> Result of a CSV file, or with the format
 * "xlsx" of an Excel file: the entries that the person sees, newest first, without before and
 * after. The export is in the trail before its first byte is sent.
 */
export async function exportActivity(asked: unknown): Promise<Result<ServedFile>> {
  const run = async ({ filters, format }: z.infer<typeof input>, context: ActionContext) => {
    await recordAct(context, 'read', 'exportActivity', [])
    return ok(servedTable(linesOf(searchOf(context.account, filters)), columns, format))
  }
  return runAction({ task: 'exportActivity', input, run }, asked)
}

async function* linesOf(search: TrailSearch): AsyncGenerator<string, void> {
  yield csvStart + csvLine(columns.map(({ header }) => header))
  for (let last: TrailEntry | undefined; ;) {
    const entries = await findTrail(search, rowsAtOnce, last)
    if (entries.length > 0) yield entries.map(lineOf).join('')
    if (entries.length < rowsAtOnce) return
    last = entries.at(-1)
  }
}

function lineOf(entry: TrailEntry): string {
  const { recordIds: record_ids, session } = entry
  const row: ActivityFileRow = { ...toRow(entry), record_ids, session: session ?? undefined }
  return csvLine(columns.map((column) => column.value(row)))
}
