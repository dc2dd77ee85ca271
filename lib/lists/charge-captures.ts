import type { ListChargeCapturesQuery } from '#lib/contract/charge-captures.operations.ts'
import type { ListFilters, ListSpec } from './list-spec.ts'

const nameHint = 'Put quotes around a name with a comma: "Moss, Avery".'

/**
 * The filters that the list of charge captures shares with other lists, claim creations above all.
 */
export const captureFilters = {
  date_of_service_min: {
    kind: 'date',
    label: 'Service date from',
    group: 'Visit',
    chip: { label: 'Service date', operator: 'is on or after' },
    range: { to: 'date_of_service_max' },
    alsoCalled: 'date of service dos',
    first: true,
  },
  date_of_service_max: {
    kind: 'date',
    label: 'Service date to',
    group: 'Visit',
    chip: { label: 'Service date', operator: 'is on or before' },
    first: true,
  },
  service_facility_name: { kind: 'text', label: 'Service facility', group: 'Visit', first: true },
  patient_external_id: {
    kind: 'text',
    label: 'Patient ID',
    group: 'Patient',
    phi: true,
    first: true,
  },
  patient_names: {
    kind: 'multi',
    label: 'Patient names',
    chip: { label: 'Patient name' },
    group: 'Patient',
    phi: true,
    first: true,
    ofPeople: true,
    hint: nameHint,
  },
  primary_payer_ids: {
    kind: 'multi',
    label: 'Payers',
    chip: { label: 'Payer' },
    group: 'Payer',
    first: true,
    entry: { label: 'Payer', by: 'Payer ID' },
    lookUp: { kind: 'payer', member: 'payer_id' },
    hint: 'Matches the payer ID on the claim.',
  },
  primary_payer_names: {
    kind: 'multi',
    label: 'Payer names',
    chip: { label: 'Payer name' },
    entry: { label: 'Payer', by: 'Name on the claim' },
    group: 'Payer',
    first: true,
  },
  rendering_provider_npis: {
    kind: 'multi',
    label: 'Rendering providers',
    chip: { label: 'Rendering provider' },
    entry: { label: 'Provider', by: 'Rendering provider NPI' },
    group: 'Providers',
    first: true,
    lookUp: { kind: 'provider', member: 'npi', among: 'rendering' },
    hint: 'Matches the NPI.',
  },
  rendering_provider_names: {
    kind: 'multi',
    label: 'Rendering provider names',
    chip: { label: 'Rendering provider name' },
    entry: { label: 'Provider', by: 'Rendering provider name' },
    group: 'Providers',
    first: true,
    ofPeople: true,
    hint: nameHint,
  },
  billing_provider_npis: {
    kind: 'multi',
    label: 'Billing providers',
    chip: { label: 'Billing provider' },
    entry: { label: 'Provider', by: 'Billing provider NPI' },
    group: 'Providers',
    first: true,
    splits: true,
    lookUp: { kind: 'provider', member: 'npi', among: 'billing' },
    hint: 'Matches the NPI.',
  },
  supervising_provider_npis: {
    kind: 'multi',
    label: 'Supervising providers',
    chip: { label: 'Supervising provider' },
    entry: { label: 'Provider', by: 'Supervising provider NPI' },
    group: 'Providers',
    first: true,
    lookUp: { kind: 'provider', member: 'npi' },
    hint: 'Matches the NPI.',
  },
  supervising_provider_names: {
    kind: 'multi',
    label: 'Supervising provider names',
    chip: { label: 'Supervising provider name' },
    entry: { label: 'Provider', by: 'Supervising provider name' },
    group: 'Providers',
    first: true,
    ofPeople: true,
    hint: nameHint,
  },
  charge_external_id: {
    kind: 'text',
    label: 'Charge external ID',
    group: 'Identifiers',
    first: true,
  },
  claim_creation_ids: {
    kind: 'multi',
    label: 'Claim creation IDs',
    chip: { label: 'Claim creation ID' },
    group: 'Identifiers',
    first: true,
    splits: true,
  },
  claim_ids: {
    kind: 'multi',
    label: 'Claim IDs',
    chip: { label: 'Claim ID' },
    group: 'Identifiers',
    first: true,
    splits: true,
    hint: 'IDs of encounters with a resulting claim.',
  },
  claim_creation_category: { kind: 'multi', label: 'Category', group: 'Labels', first: true },
  tags: { kind: 'multi', label: 'Tags', chip: { label: 'Tag' }, group: 'Labels', first: true },
} as const

const filters = {
  search_term: {
    kind: 'text',
    label: 'Search',
    group: 'Patient',
    chip: { operator: 'finds' },
    phi: true,
    isSearch: true,
    hint: 'A charge or claim ID, charge external ID, patient ID, first or last name, date of birth or date of service. “Carter, Reggie”, “R Carter” and 9/3/1980 work, too. A date of the last 12 months is a date of service; beside a name it can be the birth date, too.',
  },
  status: { kind: 'enum', label: 'Status', group: 'Status', first: true },
  billable_status: { kind: 'enum', label: 'Billable status', group: 'Status' },
  responsible_party: { kind: 'enum', label: 'Responsible party', group: 'Status' },
  claim_status: { kind: 'enum', label: 'Claim status', group: 'Status' },
  exclude_charges_linked_to_claims: {
    kind: 'boolean',
    label: 'Not in a claim creation',
    group: 'Status',
    hint: 'Shows only captures that aren’t in a claim creation yet.',
  },
  ...captureFilters,
  // A capture's row says whose it is.
  patient_names: { ...captureFilters.patient_names, isSearch: true },
  // A capture has one of each; a claim creation has those of all its captures.
  primary_payer_ids: { ...captureFilters.primary_payer_ids, splits: true },
  rendering_provider_npis: { ...captureFilters.rendering_provider_npis, splits: true },
  supervising_provider_npis: { ...captureFilters.supervising_provider_npis, splits: true },
} satisfies ListFilters<ListChargeCapturesQuery>

/** The list of charge captures; the partner itself ranks "show first" rows (`*_ranked_sort`). */
export const chargeCaptureList: ListSpec = {
  operation: 'listChargeCaptures',
  filters,
  sorts: { created_at: 'Created', date_of_service: 'Service date' },
  rankedBy: 'partner',
  checksColumn: 'checks',
  totals: [
    {
      filters: { exclude_charges_linked_to_claims: true },
      count: 'charge_capture_charges_not_linked_to_claims_count',
    },
  ],
  noun: { one: 'charge capture', many: 'charge captures' },
}
