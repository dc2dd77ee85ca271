import { encounterCreateFromPreEncounter } from '#lib/contract/encounters/create-from-pre-encounter.ts'
import { toShape } from '#lib/rules/edit/contract-shape.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'

// Apart from what the browser runs: the schema library stays on the server.

let made: ObjectShape | undefined

/** The shape of the request that creates an encounter from pre-encounter records. */
export function newEncounterShape(): ObjectShape {
  made ??= toShape(encounterCreateFromPreEncounter) as ObjectShape
  return made
}
