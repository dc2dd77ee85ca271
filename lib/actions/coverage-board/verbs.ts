import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { findJobRow, newestJob, readJobPart } from '#lib/console/jobs/store.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import type { Board, CaptureAtRisk, NamedCause, UnjudgedCapture } from '#lib/rules/coverage/board.ts'
import type { BoardCaptures, BoardStanding, RowCauses } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { askJob, enqueueJob } from '#lib/actions/jobs/run-job.ts'
import { boardPart, capturesPart, causesPart, coverageBoard, unjudgedPart } from './make-board.ts'

const { kind } = coverageBoard
// The captures that one person can look through; the sums count all of them.
const mostCaptures = 1_000

/** Starts the job unless one is running for this partner and key. */
export async function startBoard(_: object, context: ActionContext): Promise<Result<BoardStanding>> {
  const { account, connection } = context
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: 'runCoverageBoard',
    stage: 'intent',
    outcome: 'sent',
    recordIds: [],
  })
  const { job } = await enqueueJob(context, coverageBoard, {})
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: 'runCoverageBoard',
    stage: 'outcome',
    outcome: 'ok',
    recordIds: [job.id],
  })
  return readStanding({}, context)
}

/** Requests that a job stop. */
export async function askForStop({ id }: { id: string }, context: ActionContext): Promise<Result<BoardStanding>> {
  const { account, connection } = context
  const row = await findJobRow(connection, id)
  if (row?.kind === kind) await askJob(id, 'cancel')
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: 'cancelCoverageBoard',
    stage: 'outcome',
    outcome: 'ok',
    recordIds: [id],
  })
  return readStanding({}, context)
}

/** The newest job's progress, and the job with the newest result. */
export async function readStanding(_: object, { connection }: ActionContext): Promise<Result<BoardStanding>> {
  const job = await newestJob(connection, kind)
  const done = job?.state === 'done' ? job : job && (await newestJob(connection, kind, 'done'))
  return ok({ job: job ?? null, done: done ? { id: done.id, finished_at: done.finished_at ?? done.started_at } : null })
}

/** A job's board: counts and amounts, without patients and captures. */
export async function readBoard({ id }: { id: string }, { connection }: ActionContext): Promise<Result<Board>> {
  const text = await readJobPart(connection, id, boardPart)
  // the job stored this type
  return text === undefined ? gone() : ok(JSON.parse(text) as Board)
}

/** The causes of some rows. A row without an amount at risk has none. */
export async function readCauses(
  { id, places }: { id: string; places: number[] },
  { account, connection }: ActionContext,
): Promise<Result<RowCauses[]>> {
  const parts = await Promise.all(places.map((place) => readJobPart(connection, id, causesPart(place))))
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: 'readCoverageBoard',
    stage: 'read',
    outcome: 'ok',
    recordIds: [id],
  })
  return ok(
    parts.map((text, i) => ({
      place: places[i]!,
      causes: text === undefined ? [] : (JSON.parse(text) as NamedCause[]),
    })),
  )
}

/** The captures of a row, the highest charge first. The audit log records the access before they are returned. */
export async function readCaptures(
  { id, place }: { id: string; place?: number | undefined },
  { account, connection }: ActionContext,
): Promise<Result<BoardCaptures>> {
  const text = await readJobPart(connection, id, place === undefined ? unjudgedPart : capturesPart(place))
  if (text === undefined) return gone()
  const all = (JSON.parse(text) as (CaptureAtRisk | UnjudgedCapture)[]).toSorted(
    (a, b) => (b.cents ?? 0) - (a.cents ?? 0),
  )
  const captures = all.slice(0, mostCaptures)
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: 'listChargeCaptures',
    stage: 'read',
    outcome: 'ok',
    recordIds: captures.map((capture) => capture.id).filter(Boolean),
  })
  return ok({ captures, total: all.length })
}

function gone(): { ok: false; error: Failure } {
  return fail('EntityNotFoundError', 'This report has expired. Check coverage again.')
}
