import type { ListClaimCreationsQuery } from '../contract/claim-creations.operations.ts'
import type { ListFilters, ListSpec } from './list-spec.ts'

const filters = {
  claim_creation_status: { kind: 'enum', label: 'Status', group: 'Status', first: true },
  charge_status: { kind: 'enum', label: 'Capture status', group: 'Status', first: true },
  claim_status: { kind: 'enum', label: 'Claim status', group: 'Status', first: true },
  has_charge_capture_updates: {
    kind: 'boolean', label: 'Changed since billed', group: 'Status', first: true,
    hint: 'Only claim creations whose captures changed after they were billed.',
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
} satisfies ListFilters<ListClaimCreationsQuery>

/** The list of charge capture claim creations. The partner cannot rank it, so the console puts rows first itself. */
export const claimCreationList: ListSpec = {
  operation: 'listClaimCreations',
  filters,
  sorts: { created_at: 'Created' },
  firstBy: 'console',
  noun: { one: 'claim creation', many: 'claim creations' },
}
