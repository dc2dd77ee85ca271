import 'server-only'
import { readJobPart, type Job } from '#lib/console/jobs/store.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import type {
  Board,
  CaptureAtRisk,
  NamedCause,
  Recount,
  ReleasedCapture,
  UnjudgedCapture,
} from '#lib/rules/coverage/board.ts'
import type { ReprocessClaim } from '#lib/rules/coverage/reprocess.ts'
import { withRecounts } from '#lib/rules/coverage/board-sums.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { newestOf, resultOf, startOne, stopOne } from '#lib/actions/jobs/check-verbs.ts'
import { spansRecordedSince, type RecordedSpan } from './recorded-spans.ts'
import {
  boardPart,
  capturesPart,
  causesPart,
  readRecounts,
  reprocessPart,
  unjudgedPart,
} from './board-parts.ts'
import { coverageBoard } from './make-board.ts'

/**
 * The newest job of the board, and the newest one that has a result, with the spans that were
 * recorded since that one began: its result may not have them. `counted_at` is when a row of that
 * result was last counted anew (ISO).
 */
export type BoardProgress = {
  job: Job | null
  done: {
    id: string
    finished_at: string
    counted_at: string | null
    /** The console made it by itself, at night. */
    is_nightly: boolean
  } | null
  recorded: RecordedSpan[]
}

const { kind } = coverageBoard
// The captures that one person can look through; the sums count all of them.
const mostCaptures = 1_000

/** Starts the job unless one is running for this partner and key. */
export async function startBoard(
  _: object,
  context: ActionContext,
): Promise<Result<BoardProgress>> {
  await startOne(coverageBoard, 'runCoverageBoard', context)
  return readStanding({}, context)
}

