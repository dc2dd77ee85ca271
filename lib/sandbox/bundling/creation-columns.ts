import type { CaptureRow, NewCaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import { creationFacets, creationPatientNames } from '#lib/sandbox/db/creation-facets.ts'
import { isDropped } from './bundled-capture.ts'

/** The capture that a claim creation is described by: the first that takes part in it, else the first. */
export function firstTakingPart<T extends { status: string }>(members: readonly T[]): T | undefined {
  return members.find((member) => !isDropped(member)) ?? members[0]
}

type Member = Pick<CaptureRow, 'status' | 'charge_external_id'> & NewCaptureRow

/**
 * The columns of a claim creation that filters read, from its captures as they are now: names, facets, and the values that
 * all share before billing. Where they differ, these are those of the first that takes part. ASSUMED: creation-follows-charges
 */
export function creationColumns(members: readonly Member[]) {
  const shared = firstTakingPart(members)
  return {
    patient_external_id: shared?.patient_external_id ?? '',
    date_of_service: shared?.date_of_service ?? '',
    billing_provider_npi: shared?.billing_provider_npi ?? '',
    service_facility_name: shared?.service_facility_name ?? '',
    patient_names: creationPatientNames(members),
    facets: creationFacets(members),
  }
}
