import 'server-only'
import { recordAudit } from '../console/audit.ts'
import type { Connection } from '../console/connections.ts'
import { operations } from '../contract/operations.ts'
import { isJsonObject, parseExact, type Json } from '../core/json.ts'
import { ok, type Failure, type Result } from '../core/result.ts'
import { at, text } from '../lists/row-values.ts'
import { call } from '../partner/call.ts'
import type { ClaimCreationReply } from './replies.ts'
import type { ActionContext } from './run-action.ts'

// A claim creation bundles the captures of one visit; this bound only stops a partner that never ends its pages.
const maxPages = 10
const pageSize = 100

/** A claim creation and its captures, read side by side. */
export async function readClaimCreationWithCaptures({ id }: { id: string }, { account, connection }: ActionContext): Promise<Result<ClaimCreationReply>> {
  const [creation, captures] = await Promise.all([
    call(connection, operations.getClaimCreation, { params: { charge_capture_claim_creation_id: id } }),
    readCaptures(connection, id),
  ])
  const captureIds = captures.items.map((item) => text(at(item, 'id'))).filter((captureId) => captureId !== undefined)
  await recordAudit({
    accountId: account.id, connectionId: connection.id, operation: 'getClaimCreation', stage: 'read',
    outcome: creation.ok ? 'ok' : creation.error.name, recordIds: creation.ok ? [id, ...captureIds] : [id],
  })
  if (!creation.ok) return creation
  return ok({
    claim_creation: creation.value.text,
    charge_captures: JSON.stringify(captures.items),
    is_complete: captures.isComplete,
    charge_captures_failure: captures.failure,
  })
}

async function readCaptures(connection: Connection, claimCreationId: string) {
  const items: Json[] = []
  const result = (isComplete: boolean, failure: Failure | null) => ({ items, isComplete, failure })
  let token: string | undefined
  for (let page = 0; page < maxPages; page += 1) {
    const query = { claim_creation_ids: [claimCreationId], limit: pageSize, page_token: token }
    const reply = await call(connection, operations.listChargeCaptures, { query })
    if (!reply.ok) return result(false, reply.error)
    const parsed = parseExact(reply.value.text)
    if (isJsonObject(parsed) && Array.isArray(parsed.items)) items.push(...parsed.items)
    token = text(at(parsed, 'next_page_token'))
    if (token === undefined) return result(true, null)
  }
  return result(false, null)
}
