import type { ListChargeCapturesQuery } from '#lib/contract/charge-captures.operations.ts'
import { captureFilters } from './capture-filters.ts'
import type { ListFilters, ListSpec } from './list-spec.ts'

const filters = {
  search_term: {
    kind: 'text',
    label: 'Search',
    group: 'Patient',
    chip: { operator: 'finds' },
    phi: true,
    hint: 'A charge or claim ID, charge external ID, patient ID, first or last name, or date of birth.',
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
  noun: { one: 'charge capture', many: 'charge captures' },
}
