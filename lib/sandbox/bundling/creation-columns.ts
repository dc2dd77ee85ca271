import type { CaptureRow, NewCaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import { creationFacets, creationPatientNames } from '#lib/sandbox/db/creation-facets.ts'
import { isDropped } from './bundled-capture.ts'

type Member = Pick<CaptureRow, 'status' | 'charge_external_id'> & NewCaptureRow

/** The columns of a claim creation that filters read, from its captures: shared values, names and facets. */
export function creationColumns(members: readonly Member[]) {
  const shared = members.find((member) => !isDropped(member)) ?? members[0]
  return {
    patient_external_id: shared?.patient_external_id ?? '',
    date_of_service: shared?.date_of_service ?? '',
    billing_provider_npi: shared?.billing_provider_npi ?? '',
    service_facility_name: shared?.service_facility_name ?? '',
    ...memberColumns(members),
  }
}

/** Those of them that follow the captures even after billing. */
export function memberColumns(members: readonly Member[]) {
  return { patient_names: creationPatientNames(members), facets: creationFacets(members) }
}
