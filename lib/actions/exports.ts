'use server'

import { z } from 'zod'
import { may } from '#lib/console/accounts/permissions.ts'
import { recordAudit } from '#lib/console/audit.ts'
import { listJobs, type Job } from '#lib/console/jobs/store.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { exportColumns } from '#lib/lists/export-columns.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { listExport } from './exports/export-job.ts'
import { enqueueJob } from './jobs/run-job.ts'
import { isOfPartner, listRequest } from './lists/partner-lists.ts'
import { readAction, refused, runAction, type ActionContext } from './run-action.ts'

/** `{}` -> Result<Job[]>: the person's own exports of the last seven days with this connection, the newest first. */
export const listExports = readAction({
  task: 'exportList',
  input: z.strictObject({}),
  isWork: false,
  verb: async (_: object, { account, connection }: ActionContext): Promise<Result<Job[]>> => {
    const jobs = await listJobs(connection, { accountId: account.id })
    return ok(jobs.filter(({ kind }) => kind === listExport.kind))
  },
})

const input = z.strictObject({ request: listRequest, columns: z.array(z.string().max(100)).max(100) })

/** `{request, columns}` -> Result<{id}>: starts the job that writes a whole list to a CSV file; `columns` are ids. */
export async function exportList(given: unknown): Promise<Result<{ id: string }>> {
  const verb = async (asked: { request: ListRequest; columns: string[] }, context: ActionContext) => {
    const { operation, ...rest } = asked.request
    if (!isOfPartner(operation)) return fail('InvalidInput', 'The activity has its own export.')
    if (!may(context.account.role, operation))
      return refused(operation, fail('Forbidden', 'Your role doesn’t include this list.'), context)
    const columns = asked.columns.filter((id) => exportColumns[operation].some((column) => column.id === id))
    const message = 'Choose at least one column.'
    if (columns.length === 0) return fail('InvalidInput', message, { issues: [{ path: 'columns', message }] })
    const { job } = await enqueueJob(context, listExport, { request: { operation, ...rest }, columns })
    const who = { accountId: context.account.id, connectionId: context.connection.id }
    await recordAudit({
      ...who,
      operation: 'startExport',
      stage: 'outcome',
      outcome: 'ok',
      recordKind: 'job',
      recordIds: [job.id],
    })
    return ok({ id: job.id })
  }
  return runAction({ task: 'exportList', input, verb }, given)
}
