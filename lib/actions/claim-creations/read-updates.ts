import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { parseExact, type Json } from '#lib/core/json.ts'
import { ok, type Failure, type Result } from '#lib/core/result.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { toClaimCreationRow, type ClaimCreationRow } from '#lib/lists/rows/rows.ts'
import { call } from '#lib/partner/call.ts'
import type { BilledDiff } from '#lib/rules/billed-diff/billed-change.ts'
import {
  billedDiffOf,
  readCapturesOf,
  toUpdatedCapture,
  type ReadCaptures,
  type UpdatedCapture,
} from '#lib/actions/charge-captures/billed-captures.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { adviseOn, type ChangeAdvice } from './advise.ts'

/** A claim creation whose captures were changed after billing. */
export type UpdateItem = ClaimCreationRow &
  ChangeAdvice & {
    /** Null when there is nothing to compare with, or when not all its captures could be read. */
    diff: BilledDiff | null
    /** Oldest first. */
    captures: UpdatedCapture[]
    is_complete: boolean
    captures_failure: Failure | null
  }

/** One claim creation that was changed after billing, as it is now, compared with what was billed. */
export async function readUpdateItem(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<UpdateItem>> {
  const { connection } = context
  const [creation, captures] = await Promise.all([
    call(connection, operations.getClaimCreation, {
      params: { charge_capture_claim_creation_id: id },
    }),
    readCapturesOf(connection, [id]),
  ])
  const captureIds = captures.items.flatMap((item) => textOf(memberAt(item, 'id')) ?? [])
  await recordAct(context, 'read', 'getClaimCreation', [id, ...(creation.ok ? captureIds : [])], {
    outcome: outcomeOf(creation),
  })
  if (!creation.ok) return creation
  return ok(await toItem(parseExact(creation.value.text), captures, context))
}

async function toItem(
  creation: Json,
  { items, isComplete, failure }: ReadCaptures,
  context: ActionContext,
): Promise<UpdateItem> {
  const row = toClaimCreationRow(creation)
  const own = items.filter((capture) => textOf(memberAt(capture, 'claim_creation_id')) === row.id)
  const diff = isComplete ? billedDiffOf(creation, own) : null
  return {
    ...row,
    ...(await adviseOn({ creation, captures: own, diff }, context)),
    diff,
    captures: own.map(toUpdatedCapture),
    is_complete: isComplete,
    captures_failure: failure,
  }
}
