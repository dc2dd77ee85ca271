import 'server-only'
import { recordAudit } from '../../console/audit.ts'
import { operations } from '../../contract/operations.ts'
import { ok, type Result } from '../../core/result.ts'
import { call } from '../../partner/call.ts'
import type { EncounterReply } from '../replies.ts'
import type { ActionContext } from '../run-action.ts'

/** One encounter; who read it is written down first. */
export async function readEncounterText({ id }: { id: string }, { account, connection }: ActionContext): Promise<Result<EncounterReply>> {
  const reply = await call(connection, operations.getEncounter, { params: { encounter_id: id } })
  await recordAudit({
    accountId: account.id, connectionId: connection.id, operation: 'getEncounter', stage: 'read', outcome: reply.ok ? 'ok' : reply.error.name, recordIds: [id],
  })
  return reply.ok ? ok({ encounter: reply.value.text }) : reply
}
