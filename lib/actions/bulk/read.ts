import 'server-only'
import { findItems, listItems, listJobs } from '#lib/console/jobs/store.ts'
import {
  bulkRows,
  findBulkFix,
  type BulkFix,
  type BulkPlan,
} from '#lib/console/records/bulk-fixes.ts'
import type { BulkState, JobItemState } from '#lib/console/schema.ts'
import { countOf, errorNoun } from '#lib/core/count-of.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { ClaimOutlook } from '#lib/rules/bulk/forecast.ts'
import { maxBulkCaptures } from '#lib/rules/bulk/value-file.ts'
import { refusalIn } from '#lib/actions/jobs/job-kind.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { noFix, ownerOf, standingOf, type BulkProgress } from './fix.ts'
import { readClaims, type ClaimFacts, type ClaimState } from './claims.ts'
import { changedCaptures, restoredCaptures } from './outcome.ts'
import { nothingLeft, type ShownRow } from './preview.ts'

/** A capture of a bulk fix: what would change, and what the rules say of it. */
export type BulkRow = ShownRow & {
  id: string
  place: number
  state: BulkState
  /** What the claim is worth, in whole cents. */
  cents?: number
  /** The captures of its claim in the fix that can be sent: ready, with a new error, billed. */
  together?: readonly [ready: number, keeps: number, billed: number]
  /** What becomes of its claim once all its ready captures are sent. */
  outlook?: ClaimOutlook
  /**
   * What became of it, once it was sent or taken back. `claim`: how its claim stands now, and the
   * first of the errors that it has, in the partner's words.
   */
  result?: {
    state: JobItemState
    words: string | null
    is_undo: boolean
    claim?: { state: ClaimState; errors: number; words?: string }
  }
}

/** `next` is the place of the next page; null at the end. */
export type BulkRows = { rows: BulkRow[]; next: number | null }

const pageSize = 200

/** How far a fix of this person is. */
export async function readStanding(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<BulkProgress>> {
  const fix = await findBulkFix(ownerOf(context), id)
  return fix ? ok(await standingOf(fix, context)) : noFix()
}

type RowsInput = {
  id: string
  from: number
  states: BulkRow['state'][]
  results?: JobItemState[] | undefined
  claims?: ClaimState | undefined
}

/**
 * Captures of a fix, with patients; of those that were changed with `claims` the ones whose claim
 * stands so now. The audit is written first.
 */
export async function readRows(
  { id, from, states, results, claims: wanted }: RowsInput,
  context: ActionContext,
): Promise<Result<BulkRows>> {
  const owner = ownerOf(context)
  const fix = await findBulkFix(owner, id)
  if (!fix) return noFix()
  const changed = wanted && (await changedCaptures(fix, context))
  if (changed && !changed.ok) return changed
  const among = changed
    ? changed.value.flatMap(({ record, facts }) => (facts?.state === wanted ? record : []))
    : results && (fix.jobId === null ? [] : await recordsIn(fix.jobId, results, fix.undoJobId))
  const captures = await bulkRows(owner, id, { from, states, limit: pageSize, among })
  const records = captures.map(({ captureId }) => captureId)
  await recordAct(context, 'read', 'readBulkRows', records)
  const [sent, undone] = await Promise.all(
    [fix.jobId, fix.undoJobId].map(async (job) =>
      job === null ? new Map<string, never>() : findItems(context.connection, job, records),
    ),
  )
  const claims = fix.plan.claims ?? {}
  const now = changed
    ? new Map(changed.value.map(({ claim, facts }) => [claim, facts]))
    : await claimsNow(fix, sent!, context)
  const rows = captures.map(({ captureId, place, state, row }): BulkRow => {
    const shown = row === undefined ? unread : (JSON.parse(row) as ShownRow) // the preview wrote it
    const claim = shown.claim === undefined ? undefined : claims[shown.claim]
    const item = undone!.get(captureId) ?? sent!.get(captureId)
    return {
      id: captureId,
      place,
      state,
      ...shown,
      ...(claim
        ? { together: claim.together, ...(claim.cents !== undefined && { cents: claim.cents }) }
        : shown.charges !== undefined && { cents: shown.charges }),
      ...(state === 'ready' && claim && forecastIn(claim, shown.verdict)),
      ...(item && {
        result: {
          state: item.state,
          words: wordsOf(item.words, refusalIn(item.result)),
          is_undo: undone!.has(captureId),
          ...claimIn(now.get(textOf(memberAt(item.result, 'claim')))),
        },
      }),
    }
  })
  const last = captures.at(-1)
  return ok({ rows, next: last && captures.length === pageSize ? last.place + 1 : null })
}

// The partner's words are for the owner of the fix, who sees the patient beside them.
function wordsOf(words: string | null, refusal: string | undefined): string | null {
  return refusal === undefined ? words : `${words} ${refusal}`
}

type PlannedClaim = NonNullable<BulkPlan['claims']>[string]

// What the whole claim keeps says more than what its capture does.
function forecastIn(
  { errors = [], unknown = [], outlook = 'stays' }: PlannedClaim,
  verdict: string,
) {
  const [first] = errors
  if (!first && outlook === 'stays') return { outlook, verdict }
  const words = first
    ? `Claim keeps ${countOf(errors.length, errorNoun)}: ${first.words}`
    : outlook === 'unknown'
      ? `Not known whether the claim bills: ${unknown[0]}`
      : 'Claim should bill'
  return { outlook, verdict: verdict === nothingLeft ? words : `${words}. ${verdict}` }
}

function claimIn(facts: ClaimFacts | undefined): Pick<NonNullable<BulkRow['result']>, 'claim'> {
  if (!facts) return {}
  const { state, errors } = facts
  const [first] = errors
  return { claim: { state, errors: errors.length, ...(first && { words: first.words }) } }
}

// While captures are sent nothing is known of their claims. One that cannot be read is not named.
async function claimsNow(
  { jobId }: BulkFix,
  sent: ReadonlyMap<string, { result?: unknown }>,
  { account, connection }: ActionContext,
): Promise<ReadonlyMap<string | undefined, ClaimFacts>> {
  if (jobId === null) return new Map()
  const [job] = await listJobs(connection, { accountId: account.id, id: jobId })
  if (job?.is_open !== false) return new Map()
  const ids = [...sent.values()].flatMap(({ result }) => textOf(memberAt(result, 'claim')) ?? [])
  const read = await readClaims(connection, ids)
  return read.ok ? read.value : new Map()
}

// What was restored is no longer changed.
async function recordsIn(
  job: string,
  states: JobItemState[],
  undoJob: string | null,
): Promise<string[]> {
  const [items, restored] = await Promise.all([
    listItems(job, { limit: maxBulkCaptures, states }),
    restoredCaptures(undoJob),
  ])
  return items.flatMap(({ record }) => (restored.has(record) ? [] : [record]))
}

const unread: ShownRow = { changes: [], more: 0, verdict: '' }
