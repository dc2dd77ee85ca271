import 'server-only'
import { z } from 'zod'
import { recordAct } from '#lib/actions/record-act.ts'
import { refused, runAction, type ActionContext } from '#lib/actions/run-action.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import { findJobRow, inputOf, listJobParts, readJobPart } from '#lib/console/jobs/store.ts'
import { csvStart, streamOf } from '#lib/core/csv.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { sourceOf } from '#lib/actions/lists/sources.ts'
import { isFilePart, listExport, type ExportInput } from './export-job.ts'

const input = z.strictObject({ id: z.string().min(1).max(100) })

/**
 * `{id}` of an export that is done -> Result of its CSV file, for the person who started it. The
 * download is in the trail before its first byte is sent.
 */
export async function readExport(asked: unknown): Promise<Result<ReadableStream<Uint8Array>>> {
  const run = async ({ id }: { id: string }, context: ActionContext) => {
    const { account, connection } = context
    const row = await findJobRow(connection, id)
    if (row?.kind !== listExport.kind || row.accountId !== account.id || row.state !== 'done')
      return fail(
        'EntityNotFoundError',
        'This file isn’t there any more. Files are kept for seven days.',
      )
    // The job stored this type.
    const { request } = (await inputOf(row)) as ExportInput
    const { task } = sourceOf(request)
    if (!may(account.role, task))
      return refused(task, fail('Forbidden', 'Your role doesn’t include this list.'), context)
    await recordAct(context, 'read', 'downloadExport', [id], { recordKind: 'job' })
    return ok(streamOf(partsOf(connection, id)))
  }
  return runAction({ task: 'exportList', input, run }, asked)
}

// One part at a time, so that a long file needs little memory.
async function* partsOf(connection: Connection, id: string): AsyncGenerator<string, void> {
  yield csvStart
  const parts = (await listJobParts(connection, id)).filter(isFilePart)
  for (const part of parts) yield (await readJobPart(connection, id, part)) ?? ''
}
