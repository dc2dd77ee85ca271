import { listChargeCapturesQuery } from '#lib/contract/charge-captures.operations.ts'
import { listClaimCreationsQuery } from '#lib/contract/claim-creations.operations.ts'
import { contractOperations } from '#lib/contract/contracts/contracts.operations.ts'
import { credentialingOperations } from '#lib/contract/credentialing.operations.ts'
import { listEncountersQuery } from '#lib/contract/encounters/encounters.operations.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { listSpecs } from './list-specs.ts'
import type { ListOperation } from './list-spec.ts'

/** The values to offer for each enumerated filter, by wire name. */
export type FilterChoices = Record<string, readonly string[]>

const queries = {
  listClaimCreations: listClaimCreationsQuery,
  listChargeCaptures: listChargeCapturesQuery,
  listEncounters: listEncountersQuery,
  listContractsV3: contractOperations.listContractsV3.query,
  listContractsV2: contractOperations.listContractsV2.query,
  listFacilityCredentialingSpans: credentialingOperations.listFacilityCredentialingSpans.query,
  listProviderCredentialingSpans: credentialingOperations.listProviderCredentialingSpans.query,
}

/** The known values of a list's enumerated filters, read off the contract. For the server: it needs the schemas. */
export function filterChoices(operation: ListOperation): FilterChoices {
  const choices: FilterChoices = {}
  for (const [name, { byConsole }] of Object.entries(listSpecs[operation].filters))
    if (byConsole) choices[name] = byConsole
  for (const [name, schema] of Object.entries(queries[operation].shape)) {
    const known = name.endsWith('_ranked_sort') ? undefined : knownValues(schema)
    // Another name of a value, such as BILLED, is taken but not offered.
    if (known) choices[name] = known.values
  }
  return choices
}
