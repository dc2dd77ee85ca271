import { folded } from '#lib/core/folded.ts'
import { foldName, personName } from '#lib/sandbox/db/capture-columns.ts'

// The filters of the description's lists, written for plain arrays. Tests compare the SQL with them.

type Person =
  | { npi?: string; first_name?: string; last_name?: string; organization_name?: string }
  | null
  | undefined

/** The members of a listed capture that filters read. */
export type PlainCapture = {
  id: string
  status: string
  date_of_service: string | null
  patient_external_id: string
  charge_external_id: string
  claim_creation_category: string | null
  claim_creation_id: string | null
  charge_capture_data: {
    patient?: { first_name?: string; last_name?: string; date_of_birth?: string } | null
    billing_provider?: Person
    rendering_provider?: Person
    supervising_provider?: Person
    service_facility?: Person
    service_facility_id?: string | null
    subscriber_primary?: {
      insurance_card?: { payer_id?: string; payer_name?: string } | null
    } | null
    tag_ids?: string[] | null
    billable_status?: string | null
    responsible_party?: string | null
  }
}

/**
 * Facts outside of the capture: the names of facility records and the encounters of claim
 * creations.
 */
export type Known = { facilityNames: Map<string, string>; encounterOf: Map<string, string> }

type Values = readonly string[]
type Matcher = (capture: PlainCapture, values: Values, known: Known) => boolean

const isIn = (value: string | null | undefined, values: Values) => values.includes(value ?? '')
const names = (name: string, values: Values) => values.some((value) => name.includes(folded(value)))

/** The filters of captures and claim creations, as simple functions. */
export const matchers: Record<string, Matcher> = {
  patient_external_id: (c, v) => isIn(c.patient_external_id, v),
  charge_external_id: (c, v) => isIn(c.charge_external_id, v),
  status: (c, v) => isIn(c.status, v),
  date_of_service_min: (c, [day]) =>
    (c.date_of_service ?? '') >= day! && c.date_of_service !== null,
  date_of_service_max: (c, [day]) => c.date_of_service !== null && c.date_of_service <= day!,
  claim_ids: (c, v, { encounterOf }) =>
    c.claim_creation_id !== null && v.includes(encounterOf.get(c.claim_creation_id) ?? ''),
  claim_creation_ids: (c, v) => isIn(c.claim_creation_id, v),
  billing_provider_npis: (c, v) => isIn(c.charge_capture_data.billing_provider?.npi, v),
  service_facility_name: (c, v, known) => names(facilityName(c, known), v),
  primary_payer_ids: (c, v) =>
    isIn(c.charge_capture_data.subscriber_primary?.insurance_card?.payer_id, v),
  primary_payer_names: (c, v) =>
    names(folded(c.charge_capture_data.subscriber_primary?.insurance_card?.payer_name ?? ''), v),
  rendering_provider_npis: (c, v) => isIn(c.charge_capture_data.rendering_provider?.npi, v),
  rendering_provider_names: (c, v) =>
    names(personName(c.charge_capture_data.rendering_provider), v),
  supervising_provider_npis: (c, v) => isIn(c.charge_capture_data.supervising_provider?.npi, v),
  supervising_provider_names: (c, v) =>
    names(personName(c.charge_capture_data.supervising_provider), v),
  claim_creation_category: (c, v) => isIn(c.claim_creation_category, v),
  tags: (c, v) => (c.charge_capture_data.tag_ids ?? []).some((tag) => v.includes(tag)),
  patient_names: (c, v) => names(personName({ ...c.charge_capture_data.patient }), v),
  billable_status: (c, v) => isIn(c.charge_capture_data.billable_status, v),
  responsible_party: (c, v) => isIn(c.charge_capture_data.responsible_party, v),
  exclude_charges_linked_to_claims: (c) => c.claim_creation_id === null,
  search_term: (c, [term]) =>
    c.id === term ||
    [folded(term!), foldName(term!)].some((part) =>
      searched(c).some((text) => text.toLowerCase().includes(part)),
    ),
}

function searched(c: PlainCapture): string[] {
  return [
    personName({ ...c.charge_capture_data.patient }),
    c.charge_capture_data.patient?.date_of_birth ?? '',
    c.patient_external_id,
    c.charge_external_id,
  ]
}

function facilityName(
  { charge_capture_data: data }: PlainCapture,
  { facilityNames }: Known,
): string {
  return folded(
    data.service_facility?.organization_name ??
      facilityNames.get(data.service_facility_id ?? '') ??
      '',
  )
}
