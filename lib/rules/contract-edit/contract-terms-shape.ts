import { contractV2, createContractV2Body } from '#lib/contract/contracts/contracts-v2.ts'
import { toShape } from '#lib/rules/edit/contract-shape.ts'
import { type ObjectShape, pickMembers } from '#lib/rules/edit/field-shape.ts'
import { contractTermNames } from './contract-terms.ts'
import { contractKinds } from './new-contract.ts'

// Separate from browser code: the schema library stays on the server. Both versions share these
// members.

let made: ObjectShape | undefined
let madeNew: ObjectShape | undefined

/**
 * The shape of the editable terms of a contract. Regions and insurance types have their own
 * controls and are JSON text here.
 */
export function contractTermsShape(): ObjectShape {
  made ??= pickMembers(toShape(contractV2) as ObjectShape, contractTermNames)
  return made
}

/**
 * The shape of the form that creates a contract: kind, parties, terms, and providers or facilities.
 * Of a facility the form has the id alone; its providers are assigned on the contract's page.
 */
export function newContractShape(): ObjectShape {
  if (madeNew) return madeNew
  const { members } = pickMembers(toShape(createContractV2Body) as ObjectShape, [
    'contracting_provider_id',
    'payer_uuid',
    ...contractTermNames,
    'rendering_provider_ids',
  ])
  const type = { kind: 'choice', values: contractKinds } as const
  madeNew = {
    kind: 'object',
    members: { type, ...members, contract_service_facilities: members.rendering_provider_ids! },
  }
  return madeNew
}
