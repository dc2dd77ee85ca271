import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import type { EncounterReply } from '#lib/actions/replies.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** One encounter. The audit has the reader first. */
export async function readEncounterText(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<EncounterReply>> {
  const { connection } = context
  const reply = await call(connection, operations.getEncounter, { params: { encounter_id: id } })
  await recordAct(context, 'read', 'getEncounter', [id], { outcome: outcomeOf(reply) })
  return reply.ok ? ok({ encounter: reply.value.text }) : reply
}
