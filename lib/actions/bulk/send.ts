import 'server-only'
import { now } from '#lib/console/clock.ts'
import { consoleDb } from '#lib/console/db.ts'
import { addItems, reopenItems, resumeJob, retryItems } from '#lib/console/jobs/store.ts'
import {
  bulkRows,
  captureIds,
  countWaiting,
  findBulkFix,
  keepConsent,
  keepStep,
  noteBulkJob,
  sentWithoutConsent,
  takeStep,
  type BulkFix,
  type BulkSending,
} from '#lib/console/records/bulk-fixes.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { mostWithoutConsent } from '#lib/rules/bulk/change-class.ts'
import { sentStates, statesToSend } from '#lib/rules/bulk/chosen-amount.ts'
import { resolveWords, type ResolveReason } from '#lib/rules/bulk/resolve-reasons.ts'
import { maxBulkCaptures } from '#lib/rules/bulk/value-file.ts'
import { askJob, enqueueJob, handOver } from '#lib/actions/jobs/run-job.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { causeErrors } from './cause-captures.ts'
import {
  changeOf,
  classIn,
  noFix,
  ownerOf,
  refusedBy,
  standingOf,
  type BulkProgress,
} from './fix.ts'
import { bulkFixJob, bulkResolveJob, bulkUndoJob } from './job-kinds.ts'
import { changedCaptures } from './outcome.ts'
import type { ShownRow } from './preview.ts'
import { startReading, StepTaken } from './start.ts'

/**
 * Sends the chosen captures of a fix that was read; those that would get a new error only with a
 * reason, and those that are billed only if they are chosen. A change that needs a second person
 * waits for one, and what they approved is then sent.
 */
export async function sendFix(
  { id, ...asked }: { id: string } & BulkSending,
  context: ActionContext,
): Promise<Result<BulkProgress>> {
  const owner = ownerOf(context)
  const fix = await findBulkFix(owner, id)
  if (!fix) return noFix()
  const { plan } = fix
  if (fix.jobId !== null || fix.consent === 'asked') return ok(await standingOf(fix, context))
  if (!plan.change || !plan.isRead)
    return fail('InvalidInput', 'Not all captures have been read yet.')
  const change = changeOf(plan.change)
  if ('issues' in change) return fail('InvalidInput', 'The change isn’t valid.', change)
  const asks = classIn(plan.change, change)
  const refusal = refusedBy(asks, plan.why)
  if (refusal) return refusal
  const [problem] = plan.problems ?? []
  if (problem) return fail('InvalidInput', `Nothing was sent. ${problem.message}`)
  if (fix.consent === 'declined')
    return fail('Declined', 'This change was declined. Begin a new one.')
  const sending = fix.consent === 'approved' && plan.consent ? plan.consent : asked
  const items = await itemsOf(id, sending)
  if (items.length === 0) return fail('InvalidInput', 'No capture is left to send.')
  const isFew = asks.kind === 'consent' && fix.consent === null
  const input = { fix: id, path: plan.change.path, reason: sending.reason }
  try {
    await enqueueJob(context, bulkFixJob, input, items, async (db, jobId) => {
      // Counted with the job that adds to it, so that two changes of one moment count each other's
      // captures.
      const sent = isFew ? await sentWithoutConsent(db, owner, new Date(now() - dayMs)) : 0
      if (isFew && items.length + sent > mostWithoutConsent) throw new ConsentNeeded()
      // Two tabs that press at once start one job.
      if (!(await takeStep(db, fix))) throw new StepTaken()
      await noteBulkJob(db, id, { jobId, ...(isFew && { consent: 'few' }) })
    })
  } catch (error) {
    if (error instanceof ConsentNeeded) return askConsent(fix, sending, items, context)
    if (error instanceof StepTaken) return standingNow(id, context)
    throw error
  }
  await recordAct(context, 'outcome', 'sendBulkFix', [id])
  return standingNow(id, context)
}

class ConsentNeeded extends Error {}

const dayMs = 86_400_000
const mostAsked = 20

async function itemsOf(id: string, { choice, reason }: BulkSending) {
  const named = new Set(choice.ids)
  const keeping = new Set(reason === '' ? [] : await captureIds(id, ['keeps']))
  const states = statesToSend({ hasReason: reason !== '', billed: choice.billed })
  return (await captureIds(id, states))
    .filter((record) => named.has(record) !== choice.is_all)
    .map((record) => ({ record, input: { keeps: keeping.has(record) } }))
}

// Nothing is sent: the fix waits until a second person has decided.
async function askConsent(
  fix: BulkFix,
  sending: BulkSending,
  items: readonly { record: string }[],
  context: ActionContext,
): Promise<Result<BulkProgress>> {
  const owner = ownerOf(context)
  if ((await countWaiting(owner)) >= mostAsked)
    return fail(
      'TooMany',
      `${mostAsked} of your changes wait for approval already. Wait until some are decided.`,
    )
  const billed = new Set(await captureIds(fix.id, ['billed']))
  const rows = await bulkRows(owner, fix.id, {
    from: 0,
    states: sentStates,
    limit: maxBulkCaptures,
  })
  const records = new Set(items.map(({ record }) => record))
  const charges = rows
    .filter(({ captureId }) => records.has(captureId))
    .reduce((sum, { row }) => sum + ((JSON.parse(row!) as ShownRow).charges ?? 0), 0) // each was read
  const consent = {
    ...sending,
    captures: items.length,
    billed: items.filter(({ record }) => billed.has(record)).length,
    charges,
    asked_at: new Date(now()).toISOString(),
  }
  if (await keepConsent(owner, fix, { plan: { ...fix.plan, consent }, consent: 'asked' }))
    await recordAct(context, 'outcome', 'askBulkApproval', [fix.id])
  return standingNow(fix.id, context)
}

