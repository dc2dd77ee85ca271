import { listChargeCapturesQuery } from '../contract/charge-captures.operations.ts'
import { listClaimCreationsQuery } from '../contract/claim-creations.operations.ts'
import { listEncountersQuery } from '../contract/encounters/encounters.operations.ts'
import { knownValues } from '../contract/fields.ts'
import type { ListOperation } from './list-spec.ts'

/** The values to offer for each enumerated filter, by wire name. */
export type FilterChoices = Record<string, readonly string[]>

const queries = { listClaimCreations: listClaimCreationsQuery, listChargeCaptures: listChargeCapturesQuery, listEncounters: listEncountersQuery }

/** The known values of a list's enumerated filters, read off the contract. For the server: it needs the schemas. */
export function filterChoices(operation: ListOperation): FilterChoices {
  const choices: FilterChoices = {}
  for (const [name, schema] of Object.entries(queries[operation].shape)) {
    const known = name.endsWith('_ranked_sort') ? undefined : knownValues(schema)
    if (known) choices[name] = [...known.values, ...known.alsoSeen]
  }
  return choices
}
