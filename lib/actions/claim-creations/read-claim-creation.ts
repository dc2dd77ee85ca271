import 'server-only'
import { lastDone } from '#lib/console/audit.ts'
import { operations } from '#lib/contract/operations.ts'
import { parseExact } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { call } from '#lib/partner/call.ts'
import { billedDiffOf, readCapturesOf } from '#lib/actions/charge-captures/billed-captures.ts'
import type { ClaimCreationReply } from '#lib/actions/replies.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { adviseOn } from './advise.ts'

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
