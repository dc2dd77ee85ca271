import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { ErrorRow, UpdateRow } from '#lib/sandbox/db/creations-schema.ts'

/** The JSON text of a ChargeCapture: stored JSON is spliced in as the client wrote it, never parsed. */
export function captureJson(row: CaptureRow, error: ErrorRow | undefined, updates: readonly UpdateRow[]): string {
  const header = JSON.stringify({
    id: row.id,
    status: row.status,
    date_of_service: row.date_of_service || null,
    patient_external_id: row.patient_external_id,
    charge_external_id: row.charge_external_id,
    ehr_source_url: row.ehr_source_url,
    originating_system: row.originating_system,
    claim_creation_category: row.claim_creation_category || null,
    claim_creation_id: row.claim_creation_id || null,
  })
  return `${header.slice(0, -1)},"updates":[${updates.map(updateJson).join()}],"error":${error ? errorJson(error) : 'null'},"metadata":${row.metadata ?? '[]'},"charge_capture_data":${row.data}}`
}

/** The JSON text of a ChargeCaptureError. */
export function errorJson(row: ErrorRow): string {
  const {
    id,
    charge_capture_id,
    message,
    resolved,
    resolved_by,
    resolution_reason,
    field_in_error,
    claim_creation_id,
  } = row
  return JSON.stringify({
    id,
    charge_capture_id,
    message,
    resolved,
    resolved_by,
    resolution_reason,
    field_in_error,
    claim_creation_id,
  })
}

/** The JSON text of a ChargeCaptureUpdate. ASSUMED: update-message-type */
export function updateJson({ id, message, resolved, hl7_message_type }: UpdateRow): string {
  return JSON.stringify({ id, message, resolved, hl7_message_type })
}
