import type { EncounterRow } from '../db/creations-schema.ts'
import type { Handler } from '../http/handler.ts'
import { notFound } from '../http/refusal.ts'
import { isInScope, scopeOf } from '../lists/scope.ts'
import { encountersAsJson } from './read-encounters.ts'

/** One encounter in full. */
export const getEncounter: Handler<'getEncounter'> = async ({ sandbox, caller, input }) => {
  const id = input.params.encounter_id
  const [row] = await sandbox.run<EncounterRow>('select * from encounters where id = $1', [id])
  if (!row || !isInScope(await scopeOf(sandbox, caller), row.billing_provider_npi)) throw notFound(id)
  const [text] = await encountersAsJson(sandbox, [row])
  return text!
}
