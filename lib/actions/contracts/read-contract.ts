import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { operations } from '#lib/contract/operations.ts'
import { isJsonObject, parseExact, type Json } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import type { ContractReply } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** One contract without the ids of its roster, which has its own operations. The audit has the reader first. */
export async function readContractText(
  { id }: { id: string },
  { account, connection }: ActionContext,
): Promise<Result<ContractReply>> {
  const reply = await call(connection, operations.getContractV3, { params: { contract_id: id } })
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: 'getContractV3',
    stage: 'read',
    outcome: reply.ok ? 'ok' : reply.error.name,
    recordIds: [id],
  })
  return reply.ok ? ok({ contract: JSON.stringify(withoutRoster(reply.value.text)) }) : reply
}

/**
 * A contract's JSON without `rendering_provider_ids`. Version 3 deprecates this list and cuts it off at 4,000 ids, so no
 * page and no update may use it as the roster.
 */
export function withoutRoster(text: string): Json {
  const contract = parseExact(text)
  if (isJsonObject(contract)) delete contract.rendering_provider_ids
  return contract
}
