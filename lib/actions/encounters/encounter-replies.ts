import type { Checking } from '#lib/actions/writing/write-replies.ts'

/** The encounter that has the external id which a new one was to have; all null where the stored key cannot see it. */
export type TakenEncounter = {
  id: string | null
  patient: string | null
  date_of_service: string | null
  claim_status: string | null
  created_at: string | null
}

/**
 * `createEncounterFromPreEncounter`.
 * - created: the encounter. `is_found` when the answer was lost and it was found by its external id.
 * - taken: an encounter already has the external id, and nothing more was sent. `may_be_own`: the answer to an earlier
 *   send was lost, so it may be the one that this send made; a person tells by looking at it.
 * - checking: nobody can tell yet. Ask again with the same operation id and body.
 */
export type CreateEncounterReply =
  | { kind: 'created'; id: string; external_id: string; is_found: boolean }
  | { kind: 'taken'; external_id: string; may_be_own: boolean; encounter: TakenEncounter }
  | Checking
