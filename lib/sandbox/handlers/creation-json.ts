import type { ClaimCreationRow, ErrorRow } from '#lib/sandbox/db/creations-schema.ts'
import { errorJson } from './capture-json.ts'

/** The JSON text of a claim creation, its merged input spliced in as it was tried. */
export function creationJson(row: ClaimCreationRow, errors: readonly ErrorRow[]): string {
  const header = JSON.stringify({
    id: row.id,
    created_encounter_id: row.created_encounter_id || null,
    status: row.status,
    most_recent_claim_preview_id: row.most_recent_claim_preview_id,
  })
  const list = errors.map(errorJson).join(',')
  return `${header.slice(0, -1)},"characteristics":${row.characteristics},"errors":[${list}],"encounter_creation_input":${row.encounter_creation_input ?? 'null'}}`
}
