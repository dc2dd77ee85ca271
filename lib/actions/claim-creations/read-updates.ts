import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { parseExact, type Json } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { toClaimCreationRow } from '#lib/lists/rows/rows.ts'
import { call } from '#lib/partner/call.ts'
import {
  billedDiffOf,
  capturesReader,
  haveUnresolved,
  readCapturesOf,
  toUpdatedCapture,
  type ReadCaptures,
} from '#lib/actions/charge-captures/billed-captures.ts'
import { readPartnerPage } from '#lib/actions/lists/partner-lists.ts'
import { askPages } from '#lib/actions/lists/partner-pages.ts'
import type { UpdateItem, UpdatesReply } from '#lib/actions/replies.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/**
 * One page of claim creations that were changed after billing, each compared with what was billed:
 * two reads of the partner.
 */
export async function readUpdatesPage(
  request: ListRequest,
  context: ActionContext,
): Promise<Result<UpdatesReply>> {
  const { connection } = context
  // The query was checked against this operation's own schema when the action's input was parsed.
  const readCaptures = capturesReader(connection)
  const wanted = request.local?.unresolved_updates
  // If the captures cannot be read, the items are shown without a comparison.
  const keep = async (items: readonly unknown[]) => {
    const captures = await readCaptures(idsOf(items))
    return ok(
      haveUnresolved(items, captures).map((isOpen) => !captures.isComplete || isOpen === wanted),
    )
  }
  const ask = askPages(connection, operations.listClaimCreations, {})
  const page = await readPartnerPage(
    { ...request, operation: 'listClaimCreations' },
    ask,
    wanted === undefined ? undefined : keep,
  )
  const ids = page.ok ? idsOf(page.value.items) : []
  const captures = await readCaptures(ids)
  const rows = page.ok ? page.value.items.map((item) => toItem(item as Json, captures)) : [] // items are parsed JSON
  const recordIds = [...ids, ...rows.flatMap((row) => row.captures.map((capture) => capture.id))]
  await recordAct(context, 'read', 'listClaimCreations', recordIds, { outcome: outcomeOf(page) })
  return page.ok
    ? ok({
        rows,
        next: page.value.next,
        prev: page.value.prev,
        charge_captures_failure: captures.failure,
      })
    : page
}

/** One of them by its id, as it is now. */
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
  return creation.ok ? ok(toItem(parseExact(creation.value.text), captures)) : creation
}

function idsOf(items: readonly unknown[]): string[] {
  return items.flatMap((item) => textOf(memberAt(item, 'id')) ?? [])
}

function toItem(creation: Json, { items, isComplete }: ReadCaptures): UpdateItem {
  const row = toClaimCreationRow(creation)
  const own = items.filter((capture) => textOf(memberAt(capture, 'claim_creation_id')) === row.id)
  return {
    ...row,
    diff: isComplete ? billedDiffOf(creation, own) : null,
    captures: own.map(toUpdatedCapture),
    is_complete: isComplete,
  }
}
