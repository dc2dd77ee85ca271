import type { Checking } from '#lib/actions/writing/write-replies.ts'

// What the actions that write a contract's service facilities answer.

/** A service facility of a contract: which one it is, and who may work there under the contract. */
export type ContractFacility = {
  contract_service_facility_id: string
  service_facility_id: string
  provider_ids: string[]
}

/**
 * `createContractServiceFacility`.
 * - created: the facility. `is_found` when the answer was lost and the contract has it.
 * - checking: nobody can tell yet. Ask again with the same operation id and body.
 */
export type CreateFacilityReply = { kind: 'created'; facility: ContractFacility; is_found: boolean } | Checking

/**
 * `updateContractServiceFacility`.
 * - saved: the facility as it is now. `is_verified` is false when the partner kept something else than was sent.
 * - moved: nothing was sent, because somebody else put another facility in its place meanwhile.
 */
export type SaveFacilityReply =
  | { kind: 'saved'; facility: ContractFacility; is_verified: boolean }
  | { kind: 'moved'; facility: ContractFacility }
  | Checking
