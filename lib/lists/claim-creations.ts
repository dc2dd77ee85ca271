import type { ListClaimCreationsQuery } from '#lib/contract/claim-creations.operations.ts'
import { captureFilters } from './charge-captures.ts'
import type { FilterSpec, ListFilters, ListSpec } from './list-spec.ts'
import { claimCreationWords } from './record-state.ts'

const filters = {
  claim_creation_status: {
    kind: 'enum',
    label: 'Status',
    group: 'Status',
    first: true,
    // As the rows say it.
    valueNames: { ...claimCreationWords, BILLED: 'Billed (sent as BILLED)' },
  },
  charge_status: { kind: 'enum', label: 'Capture status', group: 'Status', first: true },
  claim_status: { kind: 'enum', label: 'Claim status', group: 'Status', first: true },
  has_charge_capture_updates: {
    kind: 'boolean',
    label: 'Changed since billed',
    group: 'Status',
    first: true,
    hint: 'Shows claim creations with changes after billing, resolved or not.',
  },
  unresolved_updates: {
    kind: 'boolean',
    label: 'Unresolved updates',
    group: 'Status',
    local: [],
    alsoCalled: 'open changes since billed',
    hint: 'Shows claim creations with unresolved changes after billing.',
  },
  ...captureFilters,
} satisfies ListFilters<ListClaimCreationsQuery> & { unresolved_updates: FilterSpec }

/**
 * The list of charge capture claim creations. The partner cannot rank it, so the console puts rows
 * first itself.
 */
export const claimCreationList: ListSpec = {
  operation: 'listClaimCreations',
  filters,
  sorts: { created_at: 'Created' },
  rankedBy: 'console',
  totals: [
    {
      filters: { claim_creation_status: 'in-error' },
      count: 'charge_capture_claim_creations_in_error_count',
    },
    {
      filters: { claim_creation_status: 'held' },
      count: 'charge_capture_held_claim_creations_count',
    },
    {
      filters: { claim_creation_status: 'not-started' },
      count: 'charge_capture_claim_creations_not_started_count',
    },
  ],
  noun: { one: 'claim creation', many: 'claim creations' },
}
