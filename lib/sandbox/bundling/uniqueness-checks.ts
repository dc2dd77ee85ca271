import type { JsonObject } from '#lib/core/json.ts'
import type { BundledCapture } from './bundled-capture.ts'
import type { Lookups } from './lookups.ts'
import type { Report } from './master-data-checks.ts'
import { controlNumberIn, externalIdOf } from './own-ids.ts'

/**
 * Encounters are unique by external id and by patient control number, however they are made. Each capture that names
 * the id which the merged claim would have is told.
 * ASSUMED: bundling-unique-encounter
 */
export function checkUnique(
  captures: readonly BundledCapture[],
  input: JsonObject,
  lookups: Lookups,
  reportOn: (capture: BundledCapture) => Report,
): void {
  const externalId = externalIdOf(input)
  const controlNumber = controlNumberIn(input)
  for (const capture of captures) {
    if (externalId !== undefined && externalIdOf(capture.data) === externalId && lookups.hasExternalId(externalId)) {
      reportOn(capture)(
        'encounter-external-id-taken',
        'external_id',
        `Another encounter has the external id ${externalId} already`,
      )
    }
    if (
      controlNumber !== undefined &&
      controlNumberIn(capture.data) === controlNumber &&
      lookups.hasControlNumber(controlNumber)
    ) {
      reportOn(capture)(
        'patient-control-number-taken',
        'external_claim_submission.patient_control_number',
        `Another encounter has the patient control number ${controlNumber} already`,
      )
    }
  }
}
