import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { call, callJson } from '#lib/partner/call.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** One encounter, as JSON text. The audit has the reader first. */
export async function readEncounterText(
  { id }: { id: string },
  context: ActionContext,
): Promise<Result<{ encounter: string }>> {
  const { connection } = context
  const reply = await call(connection, operations.getEncounter, { params: { encounter_id: id } })
  await recordAct(context, 'read', 'getEncounter', [id], { outcome: outcomeOf(reply) })
  return reply.ok ? ok({ encounter: reply.value.text }) : reply
}

const atOnce = 10
const auditedAtOnce = 100

/**
 * Encounters by their ids, ten at a time: the partner has no list by id. The audit trail names them
 * by hundreds. Each has its own outcome.
 */
export async function readEncounters(
  ids: readonly string[],
  context: ActionContext,
): Promise<Map<string, Result<unknown>>> {
  const read = new Map<string, Result<unknown>>()
  const wanted = [...new Set(ids)]
  for (let from = 0; from < wanted.length; from += atOnce) {
    const some = wanted.slice(from, from + atOnce)
    const replies = await Promise.all(
      some.map((encounter_id) =>
        callJson(context.connection, operations.getEncounter, { params: { encounter_id } }),
      ),
    )
    for (const [place, id] of some.entries()) read.set(id, replies[place]!) // a reply each
  }
  for (let from = 0; from < wanted.length; from += auditedAtOnce) {
    const some = wanted.slice(from, from + auditedAtOnce)
    const outcome = outcomeOf(
      some.map((id) => read.get(id)!).find(({ ok }) => ok) ?? read.get(some[0]!)!,
    )
    await recordAct(context, 'read', 'getEncounter', some, { outcome })
  }
  return read
}
