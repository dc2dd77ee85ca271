import { isJsonObject, type Json } from '#lib/core/json.ts'
import type { Page } from './measure-list.ts'

type Filters = Record<string, string>

/** One value for every filter of both lists, taken from records that are there. */
export function sampleFilters(captures: Page, creations: Page): { captures: Filters; creations: Filters } {
  const items = captures.items as Json[]
  const capture = (path: string) => items.map((item) => textAt(item, path)).find(Boolean) ?? ''
  const billed = creations.items.find((item) => item.created_encounter_id)
  const tags = items.map((item) => (item as { charge_capture_data?: { tag_ids?: string[] } }).charge_capture_data?.tag_ids?.[0]).find(Boolean)
  const shared: Filters = {
    patient_external_id: capture('patient_external_id'),
    charge_external_id: capture('charge_external_id'),
    date_of_service_min: items.map((item) => textAt(item, 'date_of_service') ?? '').filter(Boolean).toSorted()[500] ?? '',
    date_of_service_max: '2026-08-31',
    claim_ids: String(billed?.created_encounter_id ?? ''),
    claim_creation_ids: capture('claim_creation_id'),
    billing_provider_npis: capture('charge_capture_data.billing_provider.npi'),
    service_facility_name: capture('charge_capture_data.service_facility.organization_name').slice(0, 8),
    primary_payer_ids: capture('charge_capture_data.subscriber_primary.insurance_card.payer_id'),
    primary_payer_names: capture('charge_capture_data.subscriber_primary.insurance_card.payer_name').slice(0, 6),
    rendering_provider_npis: capture('charge_capture_data.rendering_provider.npi'),
    rendering_provider_names: capture('charge_capture_data.rendering_provider.last_name'),
    supervising_provider_npis: capture('charge_capture_data.supervising_provider.npi'),
    supervising_provider_names: capture('charge_capture_data.supervising_provider.last_name'),
    claim_status: 'biller_received',
    claim_creation_category: capture('claim_creation_category'),
    tags: tags ?? '',
    patient_names: capture('charge_capture_data.patient.last_name'),
  }
  return {
    captures: {
      ...shared,
      status: 'planned',
      exclude_charges_linked_to_claims: 'true',
      search_term: capture('charge_capture_data.patient.last_name'),
      billable_status: 'NOT_BILLABLE',
      responsible_party: 'SELF_PAY',
    },
    creations: { ...shared, claim_creation_status: 'in-error', charge_status: 'planned', has_charge_capture_updates: 'true' },
  }
}

function textAt(item: Json, path: string): string | undefined {
  let value: Json | undefined = item
  for (const member of path.split('.')) value = isJsonObject(value) ? value[member] : undefined
  return typeof value === 'string' ? value : undefined
}
