import 'server-only'
import {
  captureIds,
  createBulkFix,
  findBulkFix,
  noTally,
  noteBulkJob,
  takeStep,
  type BulkFix,
  type BulkPlan,
} from '#lib/console/records/bulk-fixes.ts'
import { countOf } from '#lib/core/count-of.ts'
import { fail, ok, type Issue, type Result } from '#lib/core/result.ts'
import type { QueueFilter } from '#lib/lists/queue.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import type { AskedChange } from '#lib/rules/bulk/bulk-change.ts'
import type { ChangeReason } from '#lib/rules/bulk/change-class.ts'
import { maxBulkCaptures } from '#lib/rules/bulk/value-file.ts'
import { askJob, enqueueJob } from '#lib/actions/jobs/run-job.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { allStates } from './preview.ts'
import { causeCaptures, externalIds } from './cause-captures.ts'
import { changeOf, classIn, noFix, ownerOf, refusedBy } from './fix.ts'
import { bulkReadJob } from './job-kinds.ts'

/**
 * Which captures: those of a cause of the queue (with a filter, its items in that filter alone),
 * these (with a cause, those of them that have it), those that a list finds, or those of another
 * fix.
 */
export type BulkSource =
  | { kind: 'cause'; key: string; filter?: QueueFilter | undefined }
  | { kind: 'captures'; ids: string[]; cause?: string | undefined }
  | { kind: 'list'; request: ListRequest }
  | { kind: 'fix'; id: string }

export type StartInput = {
  source: BulkSource
  change: AskedChange | null
  why?: ChangeReason | null | undefined
}

/**
 * Stores which captures are to be changed and how, and starts to read them; nothing is sent. The
 * whole change is refused if it cannot be made (a file with a wrong line), is never made for many,
 * or lacks the reason that it needs.
 */
export async function startFix(
  { source, change, why = null }: StartInput,
  context: ActionContext,
): Promise<Result<{ id: string }>> {
  const read = change && changeOf(change, await knownIds(source, change, context))
  if (read && 'issues' in read)
    return fail('InvalidInput', wrongWords(read), { issues: read.issues })
  const asks = change && read ? classIn(change, read) : undefined
  const refusal = asks && refusedBy(asks, why)
  if (refusal) return refusal
  const chosen = await choose(source, context)
  if (!chosen.ok) return chosen
  const { ids, reading, ...about } = chosen.value
  if (ids.length > maxBulkCaptures)
    return fail(
      'TooMany',
      `One bulk fix takes at most ${maxBulkCaptures.toLocaleString('en-US')} captures.`,
    )
  const plan: BulkPlan = {
    ...about,
    change,
    ...(asks && { asks, why }),
    isRead: false,
    tally: noTally,
    ...(read?.kind === 'map' && { unmatched: [...read.values.keys()] }),
  }
  const id = await createBulkFix(ownerOf(context), plan, ids)
  await recordAct(context, 'outcome', 'startBulkFix', [id])
  if (change) await startReading({ id, step: 0 }, change.path, context)
  // An edited fix is not sent, so its captures need no more reading.
  if (reading) await askJob(reading, 'cancel')
  return ok({ id })
}

// The queue knows the ids of a cause's captures, so a file's wrong ones are told with its other
// wrong lines. Undefined where it doesn't know all of them: the preview tells them then.
async function knownIds(source: BulkSource, change: AskedChange, context: ActionContext) {
  if (change.kind !== 'map') return undefined
  const { connection } = context
  if (source.kind === 'cause') return externalIds(connection, source.key)
  if (source.kind !== 'fix') return undefined
  const fix = await findBulkFix(ownerOf(context), source.id)
  if (fix?.plan.cause === undefined) return undefined
  return externalIds(connection, fix.plan.cause, await captureIds(fix.id, allStates))
}

function wrongWords({ issues, fit }: { issues: Issue[]; fit?: number }): string {
  if (fit === undefined || issues.some(({ path }) => path === 'file'))
    return 'Nothing was sent. Correct the marked fields.'
  return `Nothing was sent. ${countOf(fit, fitNoun)}, ${countOf(issues.length, unfitNoun)}.`
}

const fitNoun = { one: 'line fits', many: 'lines fit' }
const unfitNoun = { one: 'doesn’t', many: 'don’t' }

/**
 * Starts the job that reads a fix. False, and nothing started, if a step of the fix was taken
 * meanwhile.
 */
export async function startReading(
  fix: Pick<BulkFix, 'id' | 'step'>,
  path: string,
  context: ActionContext,
): Promise<boolean> {
  const input = { fix: fix.id, path }
  try {
    await enqueueJob(context, bulkReadJob, input, [], async (db, readJobId) => {
      if (!(await takeStep(db, fix))) throw new StepTaken()
      await noteBulkJob(db, fix.id, { readJobId })
    })
    return true
  } catch (error) {
    if (error instanceof StepTaken) return false
    throw error
  }
}

/** Another tab has taken the same step of a fix. */
export class StepTaken extends Error {}

type Chosen = Pick<BulkPlan, 'title' | 'cause' | 'isPart' | 'request'> & {
  ids: string[]
  /** The job that reads the fix that is edited. */
  reading?: string | null
}

async function choose(source: BulkSource, context: ActionContext): Promise<Result<Chosen>> {
  if (source.kind === 'cause') {
    const found = await causeCaptures(source, context)
    if (!found.ok) return found
    const { words, captures } = found.value
    return ok({
      title: words,
      cause: source.key,
      ...(source.filter && { isPart: true }),
      ids: captures,
    })
  }
  if (source.kind === 'captures') {
    const ids = [...new Set(source.ids)]
    if (source.cause !== undefined) {
      const found = await causeCaptures({ key: source.cause }, context)
      if (!found.ok) return found
      const { words } = found.value
      const captures = new Set(found.value.captures)
      const having = ids.filter((id) => captures.has(id))
      if (having.length > 0)
        return ok({ title: words, cause: source.cause, isPart: true, ids: having })
    }
    return ok({
      title: countOf(ids.length, { one: 'chosen capture', many: 'chosen captures' }),
      ids,
    })
  }
  if (source.kind === 'list') {
    const { position: _, ...request } = source.request
    return ok({ title: 'All captures of a list', request: JSON.stringify(request), ids: [] })
  }
  const other = await findBulkFix(ownerOf(context), source.id)
  if (!other) return noFix()
  const { title, cause, isPart, request } = other.plan
  const ids = request === undefined ? await captureIds(other.id, allStates) : []
  return ok({
    title,
    ...(cause !== undefined && { cause }),
    ...(isPart && { isPart }),
    ...(request !== undefined && { request }),
    ids,
    reading: other.readJobId,
  })
}
