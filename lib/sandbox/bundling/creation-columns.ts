import type { CaptureRow, NewCaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import { isDropped } from './bundled-capture.ts'

/**
 * The capture whose values describe the claim creation: the first one that is not left out,
 * otherwise the first one.
 */
export function describingCapture<T extends { status: string }>(
  members: readonly T[],
): T | undefined {
  return members.find((member) => !isDropped(member)) ?? members[0]
}

type Member = Pick<CaptureRow, 'status' | 'charge_external_id'> & NewCaptureRow

/**
 * The columns of a claim creation that list filters read, from its current captures: names, facets
 * and shared values. Captures can differ after billing; then the describing capture's values are
 * used. Without captures they are all missing, and `billing_provider_npi` is left out: a key's
 * scope still needs the stored one. ASSUMED: creation-follows-charges
 */
export function creationColumns(members: readonly Member[]) {
  const shared = describingCapture(members)
  return {
    patient_external_id: shared?.patient_external_id ?? '',
    date_of_service: shared?.date_of_service ?? '',
    ...(shared ? { billing_provider_npi: shared.billing_provider_npi } : {}),
    service_facility_name: shared?.service_facility_name ?? '',
    patient_names: creationPatientNames(members),
    facets: creationFacets(members),
  }
}

/**
 * The prefixes of facets, by the filter that matches if any capture of the bundle has the value.
 */
export const facetPrefixes = {
  charge_status: 'status:',
  charge_external_id: 'charge:',
  claim_creation_category: 'category:',
  primary_payer_ids: 'payer:',
  primary_payer_names: 'payer-name:',
  rendering_provider_npis: 'rendering:',
  rendering_provider_names: 'rendering-name:',
  supervising_provider_npis: 'supervising:',
  supervising_provider_names: 'supervising-name:',
  tags: 'tag:',
} as const

/** The facet of a claim creation whose captures differ in a value that its columns hold once. */
export const differingFacet = 'differing:yes'

const columns = [
  'patient_external_id',
  'date_of_service',
  'billing_provider_npi',
  'service_facility_name',
] as const

type Filterable = Pick<CaptureRow, 'status' | 'charge_external_id'> & Partial<NewCaptureRow>

/**
 * `claim_creations.facets`: the distinct values of the bundle's captures, each with its prefix, and
 * `differingFacet`.
 */
export function creationFacets(captures: readonly Filterable[]): string[] {
  const facets = new Set<string>()
  const add = (prefix: string, value: string | null | undefined) => {
    if (value) facets.add(prefix + value)
  }
  const [first] = captures
  if (first && captures.some((capture) => columns.some((name) => capture[name] !== first[name])))
    facets.add(differingFacet)
  for (const capture of captures) {
    add(facetPrefixes.charge_status, capture.status)
    add(facetPrefixes.charge_external_id, capture.charge_external_id)
    add(facetPrefixes.claim_creation_category, capture.claim_creation_category)
    add(facetPrefixes.primary_payer_ids, capture.primary_payer_id)
    add(facetPrefixes.primary_payer_names, capture.primary_payer_name)
    add(facetPrefixes.rendering_provider_npis, capture.rendering_provider_npi)
    add(facetPrefixes.rendering_provider_names, capture.rendering_provider_name)
    add(facetPrefixes.supervising_provider_npis, capture.supervising_provider_npi)
    add(facetPrefixes.supervising_provider_names, capture.supervising_provider_name)
    for (const tag of capture.tags ?? []) add(facetPrefixes.tags, tag)
  }
  return [...facets]
}

/**
 * `claim_creations.patient_names`: the distinct folded names of the bundle's patients, one per
 * line.
 */
function creationPatientNames(captures: readonly Pick<NewCaptureRow, 'patient_name'>[]): string {
  return [...new Set(captures.map((capture) => capture.patient_name ?? '').filter(Boolean))].join(
    '\n',
  )
}
