import type { NewClaimRow, NewEncounterRow } from '../db/creations-schema.ts'

type Member = { id: string; data: string; billable_status?: string | undefined }

export type MadeEncounter = { encounter: NewEncounterRow; claim: NewClaimRow }

/**
 * The encounter and its claim that a successful claim creation makes. `input` is the merged data as text. With several
 * captures the encounter also keeps what each gave, so that a later change can be named capture by capture.
 */
export function makeEncounter(options: {
  creationId: string
  members: readonly Member[]
  input: string
  now: number
  newId: () => string
}): MadeEncounter {
  const { creationId, members, input, now, newId } = options
  const encounterId = newId()
  const parts = members.length > 1 ? `{${members.map((member) => `${JSON.stringify(member.id)}:${member.data}`).join(',')}}` : null
  return {
    encounter: {
      id: encounterId,
      claim_creation_id: creationId,
      created_at: now,
      patient_control_number: `PCN${encounterId.replaceAll('-', '').slice(0, 12).toUpperCase()}`,
      input,
      parts,
    },
    claim: { id: newId(), encounter_id: encounterId, claim_creation_id: creationId, status: firstClaimStatus(members) },
  }
}

/** ASSUMED: claim-first-status — a visit marked NOT_BILLABLE is never sent; every other claim starts with the billers. */
function firstClaimStatus(members: readonly Member[]): string {
  return members.some((member) => member.billable_status === 'NOT_BILLABLE') ? 'not_billable' : 'biller_received'
}
