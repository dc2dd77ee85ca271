import type { FilterableData } from '#lib/sandbox/db/capture-columns.ts'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { NewClaimRow, NewEncounterRow } from '#lib/sandbox/db/creations-schema.ts'
import { firstClaimStatus } from '#lib/sandbox/encounters/claim-status.ts'
import { encounterColumns } from '#lib/sandbox/encounters/encounter-columns.ts'
import { controlNumberIn, externalIdOf } from './own-ids.ts'

type Member = Pick<CaptureRow, 'id' | 'data' | 'patient_external_id'> & {
  pre_encounter_patient_id?: string | null | undefined
  pre_encounter_appointment_ids?: string | null | undefined
}

export type MadeEncounter = { encounter: NewEncounterRow; claim: NewClaimRow }

/**
 * The encounter and the claim of a successful claim creation. `input` is the merged data as text,
 * `data` the same data parsed. With several captures the encounter also stores each capture's data,
 * to follow later changes capture by capture. An encounter without its own external id gets the
 * claim creation's id. ASSUMED: bundled-external-id
 */
export function makeEncounter(options: {
  creationId: string
  members: readonly Member[]
  input: string
  data: FilterableData
  now: number
  newId: () => string
}): MadeEncounter {
  const { creationId, members, input, data, now, newId } = options
  const encounterId = newId()
  const parts =
    members.length > 1
      ? `{${members.map((member) => `${JSON.stringify(member.id)}:${member.data}`).join(',')}}`
      : null
  const status = firstClaimStatus(data)
  const source = members.find((member) => member.pre_encounter_patient_id)
  return {
    encounter: {
      id: encounterId,
      claim_creation_id: creationId,
      created_at: now,
      patient_control_number: controlNumberIn(data) ?? controlNumberOf(encounterId),
      input,
      parts,
      pre_encounter_patient_id: source?.pre_encounter_patient_id ?? '',
      pre_encounter_appointment_ids: JSON.parse(
        source?.pre_encounter_appointment_ids ?? '[]',
      ) as string[],
      claim_status: status,
      ...encounterColumns(
        {
          external_id: externalIdOf(data) ?? creationId,
          patient_external_id: members[0]?.patient_external_id ?? '',
        },
        data,
      ),
    },
    claim: { id: newId(), encounter_id: encounterId, claim_creation_id: creationId, status },
  }
}

/** The patient control number that the sandbox assigns to an encounter. */
export function controlNumberOf(encounterId: string): string {
  return `PCN${encounterId.replaceAll('-', '').slice(0, 12).toUpperCase()}`
}
