import { knownValues } from '#lib/contract/fields.ts'
import { operations } from '#lib/contract/operations.ts'
import {
  partnerListOperations,
  type FilterChoices,
  type ListOperation,
  type PartnerListOperation,
} from './list-spec.ts'
import { listSpecs } from './list-specs.ts'

/**
 * The known values of a list's enumerated filters; those of the partner are read off the contract.
 */
export function filterChoices(operation: ListOperation): FilterChoices {
  const choices: FilterChoices = {}
  for (const [name, { local }] of Object.entries(listSpecs[operation].filters))
    if (local && local.length > 0) choices[name] = local
  if (!isOfPartner(operation)) return choices
  for (const [name, schema] of Object.entries(operations[operation].query.shape)) {
    const known = name.endsWith('_ranked_sort') ? undefined : knownValues(schema)
    if (known) choices[name] = [...known.values, ...known.alsoSeen]
  }
  return choices
}

/** True for a list of the partner, which is read in its pages. */
export function isOfPartner(operation: ListOperation): operation is PartnerListOperation {
  return (partnerListOperations as readonly string[]).includes(operation)
}