/** Requests that a job stop. */
export async function askForStop(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<BoardProgress>> {
  await stopOne(kind, 'cancelCoverageBoard', id, context)
  return readStanding({}, context)
}

export async function readStanding(
  _: object,
  context: ActionContext,
): Promise<Result<BoardProgress>> {
  const { connection } = context
  const { job, done } = await newestOf(connection, kind)
  const recounts = done ? await readRecounts(connection, done.id) : []
  const countedAt = new Map(
    recounts.flatMap(({ rows, counted_at }) =>
      rows.map(({ payer, provider }) => [`${payer.uuid} ${provider.id}`, counted_at]),
    ),
  )
  const recorded = done ? await spansRecordedSince(done.started_at, context) : []
  return ok({
    job: job ?? null,
    done: done
      ? {
          ...resultOf(done),
          counted_at: [...countedAt.values()].toSorted().at(-1) ?? null,
        }
      : null,
    recorded: recorded.map((span) => ({
      ...span,
      is_counted: (countedAt.get(`${span.payer_uuid} ${span.provider_id}`) ?? '') >= span.at,
    })),
  })
}

/** A job's board: counts and amounts, without patients and captures. */
export async function readBoard(
  { id }: { id: string },
  { connection }: ActionContext,
): Promise<Result<Board>> {
  const board = await readAnew(id, connection)
  return board ? ok(board.board) : gone()
}

/**
 * The board as the job stored it, with the rows that were counted anew since; undefined if it is
 * gone.
 */
export async function readAnew(id: string, connection: ActionContext['connection']) {
  const [board, unjudged] = [
    await readJobPart(connection, id, boardPart),
    await readJobPart(connection, id, unjudgedPart),
  ]
  if (board === undefined || unjudged === undefined) return undefined
  // the job stored these types
  return withRecounts(
    JSON.parse(board) as Board,
    JSON.parse(unjudged) as UnjudgedCapture[],
    await readRecounts(connection, id),
  )
}

/** The causes of some rows. A row without an amount at risk has none. */
export async function readCauses(
  { id, places }: { id: string; places: number[] },
  context: ActionContext,
): Promise<Result<{ place: number; causes: NamedCause[] }[]>> {
  const { connection } = context
  const recounts = await readRecounts(connection, id)
  const causes = await Promise.all(
    places.map((place) => causesAt(place, { id, recounts }, connection)),
  )
  await recordAct(context, 'read', 'readCoverageBoard', [id])
  return ok(causes.map((found, i) => ({ place: places[i]!, causes: found })))
}

/**
 * The captures of a row, the highest charge first; `total` says how many there are where not all
 * are given. `released` are those of the row that the board held and that are fine since the row
 * was counted anew. The audit log records the access before they are returned.
 */
export async function readCaptures(
  { id, place }: { id: string; place?: number | undefined },
  context: ActionContext,
): Promise<
  Result<{
    captures: (CaptureAtRisk | UnjudgedCapture)[]
    total: number
    released: ReleasedCapture[]
  }>
> {
  const { connection } = context
  const found = await (place === undefined
    ? readAnew(id, connection).then((board) => board?.unjudged)
    : capturesAt(place, { id, recounts: await readRecounts(connection, id) }, connection))
  if (!found) return gone()
  const all = (found as readonly (CaptureAtRisk | UnjudgedCapture)[]).toSorted(
    (a, b) => (b.cents ?? 0) - (a.cents ?? 0),
  )
  const captures = all.slice(0, mostCaptures)
  const released = (await readRecounts(connection, id))
    .flatMap((recount) => recount.released)
    .filter((row) => row.place === place)
    .flatMap((row) => row.captures)
    .slice(0, mostCaptures)
  await recordAct(
    context,
    'read',
    'listChargeCaptures',
    [...captures, ...released].map((capture) => capture.id).filter(Boolean),
  )
  return ok({ captures, total: all.length, released })
}

/**
 * The claims of a row that were denied before their span was loaded, the nearest last day first;
 * `total` as for captures. The audit log records the access before they are returned.
 */
export async function readReprocess(
  { id, place }: { id: string; place: number },
  context: ActionContext,
): Promise<Result<{ claims: ReprocessClaim[]; total: number }>> {
  const { connection } = context
  if ((await readJobPart(connection, id, boardPart)) === undefined) return gone()
  const recount = recountOf(place, await readRecounts(connection, id))
  const text = recount ? undefined : await readJobPart(connection, id, reprocessPart(place))
  const all = recount
    ? (recount.reprocess.find((row) => row.place === place)?.claims ?? [])
    : ((text === undefined ? [] : JSON.parse(text)) as ReprocessClaim[]) // the job stored this type
  const claims = all
    .toSorted((a, b) => (a.by.lastDay ?? '9').localeCompare(b.by.lastDay ?? '9'))
    .slice(0, mostCaptures)
  await recordAct(
    context,
    'read',
    'listEncounters',
    claims.map((claim) => claim.id),
  )
  return ok({ claims, total: all.length })
}

/** The captures of a row that will or may be denied, and the causes that they index. */
export async function readRow(
  place: number,
  board: Counted,
  connection: ActionContext['connection'],
): Promise<{ captures: CaptureAtRisk[]; causes: NamedCause[] }> {
  const [captures, causes] = await Promise.all([
    capturesAt(place, board, connection),
    causesAt(place, board, connection),
  ])
  return { captures: captures ?? [], causes }
}

/** A job's board with what was counted anew since. */
type Counted = { id: string; recounts: readonly Recount[] }

async function causesAt(
  place: number,
  { id, recounts }: Counted,
  connection: ActionContext['connection'],
): Promise<NamedCause[]> {
  const recount = recountOf(place, recounts)
  if (recount) return recount.causes.find((each) => each.place === place)?.causes ?? []
  const text = await readJobPart(connection, id, causesPart(place))
  return text === undefined ? [] : (JSON.parse(text) as NamedCause[])
}

async function capturesAt(
  place: number,
  { id, recounts }: Counted,
  connection: ActionContext['connection'],
): Promise<CaptureAtRisk[] | undefined> {
  const recount = recountOf(place, recounts)
  if (recount) return recount.captures.find((each) => each.place === place)?.captures ?? []
  const text = await readJobPart(connection, id, capturesPart(place))
  return text === undefined ? undefined : (JSON.parse(text) as CaptureAtRisk[])
}

function recountOf(place: number, recounts: readonly Recount[]): Recount | undefined {
  return recounts.find(({ rows }) => rows.some((row) => row.place === place))
}

/** The failure for a board whose parts are gone. */
export function gone(): { ok: false; error: Failure } {
  return fail('EntityNotFoundError', 'This report has expired. Check coverage again.')
}
