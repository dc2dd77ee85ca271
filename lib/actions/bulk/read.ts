import 'server-only'
import { findItems, listItems } from '#lib/console/jobs/store.ts'
import { bulkRows, findBulkFix } from '#lib/console/records/bulk-fixes.ts'
import type { JobItemState } from '#lib/console/schema.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { maxBulkCaptures } from '#lib/rules/bulk/value-file.ts'
import { refusalIn } from '#lib/actions/jobs/job-kind.ts'
import type { BulkRow, BulkRows, BulkProgress } from '#lib/actions/replies.ts'
import { recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { noFix, ownerOf, standingOf } from './fix.ts'
import { restoredCaptures } from './outcome.ts'
import type { ShownRow } from './preview.ts'

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
}

/** Captures of a fix, with patients. The audit is written first. */
export async function readRows(
  { id, from, states, results }: RowsInput,
  context: ActionContext,
): Promise<Result<BulkRows>> {
  const owner = ownerOf(context)
  const fix = await findBulkFix(owner, id)
  if (!fix) return noFix()
  const among =
    results && (fix.jobId === null ? [] : await recordsIn(fix.jobId, results, fix.undoJobId))
  const captures = await bulkRows(owner, id, { from, states, limit: pageSize, among })
  const records = captures.map(({ captureId }) => captureId)
  await recordAct(context, 'read', 'readBulkRows', records)
  const [sent, undone] = await Promise.all(
    [fix.jobId, fix.undoJobId].map(async (job) =>
      job === null ? new Map<string, never>() : findItems(context.connection, job, records),
    ),
  )
  const claims = fix.plan.claims ?? {}
  const rows = captures.map(({ captureId, place, state, row }): BulkRow => {
    const shown = row === undefined ? unread : (JSON.parse(row) as ShownRow) // the preview wrote it
    const claim = shown.claim === undefined ? undefined : claims[shown.claim]
    const item = undone!.get(captureId) ?? sent!.get(captureId)
    return {
      id: captureId,
      place,
      state,
      ...shown,
      ...(claim ?? (shown.charges !== undefined && { cents: shown.charges })),
      ...(item && {
        result: {
          state: item.state,
          words: wordsOf(item.words, refusalIn(item.result)),
          is_undo: undone!.has(captureId),
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
