import 'server-only'
import { lastDone } from '#lib/console/audit.ts'
import { operations } from '#lib/contract/operations.ts'
import { parseExact } from '#lib/core/json.ts'
import { ok, type Failure, type Result } from '#lib/core/result.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { call } from '#lib/partner/call.ts'
import type { BilledDiff } from '#lib/rules/billed-diff/billed-change.ts'
import { billedDiffOf, readCapturesOf } from '#lib/actions/charge-captures/billed-captures.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { adviseOn, type ChangeAdvice } from './advise.ts'

export type ClaimCreationReply = {
  /** JSON text, as are the captures: an array. */
  claim_creation: string
  charge_captures: string
  /** False when there are more captures than were read, or reading stopped: see the failure. */
  is_complete: boolean
  charge_captures_failure: Failure | null
  /**
   * The billed data compared with the captures as they are now; null before billing, or when not
   * all captures could be read.
   */
  billed_diff: BilledDiff | null
  change_advice: ChangeAdvice
  /** When this console resolved its errors, by the error's id, in UTC milliseconds. */
  resolved_at: { [error_id: string]: number }
}

/** A claim creation and its captures, read side by side. */
export async function readClaimCreationWithCaptures(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<ClaimCreationReply>> {
  const { connection } = context
  const [creation, captures] = await Promise.all([
    call(connection, operations.getClaimCreation, {
      params: { charge_capture_claim_creation_id: id },
    }),
    readCapturesOf(connection, [id]),
  ])
  const captureIds = captures.items
    .map((item) => textOf(memberAt(item, 'id')))
    .filter((captureId) => captureId !== undefined)
  await recordAct(context, 'read', 'getClaimCreation', creation.ok ? [id, ...captureIds] : [id], {
    outcome: outcomeOf(creation),
  })
  if (!creation.ok) return creation
  const record = parseExact(creation.value.text)
  const resolved = itemsOf(memberAt(record, 'errors'))
    .filter((error) => memberAt(error, 'resolved') === true)
    .flatMap((error) => textOf(memberAt(error, 'id')) ?? [])
  const diff = captures.isComplete ? billedDiffOf(record, captures.items) : null
  return ok({
    claim_creation: creation.value.text,
    charge_captures: JSON.stringify(captures.items),
    is_complete: captures.isComplete,
    charge_captures_failure: captures.failure,
    billed_diff: diff,
    change_advice: await adviseOn({ creation: record, captures: captures.items, diff }, context),
    resolved_at: Object.fromEntries(await lastDone('resolveClaimCreationError', resolved)),
  })
}
