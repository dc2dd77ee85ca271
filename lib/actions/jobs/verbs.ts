import 'server-only'
import { z } from 'zod'
import { accountOfId } from '#lib/console/accounts/account-of-token.ts'
import { may } from '#lib/console/accounts/permissions.ts'
import { now } from '#lib/console/clock.ts'
import {
  countItemsOf,
  findJobRow,
  listItems,
  listJobs,
  resumeJob,
  retryItems,
  type ItemCounts,
  type Job,
  type JobItem,
  type JobItemRow,
  type JobRow,
} from '#lib/console/jobs/store.ts'
import { fixesOfJobs } from '#lib/console/records/bulk-fixes.ts'
import { csvLine, csvStart, type ServedFile } from '#lib/core/csv.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { servedTable, tableFormat } from '#lib/actions/exports/workbook.ts'
import { id } from '#lib/actions/inputs.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import { runAction, type ActionContext } from '#lib/actions/run-action.ts'
import { jobKinds } from './kinds.ts'
import { askJob, handOver } from './run-job.ts'

export type { Job } from '#lib/console/jobs/store.ts'

/**
 * `is_own` if the person started it; `fix_id` is then the bulk fix that it sends or takes back, if
 * it is one.
 */
export type JobLine = Job & { is_own: boolean; items: ItemCounts; fix_id?: string }

const recentMs = 10 * 60_000
const itemsAtOnce = 200
const csvRowsAtOnce = 1_000
const failedStates = ['conflict', 'rejected', 'unknown', 'cancelled'] as const

/** The jobs that the person sees, with their items by state. */
export async function readLines(
  { who, recent }: { who: 'own' | 'all'; recent?: boolean | undefined },
  { account, connection }: ActionContext,
): Promise<Result<JobLine[]>> {
  const accountId = who === 'own' ? account.id : null
  const jobs = await listJobs(connection, {
    accountId,
    ...(recent && { since: new Date(now() - recentMs) }),
  })
  const [items, fixes] = await Promise.all([
    countItemsOf(jobs.map((job) => job.id)),
    fixesOfJobs(
      account.id,
      jobs.filter(({ kind }) => kind.startsWith('bulk-')).map((job) => job.id),
    ),
  ])
  return ok(
    jobs.map((job) => {
      const fix = fixes.get(job.id)
      const line = { ...job, is_own: job.account_id === account.id, items: items.get(job.id) ?? {} }
      return fix === undefined ? line : { ...line, fix_id: fix }
    }),
  )
}

/** True if the person has a job that is open or has just ended. */
export async function hasRecentJobs({ account, connection }: ActionContext): Promise<boolean> {
  const since = new Date(now() - recentMs)
  return (await listJobs(connection, { accountId: account.id, since, limit: 1 })).length > 0
}

/**
 * A page of a job's items; `next` is the position to go on after, null at the end. The trail has
 * their records before they are returned.
 */
export async function readItems(
  {
    id: job,
    after,
    failed,
  }: { id: string; after?: number | undefined; failed?: boolean | undefined },
  context: ActionContext,
): Promise<Result<{ items: (JobItem & { position: number })[]; next: number | null }>> {
  const row = await jobOf(job, context)
  if (!row) return gone()
  const items = await listItems(job, {
    limit: itemsAtOnce,
    ...(after !== undefined && { after }),
    ...(failed && { states: failedStates }),
  })
  await recordAct(context, 'read', 'readJobItems', [job])
  return ok({
    items: items.map(({ record, state, attempt, words, position }) => ({
      record,
      state,
      attempt,
      words,
      position,
    })),
    next: items.length < itemsAtOnce ? null : items.at(-1)!.position,
  })
}

/** Pauses a job. */
export const pause = change(
  'pauseJob',
  (job) => askJob(job, 'pause'),
  'This job has ended already.',
)

/** Ends a job. */
export const cancel = change(
  'cancelJob',
  (job) => askJob(job, 'cancel'),
  'This job has ended already.',
)

/** Lets a job go on. */
export const resume = change(
  'resumeJob',
  thenRun(resumeJob),
  'This job is neither paused nor stopped halfway.',
  true,
)

