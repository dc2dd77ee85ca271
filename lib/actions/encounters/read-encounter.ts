import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { operations } from '#lib/contract/operations.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import type { EncounterReply } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** One encounter. The audit has the reader first. */
export async function readEncounterText(
  { id }: { id: string },
  { account, connection }: ActionContext,
): Promise<Result<EncounterReply>> {
  const reply = await call(connection, operations.getEncounter, { params: { encounter_id: id } })
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: 'getEncounter',
    stage: 'read',
    outcome: reply.ok ? 'ok' : reply.error.name,
    recordIds: [id],
  })
  return reply.ok ? ok({ encounter: reply.value.text }) : reply
}
