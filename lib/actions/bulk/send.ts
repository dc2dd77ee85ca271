import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { listItems, resumeJob, retryItems } from '#lib/console/jobs/store.ts'
import { captureIds, findBulkFix, noteBulkJob, takeStep } from '#lib/console/records/bulk-fixes.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { askJob, enqueueJob, handOver } from '#lib/actions/jobs/run-job.ts'
import type { BulkStanding } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { causeErrors } from './cause-captures.ts'
import { noFix, ownerOf, standingOf } from './fix.ts'
import { bulkFixJob, bulkResolveJob, bulkUndoJob } from './job-kinds.ts'

/** All captures of a fix but these, or these alone. */
export type BulkChoice = { is_all: boolean; ids: string[] }

/** Sends the chosen captures of a fix that was read; those that keep an error only with a reason. */
export async function sendFix(
  { id, choice, reason }: { id: string; choice: BulkChoice; reason: string },
  context: ActionContext,
): Promise<Result<BulkStanding>> {
  const owner = ownerOf(context)
  const fix = await findBulkFix(owner, id)
  if (!fix) return noFix()
  const { plan } = fix
  if (fix.jobId !== null) return ok(await standingOf(fix, context))
  if (!plan.change || !plan.isRead) return fail('InvalidInput', 'Not all captures have been read yet.')
  if (plan.problems && plan.problems.length > 0)
    return fail('InvalidInput', 'Nothing was sent. The file names captures that aren’t among the chosen ones.')
  const named = new Set(choice.ids)
  const keeping = new Set(reason === '' ? [] : await captureIds(id, ['keeps']))
  const wanted = await captureIds(id, reason === '' ? ['ready'] : ['ready', 'keeps'])
  const items = wanted
    .filter((record) => named.has(record) !== choice.is_all)
    .map((record) => ({ record, input: { keeps: keeping.has(record) } }))
  if (items.length === 0) return fail('InvalidInput', 'No capture is left to send.')
  // Two tabs that press at once start one job.
  if (!(await takeStep(fix))) return standingNow(id, context)
  const { job } = await enqueueJob(context, bulkFixJob, { fix: id, path: plan.change.path, reason }, items)
  await noteBulkJob(id, { jobId: job.id })
  await auditStart(context, 'sendBulkFix', id)
  return standingNow(id, context)
}

/** Starts the undo of a fix whose job has ended. */
export async function undoFix({ id }: { id: string }, context: ActionContext): Promise<Result<BulkStanding>> {
  const owner = ownerOf(context)
  const fix = await findBulkFix(owner, id)
  if (!fix?.plan.change || fix.jobId === null) return noFix()
  if (fix.undoJobId !== null) return ok(await standingOf(fix, context))
  const { job: sending } = await standingOf(fix, context)
  if (sending?.is_open) return fail('StillOpen', 'The bulk fix is still open. Stop it or let it end, then undo it.')
  const made = await listItems(fix.jobId, { limit: 100_000, states: ['verified', 'unknown'] })
  if (made.length === 0) return fail('InvalidInput', 'No capture was changed.')
  const items = made.map(({ record }) => ({ record }))
  if (!(await takeStep(fix))) return standingNow(id, context)
  const { job } = await enqueueJob(context, bulkUndoJob, { fix: id, path: fix.plan.change.path, reason: '' }, items)
  await noteBulkJob(id, { undoJobId: job.id })
  await auditStart(context, 'undoBulkFix', id)
  return standingNow(id, context)
}

/** Stops the job of a fix, lets it go on with the rest, or tries what failed in it again. */
export async function steerFix(
  { id, what }: { id: string; what: 'stop' | 'go on' | 'retry' },
  context: ActionContext,
): Promise<Result<BulkStanding>> {
  const fix = await findBulkFix(ownerOf(context), id)
  const job = fix?.undoJobId ?? fix?.jobId
  if (!job) return noFix()
  if (what === 'stop') await askJob(job, 'cancel')
  else {
    await (what === 'retry' ? retryItems(job) : resumeJob(job))
    await handOver(job)
  }
  await auditStart(context, 'steerBulkFix', id)
  return standingNow(id, context)
}

/** Starts a job that resolves these errors, or those of a cause, with one reason. */
export async function resolveMany(
  { of, reason }: { of: { error_ids: string[] } | { cause: string }; reason: string },
  context: ActionContext,
): Promise<Result<{ job_id: string; count: number }>> {
  const errors = 'cause' in of ? await causeErrors(context.connection, of.cause) : of.error_ids
  const items = [...new Set(errors)].map((record) => ({ record }))
  if (items.length === 0) return fail('EntityNotFoundError', 'This cause is no longer in the queue.')
  const { job } = await enqueueJob(context, bulkResolveJob, { reason, count: items.length }, items)
  await auditStart(context, 'resolveManyErrors', job.id)
  return ok({ job_id: job.id, count: items.length })
}

async function standingNow(id: string, context: ActionContext): Promise<Result<BulkStanding>> {
  const fix = await findBulkFix(ownerOf(context), id)
  return fix ? ok(await standingOf(fix, context)) : noFix()
}

async function auditStart({ account, connection }: ActionContext, operation: string, id: string): Promise<void> {
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation,
    stage: 'outcome',
    outcome: 'ok',
    recordIds: [id],
  })
}
