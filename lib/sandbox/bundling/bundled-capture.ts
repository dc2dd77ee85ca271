import { isDroppedStatus } from '#lib/contract/codes/capture-statuses.ts'
import type { Json } from '#lib/core/json.ts'
import type { CaptureRow } from '#lib/sandbox/db/captures-schema.ts'

/** The columns of a capture that determine its bundle. */
export type GroupingColumns = Pick<
  CaptureRow,
  | 'status'
  | 'patient_external_id'
  | 'date_of_service'
  | 'service_facility_key'
  | 'billing_provider_npi'
>

/**
 * A charge capture as bundling reads it: its header, its extracted columns and its parsed `data`.
 */
export type BundledCapture = GroupingColumns & {
  id: string
  charge_external_id: string
  claim_creation_category: string
  ehr_source_url: string | null
  data: Json
}

/** True for a capture that is left out of its bundle's claim. ASSUMED: bundling-dropped-captures */
export function isDropped(capture: Pick<BundledCapture, 'status'>): boolean {
  return isDroppedStatus(capture.status)
}

/**
 * A capture of this category is never bundled. The real partner has such captures for the time
 * between arrival and bundling; the sandbox bundles at once and needs the category to show them.
 * ASSUMED: bundling-waits
 */
export const waitingCategory = 'awaiting-bundling'
