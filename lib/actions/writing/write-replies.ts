import type { ChargeCaptureReply } from '#lib/actions/charge-captures/read-charge-capture.ts'
import type { ClaimCreationChange } from '#lib/actions/claim-creations/claim-creation-change.ts'

// The replies of the writing actions. Members called `…_text` are JSON text: values of a record,
// numbers as written.

/**
 * The outcome is unknown: ask again, with the same operation id and the same request. `requestId` is
 * as in a Failure.
 */
export type Checking = { kind: 'checking'; requestId?: string | undefined }

/** Other people's changes, as a save reports them. */
type OthersChanges = {
  /**
   * TheirsChange[] of `lib/rules/merge`: what other people changed since the record was loaded, and
   * the save kept.
   */
  also_kept_text: string
  /** The authors; null unless all changes were made in this console. */
  changed_by: string[] | null
  /** LeafChange[]: diagnosis pointers whose number changed so that they name the same diagnosis. */
  repointed_text: string
}

/**
 * The save was made. `unverified`: the paths where the partner has something else than was sent.
 */
export type Saved = OthersChanges & { kind: 'saved'; unverified: string[] }

/** Nothing was sent, because somebody else changed the same fields: a person has to choose. */
export type Conflicted = OthersChanges & {
  kind: 'conflict'
  /** Conflict[] of `lib/rules/merge`. */
  conflicts_text: string
  /**
   * The hash of the record's content when the conflicts were found: choices count for that content
   * alone.
   */
  seen: string
}

/**
 * `saveChargeCapture` when it was saved: the records as they are now, and how the claim creation
 * changed.
 */
export type SavedReply = ChargeCaptureReply &
  Saved & {
    claim_creation_change: ClaimCreationChange | null
    /** False when the partner has something else than was sent: see `unverified`. */
    is_verified: boolean
  }

export type SaveReply = SavedReply | Conflicted | Checking

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

/**
 * `addContractProviders` and `removeContractProviders`: how many the roster has now; a removal does
 * not count what it did.
 */
export type RosterChanged = {
  provider_count: number
  added_count: number | null
  ignored_count: number | null
}
