import type { Json } from '#lib/core/json.ts'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'

/** The columns of a capture that say with which others it is bundled. */
export type GroupingColumns = Pick<
  CaptureRow,
  'status' | 'patient_external_id' | 'date_of_service' | 'service_facility_key' | 'billing_provider_npi'
>

/** A charge capture as bundling reads it: header, extracted columns, and `data` parsed. */
export type BundledCapture = GroupingColumns & {
  id: string
  charge_external_id: string
  claim_creation_category: string
  ehr_source_url: string | null
  data: Json
}

/** Statuses of captures that take part in no claim. ASSUMED: bundling-dropped-captures */
const droppedStatuses = new Set(['not-billable', 'aborted', 'entered-in-error'])

/** True for a capture that takes no part in its bundle. */
export function isDropped(capture: Pick<BundledCapture, 'status'>): boolean {
  return droppedStatuses.has(capture.status)
}

/**
 * The claim creation category of captures that no claim creation takes up yet: between a capture's arrival and its
 * bundling the real partner has such captures, and here nobody could ever look at one. ASSUMED: bundling-waits
 */
export const waitingCategory = 'awaiting-bundling'
