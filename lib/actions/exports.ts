'use server'

import { z } from 'zod'
import { may } from '#lib/console/accounts/permissions.ts'
import { listJobs, type Job } from '#lib/console/jobs/store.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { ExportRequest } from '#lib/lists/export-request.ts'
import { listExport } from './exports/export-job.ts'
import { enqueueJob } from './jobs/run-job.ts'
import { chosenColumns, withKeys } from './exports/list-file.ts'
import { id } from './inputs.ts'
import { listRequest } from './lists/partner-lists.ts'
import { sourceOf } from './lists/sources.ts'
import { queueFilter, updatesFilter } from './queue/filters.ts'
import { readAct, writeAct } from './act.ts'
import { recordAct } from './record-act.ts'
import { refused } from './run-action.ts'

/** The person's own exports of the last seven days with this connection, the newest first. */
export const listExports = readAct('exportList', {
  input: z.strictObject({}),
  isWork: false,
  run: async (_, { account, connection }): Promise<Result<Job[]>> => {
    const jobs = await listJobs(connection, { accountId: account.id })
    return ok(jobs.filter(({ kind }) => kind === listExport.kind))
  },
})

const ownRequest = z.discriminatedUnion('operation', [
  z.strictObject({ operation: z.literal('readQueue'), filter: queueFilter }),
  z.strictObject({ operation: z.literal('readUpdatesQueue'), filter: updatesFilter }),
  z.strictObject({
    operation: z.literal('listContractProviders'),
    id,
    search: z.string().max(200).optional(),
  }),
  z.strictObject({ operation: z.literal('getContractV3'), id }),
])
const columns = z.array(z.string().max(100)).max(100)
const input = z.strictObject({
  request: z.union([listRequest, ownRequest]),
  columns,
  view: z.string().max(100).optional(),
})

/**
 * Starts the job that writes a whole list to a CSV file. `request` is an ExportRequest, `columns`
 * are ids, and `view` is the name of the saved view that the list shows.
 */
export const exportList = writeAct('exportList', {
  input,
  run: async (asked, context) => {
    if (asked.request.operation === 'readActivity')
      return fail('InvalidInput', 'The activity has its own export.')
    const request = asked.request as ExportRequest // the lists of `listRequest` without the activity, and our own
    const { task } = sourceOf(request)
    if (!may(context.account.role, task))
      return refused(task, fail('Forbidden', 'Your role doesn’t include this list.'), context)
    const columnIds = chosenColumns(request, asked.columns).map((column) => column.id)
    const message = 'Choose at least one column.'
    if (columnIds.length === 0)
      return fail('InvalidInput', message, { issues: [{ path: 'columns', message }] })
    const { job } = await enqueueJob(context, listExport, {
      request,
      columns: withKeys(request, columnIds),
      ...(asked.view !== undefined && { view: asked.view }),
    })
    await recordAct(context, 'outcome', 'startExport', [job.id], { recordKind: 'job' })
    return ok({ id: job.id })
  },
})
