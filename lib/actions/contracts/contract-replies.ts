import type { ContractRow } from '#lib/lists/rows/contract-rows.ts'
import type { ContractReply } from '#lib/actions/replies.ts'
import type { Checking, Conflicted, Saved } from '#lib/actions/writing/write-replies.ts'

// What the actions that write contracts answer. Members called `…_text` hold JSON text.

/** `updateContractV3` when it was saved: the contract as it is now. */
export type ContractSaved = ContractReply & Saved

/** `updateContractV3`: nothing is sent where somebody else changed the same. */
export type SaveContractReply = ContractSaved | Conflicted | Checking

/**
 * `createContractV3` and `createContractV2`.
 * - created: the contract.
 * - taken: the answer was lost. `candidates` are the contracts between the same two that say what was sent, newest
 *   first; nothing is sent again for this operation, a person says whether it is one of them.
 */
export type CreateContractReply =
  | { kind: 'created'; id: string; unverified: string[] }
  | { kind: 'taken'; candidates: ContractRow[] }
  | Checking

/** `deleteContractV3`: `is_found_gone` when it was not there any more, so that it is not known who deleted it. */
export type DeleteContractReply = { kind: 'deleted'; is_found_gone: boolean } | Checking
