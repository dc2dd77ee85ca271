import type { ListChargeCapturesQuery } from '../contract/charge-captures.operations.ts'
import type { ListFilters, ListSpec } from './list-spec.ts'

const filters = {
  search_term: {
    kind: 'text', label: 'Search', group: 'Patient', operator: 'finds', phi: true,
    hint: "A charge or claim id, a charge external id, a patient's id, first or last name, or date of birth.",
  },
  status: { kind: 'enum', label: 'Status', group: 'Status', first: true },
  billable_status: { kind: 'enum', label: 'Billable status', group: 'Status' },
  responsible_party: { kind: 'enum', label: 'Responsible party', group: 'Status' },
  claim_status: { kind: 'enum', label: 'Claim status', group: 'Status' },
  exclude_charges_linked_to_claims: {
    kind: 'boolean', label: 'Leave out captures in a claim creation', group: 'Status',
    hint: 'Only captures that no claim creation holds yet.',
  },
  date_of_service_min: { kind: 'date', label: 'Service date from', group: 'Visit', operator: 'on or after', first: true },
  date_of_service_max: { kind: 'date', label: 'Service date to', group: 'Visit', operator: 'on or before', first: true },
  service_facility_name: { kind: 'text', label: 'Service facility', group: 'Visit', first: true },
  patient_external_id: { kind: 'text', label: 'Patient id', group: 'Patient', phi: true, first: true },
  patient_names: { kind: 'multi', label: 'Patient names', group: 'Patient', phi: true, first: true, hint: 'Put a name that holds a comma in quotes: "Moss, Avery".' },
  primary_payer_ids: { kind: 'multi', label: 'Payer ids', group: 'Payer', first: true },
  primary_payer_names: { kind: 'multi', label: 'Payer names', group: 'Payer', first: true },
  billing_provider_npis: { kind: 'multi', label: 'Billing NPIs', group: 'Providers', first: true },
  rendering_provider_npis: { kind: 'multi', label: 'Rendering NPIs', group: 'Providers', first: true },
  rendering_provider_names: { kind: 'multi', label: 'Rendering provider names', group: 'Providers', first: true },
  supervising_provider_npis: { kind: 'multi', label: 'Supervising NPIs', group: 'Providers', first: true },
  supervising_provider_names: { kind: 'multi', label: 'Supervising provider names', group: 'Providers', first: true },
  charge_external_id: { kind: 'text', label: 'Charge external id', group: 'Identifiers', first: true },
  claim_creation_ids: { kind: 'multi', label: 'Claim creation ids', group: 'Identifiers', first: true },
  claim_ids: { kind: 'multi', label: 'Claim ids', group: 'Identifiers', first: true, hint: 'Ids of the encounters that hold a resulting claim.' },
  claim_creation_category: { kind: 'multi', label: 'Category', group: 'Labels', first: true },
  tags: { kind: 'multi', label: 'Tags', group: 'Labels', first: true },
} satisfies ListFilters<ListChargeCapturesQuery>

/** The list of charge captures; the partner itself ranks "show first" rows (`*_ranked_sort`). */
export const chargeCaptureList: ListSpec = {
  operation: 'listChargeCaptures',
  filters,
  sorts: { created_at: 'Created', date_of_service: 'Service date' },
  firstBy: 'partner',
  noun: { one: 'charge capture', many: 'charge captures' },
}
