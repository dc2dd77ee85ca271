import 'server-only'
import { z } from 'zod'
import { recordAct } from '#lib/actions/record-act.ts'
import { refused, runAction, type ActionContext } from '#lib/actions/run-action.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { findJobRow, inputOf, listJobParts, readJobPart } from '#lib/console/jobs/store.ts'
import { csvStart, streamOf, type ServedFile } from '#lib/core/csv.ts'
import { xlsxType } from '#lib/core/xlsx.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { sourceOf } from '#lib/actions/lists/sources.ts'
import { chosenColumns } from './list-file.ts'
import { isFilePart, listExport, type ExportInput } from './export-job.ts'
import { tableFormat, workbookOf } from './workbook.ts'

const input = z.strictObject({
  id: z.string().min(1).max(100),
  format: tableFormat,
})

/**
 * `{id, format}` of an export that is done -> Result of its file, as CSV unless `format` is "xlsx",
 * for the person who started it. A file is named after the view that it was made of. The download
 * is in the trail before its first byte is sent.
 */
export async function readExport(asked: unknown): Promise<Result<ServedFile>> {
  const run = async ({ id, format = 'csv' }: z.infer<typeof input>, context: ActionContext) => {
    const { account, connection } = context
    const row = await findJobRow(connection, id)
    if (row?.kind !== listExport.kind || row.accountId !== account.id || row.state !== 'done')
      return fail(
        'EntityNotFoundError',
        'This file isn’t there any more. Files are kept for seven days.',
      )
    // The job stored this type.
    const { request, columns, view } = (await inputOf(row)) as ExportInput
    const { task } = sourceOf(request)
    if (!may(account.role, task))
      return refused(task, fail('Forbidden', 'Your role doesn’t include this list.'), context)
    await recordAct(context, 'read', 'downloadExport', [id], { recordKind: 'job' })
    const parts = partsOf(connection, id)
    const isExcel = format === 'xlsx'
    return ok({
      bytes: streamOf(isExcel ? workbookOf(parts, chosenColumns(request, columns)) : csvOf(parts)),
      headers: {
        ...(isExcel && { 'Content-Type': xlsxType }),
        ...(view !== undefined && { 'Content-Disposition': attachment(view, row.title) }),
      },
    })
  }
  return runAction({ task: 'exportList', input, run }, asked)
}

// A view's name may name a patient: only the person who made the file gets it, in this reply.
function attachment(view: string, title: string): string {
  const name = `${view} ${title.replace('Export of ', '')}`
  return `attachment; filename*=UTF-8''${encodeURIComponent(name.toWellFormed())}`
}

async function* csvOf(parts: AsyncGenerator<string, void>): AsyncGenerator<string, void> {
  yield csvStart
  yield* parts
}

// One part at a time, so that a long file needs little memory.
async function* partsOf(connection: Connection, id: string): AsyncGenerator<string, void> {
  const parts = (await listJobParts(connection, id)).filter(isFilePart)
  for (const part of parts) yield (await readJobPart(connection, id, part)) ?? ''
}
