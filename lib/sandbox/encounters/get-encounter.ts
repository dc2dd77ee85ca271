import type { EncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { isInScope, scopeOf } from '#lib/sandbox/lists/scope.ts'
import { encountersAsJson } from './read-encounters.ts'

/** One encounter in full. */
export const getEncounter: Handler<'getEncounter'> = async ({ sandbox, caller, input }) => {
  const id = input.params.encounter_id
  const [row] = await sandbox.run<EncounterRow>('select * from encounters where id = $1', [id])
  if (!row || !isInScope(await scopeOf(sandbox, caller), row.billing_provider_npi)) throw notFound(id)
  const [text] = await encountersAsJson(sandbox, [row])
  return text!
}
