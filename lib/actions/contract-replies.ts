import type { ContractRow } from '../lists/contract-rows.ts'
import type { ContractReply } from './replies.ts'
import type { Checking } from './write-replies.ts'

// What the actions that write contracts answer. Members called `…_text` hold JSON text.

/** `updateContractV3` when it was saved: the contract as it is now. */
export type ContractSaved = ContractReply & {
  kind: 'saved'
  /** TheirsChange[] of `lib/rules/merge`: what somebody else had changed since it was loaded, and was kept. */
  also_kept_text: string
  /** Who made those changes, where all were made through this console. */
  changed_by: string[] | null
  /** The terms that the partner keeps otherwise than they were sent. */
  unverified: string[]
}

/** `updateContractV3` when nothing was sent, because somebody else changed the same: a person has to choose. */
export type ContractConflict = Pick<ContractSaved, 'also_kept_text' | 'changed_by'> & {
  kind: 'conflict'
  /** Conflict[] of `lib/rules/merge`. */
  conflicts_text: string
  /** Stands for the contract as it was when the conflicts were found: the choices count for it alone. */
  seen: string
}

export type SaveContractReply = ContractSaved | ContractConflict | Checking

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
