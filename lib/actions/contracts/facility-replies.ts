import type { ContractFacility } from './save-facility.ts'
import type { Checking } from '#lib/actions/writing/write-replies.ts'

// What the actions that write a contract's service facilities answer.

/**
 * `createContractServiceFacility`.
 * - created: the facility. `is_found` when the answer was lost and the contract has it.
 * - checking: nobody can tell yet. Ask again with the same operation id and body.
 */
export type CreateFacilityReply = { kind: 'created'; facility: ContractFacility; is_found: boolean } | Checking