/** Tries the failed items of a job again. */
export const retry = change(
  'retryJobItems',
  thenRun(async (job) => (await retryItems(job)) > 0),
  'This job has no failed records to try again.',
  true,
)

function thenRun(act: (job: string) => Promise<boolean>) {
  return async (job: string) => {
    const isDone = await act(job)
    if (isDone) await handOver(job)
    return isDone
  }
}

// `startsWork`: afterwards the job goes on, in its owner's name.
function change(
  operation: string,
  act: (job: string) => Promise<boolean>,
  otherwise: string,
  startsWork = false,
) {
  return async ({ id: job }: { id: string }, context: ActionContext): Promise<Result<null>> => {
    const row = await jobOf(job, context)
    if (!row) return gone()
    const refusal = await refusalOf(row, context, startsWork)
    if (refusal) {
      await recordAct(context, 'outcome', operation, [job], { outcome: 'Forbidden' })
      return fail('Forbidden', refusal)
    }
    await recordAct(context, 'intent', operation, [job])
    const isDone = await act(job)
    const result = isDone ? ok(null) : fail('NotPossible', otherwise)
    await recordAct(context, 'outcome', operation, [job], { outcome: outcomeOf(result) })
    return result
  }
}

/**
 * `{id, format}` -> Result of a CSV file, or with the format "xlsx" of an Excel file: every record
 * of a job with how it ended. The export is in the trail before its first byte is sent.
 */
export async function exportJobItems(asked: unknown): Promise<Result<ServedFile>> {
  const run = async ({ id: job, format }: z.infer<typeof asFile>, context: ActionContext) => {
    if (!(await jobOf(job, context))) return gone()
    await recordAct(context, 'read', 'exportJobItems', [job])
    return ok(servedTable(linesOf(job), resultColumns, format))
  }
  return runAction({ task: 'followJobs', input: asFile, run }, asked)
}

const asFile = z.strictObject({ id, format: tableFormat })
const resultColumns = [
  { header: 'Record', kind: 'text' },
  { header: 'Result', kind: 'text' },
  { header: 'Attempts', kind: 'count' },
  { header: 'Words', kind: 'text' },
  { header: 'Changed (UTC)', kind: 'text' },
] as const

async function* linesOf(job: string): AsyncGenerator<string, void> {
  yield csvStart + csvLine(resultColumns.map(({ header }) => header))
  for (let after = -1; ;) {
    const items = await listItems(job, { after, limit: csvRowsAtOnce })
    if (items.length > 0) yield items.map(lineOf).join('')
    if (items.length < csvRowsAtOnce) return
    after = items.at(-1)!.position
  }
}

function lineOf({ record, state, attempt, words, changedAt }: JobItemRow): string {
  return csvLine([record, state, attempt, words, changedAt?.toISOString()])
}

/**
 * Why the person may not steer a job that is somebody else's, in words; undefined if they may.
 * Managers stop what the team started; they make it go on only if their own role includes the work.
 * Administrators' jobs are steered by administrators.
 */
async function refusalOf(
  row: JobRow,
  { account }: ActionContext,
  startsWork: boolean,
): Promise<string | undefined> {
  if (row.accountId === account.id) return undefined
  const kind = jobKinds.find(({ kind: name }) => name === row.kind)
  if (startsWork && !(kind && may(account.role, kind.task)))
    return 'Your role doesn’t include the work of this job, so only its owner can let it go on. You can pause or cancel it.'
  const owner = await accountOfId(row.accountId)
  if (owner?.role === 'admin' && !may(account.role, 'manageConnections'))
    return 'An administrator started this job, so only administrators can steer it.'
  return undefined
}

// A person's own, or of managers and administrators anybody's. Nobody changes the console's own
// upkeep.
async function jobOf(
  job: string,
  { account, connection }: ActionContext,
): Promise<JobRow | undefined> {
  const row = await findJobRow(connection, job)
  if (!row || row.isQuiet) return undefined
  return row.accountId === account.id || may(account.role, 'followAllJobs') ? row : undefined
}

function gone() {
  return fail('EntityNotFoundError', 'This job is gone: jobs are stored for seven days.')
}
