import type { ChargeCaptureReply, ClaimCreationChange } from '#lib/actions/replies.ts'

// What the writing actions answer. Members called `…_text` hold JSON text: the values of a record, numbers as written.

/** Nobody can tell yet whether the write was made: ask again, with the same operation id and the same request. */
export type Checking = { kind: 'checking' }

/** `saveChargeCapture` when it was saved: the records as they are now, and what changed. */
export type SavedReply = ChargeCaptureReply & {
  kind: 'saved'
  /** TheirsChange[] of `lib/rules/merge`: what somebody else had changed since the record was loaded, and was kept. */
  also_kept_text: string
  /** Who made those changes, where all were made through this console. */
  changed_by: string[] | null
  /** LeafChange[]: diagnosis pointers whose number changed so that they name the same diagnosis. */
  repointed_text: string
  claim_creation_change: ClaimCreationChange | null
  /** False when the partner kept something else than what was sent: the paths where it did. */
  is_verified: boolean
  unverified: string[]
}

/** `saveChargeCapture` when nothing was sent, because somebody else changed the same fields: a person has to choose. */
export type SaveConflictReply = {
  kind: 'conflict'
  /** Conflict[] of `lib/rules/merge`. */
  conflicts_text: string
  /** TheirsChange[]: what else somebody changed; it is kept whatever is chosen. */
  also_kept_text: string
  changed_by: string[] | null
  repointed_text: string
  /** Stands for the record as it was when the conflicts were found: the choices count for it alone. */
  seen: string
}

export type SaveReply = SavedReply | SaveConflictReply | Checking

/**
 * `createChargeCapture` and `createChargeCaptureFromPreEncounter`.
 * - created: the capture. `is_found` when the answer was lost and it was found by its external id.
 * - taken: another capture already has the charge external id, and nothing was created. `id` and the rest are null
 *   when it lies outside of what the stored key may see. `is_same`: it holds exactly what was to be created.
 * - checking: nobody can tell yet. Ask again with the same operation id and body.
 */
export type CreateReply =
  | {
      kind: 'created'
      id: string
      charge_external_id: string
      claim_creation_id: string | null
      is_found: boolean
      unverified: string[]
    }
  | {
      kind: 'taken'
      charge_external_id: string
      id: string | null
      patient_external_id: string | null
      date_of_service: string | null
      status: string | null
      is_same: boolean
    }
  | Checking

/** `addContractProviders` and `removeContractProviders`: how many the roster has now; a removal does not count what it did. */
export type RosterChanged = { provider_count: number; added_count: number | null; ignored_count: number | null }