/**
 * Starts the undo of a fix whose job has ended; with `keep_billed` only of the captures whose claim
 * is not billed. After an undo that left captures out, or could not restore some, its job goes on
 * with these.
 */
export async function undoFix(
  { id, keep_billed = false }: { id: string; keep_billed?: boolean | undefined },
  context: ActionContext,
): Promise<Result<BulkProgress>> {
  const owner = ownerOf(context)
  const fix = await findBulkFix(owner, id)
  if (!fix?.plan.change || fix.jobId === null) return noFix()
  const { undoJobId } = fix
  const before = await standingOf(fix, context)
  if (before.undo?.is_open) return ok(before)
  if (before.job?.is_open)
    return fail('StillOpen', 'The bulk fix is still open. Stop it or let it end, then undo it.')
  const made = await changedCaptures(fix, context)
  if (!made.ok) return made
  const items = made.value
    .filter(({ facts }) => !keep_billed || facts?.state !== 'billed')
    .map(({ record }) => ({ record }))
  if (items.length === 0) return fail('InvalidInput', 'No capture is left to restore.')
  const db = await consoleDb()
  if (!(await takeStep(db, fix))) return standingNow(id, context)
  if (undoJobId !== null) {
    const records = items.map(({ record }) => record)
    if (!(await addItems(undoJobId, records))) return standingNow(id, context)
    await noteBulkJob(db, id, { undoJobId })
    await handOver(undoJobId)
  } else {
    const input = { fix: id, path: fix.plan.change.path, reason: '' }
    await enqueueJob(context, bulkUndoJob, input, items, (tx, job) =>
      noteBulkJob(tx, id, { undoJobId: job }),
    )
  }
  await recordAct(context, 'outcome', 'undoBulkFix', [id])
  return standingNow(id, context)
}

/**
 * Stops the job of a fix, lets it go on, tries what failed in it again, or sends the rest of one
 * that was stopped. `read` reads on a fix whose reading has ended too early, `leave out` goes on
 * without the lines of its file that fit no capture.
 */
export async function steerFix(
  { id, what }: { id: string; what: 'stop' | 'go on' | 'retry' | 'rest' | 'read' | 'leave out' },
  context: ActionContext,
): Promise<Result<BulkProgress>> {
  const fix = await findBulkFix(ownerOf(context), id)
  if (what === 'read') return fix ? readAgain(fix, context) : noFix()
  if (what === 'leave out') return fix ? leaveOut(fix, context) : noFix()
  const job = fix?.undoJobId ?? fix?.jobId ?? fix?.readJobId
  if (!job) return noFix()
  if (what === 'stop') await askJob(job, 'cancel')
  else {
    await { retry: retryItems, rest: reopenItems, 'go on': resumeJob }[what](job)
    await handOver(job)
  }
  await recordAct(context, 'outcome', 'steerBulkFix', [id])
  return standingNow(id, context)
}

// These lines changed no capture: nothing has to be read again.
async function leaveOut(fix: BulkFix, context: ActionContext): Promise<Result<BulkProgress>> {
  const { plan } = fix
  const { change, problems = [], isRead } = plan
  const lines = problems.map(({ line }) => line)
  const isOffered =
    isRead && fix.jobId === null && lines.length > 0 && lines.every((line) => line > 0)
  if (change?.kind !== 'map' || !isOffered)
    return fail('InvalidInput', 'No line of a file can be left out here.')
  const without = { ...change, leave_out: [...(change.leave_out ?? []), ...lines] }
  const next = { ...plan, change: without, problems: [], unmatched: [] }
  if (await keepStep(ownerOf(context), fix, { plan: next, captures: [], from: 0 }))
    await recordAct(context, 'outcome', 'steerBulkFix', [fix.id])
  return standingNow(fix.id, context)
}

async function readAgain(fix: BulkFix, context: ActionContext): Promise<Result<BulkProgress>> {
  const { change, isRead } = fix.plan
  const before = await standingOf(fix, context)
  if (!change || isRead || before.reading?.is_open) return ok(before)
  if (await startReading(fix, change.path, context))
    await recordAct(context, 'outcome', 'steerBulkFix', [fix.id])
  return standingNow(fix.id, context)
}

/**
 * Starts a job that resolves these errors, or those of a cause, with one reason of the list and a
 * note.
 */
export async function resolveMany(
  {
    of,
    reason,
    note,
  }: { of: { error_ids: string[] } | { cause: string }; reason: ResolveReason; note: string },
  context: ActionContext,
): Promise<Result<{ job_id: string; count: number }>> {
  const errors = 'cause' in of ? await causeErrors(context.connection, of.cause) : of.error_ids
  const items = [...new Set(errors)].map((record) => ({ record }))
  if (items.length === 0)
    return fail('EntityNotFoundError', 'This cause is no longer in the queue.')
  const { job } = await enqueueJob(
    context,
    bulkResolveJob,
    { reason: resolveWords(reason, note), count: items.length },
    items,
  )
  await recordAct(context, 'outcome', 'resolveManyErrors', [job.id])
  return ok({ job_id: job.id, count: items.length })
}

async function standingNow(id: string, context: ActionContext): Promise<Result<BulkProgress>> {
  const fix = await findBulkFix(ownerOf(context), id)
  return fix ? ok(await standingOf(fix, context)) : noFix()
}
