import type { z } from 'zod'
import { stateNames } from '#lib/contract/codes/state-names.ts'
import type { contractOperations } from '#lib/contract/contracts/contracts.operations.ts'
import type { FilterSpec, ListFilters, ListSpec } from './list-spec.ts'

type QueryV3 = z.infer<typeof contractOperations.listContractsV3.query>
type QueryV2 = z.infer<typeof contractOperations.listContractsV2.query>

/**
 * The choices of the filter "Ends", and how many days each looks ahead; `past`: ended, though still
 * effective.
 */
export const endChoices = {
  past: 'past',
  'within-30-days': 30,
  'within-60-days': 60,
  'within-90-days': 90,
} as const

/** The console filters by it itself: the partner has no such parameter. */
export const endsFilter: FilterSpec<'enum'> = {
  kind: 'enum',
  label: 'Ends',
  group: 'Status',
  chip: { operator: '' },
  local: Object.keys(endChoices),
  alsoCalled: 'expiring expires expiration expired last day end date',
  hint: '“Past” shows contracts whose end date has passed but whose status is still effective.',
}

/** The contracting provider, by the partner's own id. */
export const contractingProviderFilter = {
  kind: 'text',
  label: 'Contracting provider',
  entry: { label: 'Provider', by: 'Contracting provider' },
  group: 'Providers',
  lookUp: { kind: 'provider', member: 'organization_provider_id', among: 'billing' },
  hint: 'The partner’s ID of the provider.',
} as const

const shared = {
  contract_status: {
    kind: 'enum',
    label: 'Status',
    group: 'Status',
    hint: 'Without this filter, contracts of every status are shown.',
  },
  payer_names: {
    kind: 'multi',
    label: 'Payer',
    group: 'Payer',
    lookUp: { kind: 'payer', member: 'payer_name' },
    hint: 'Matches any part of the name.',
  },
  contracting_provider_id: contractingProviderFilter,
  rendering_provider_ids: {
    kind: 'multi',
    label: 'Rendering providers',
    chip: { label: 'Rendering provider' },
    entry: { label: 'Provider', by: 'Rendering provider' },
    group: 'Providers',
    lookUp: { kind: 'provider', member: 'organization_provider_id', among: 'rendering' },
    hint: 'Partner IDs of providers. Shows contracts with any of them on the roster.',
  },
  states: {
    kind: 'multi',
    label: 'States',
    chip: { label: 'State' },
    group: 'Contract',
    alsoCalled: 'regions',
    valueNames: stateNames,
    hint: 'State names or two-letter codes. National contracts match every state.',
  },
} satisfies ListFilters<QueryV2>

const sorts = {
  effective_date: 'Effective date',
  payer_name: 'Payer',
  payer_id: 'Payer ID',
  billing_provider_name: 'Contracting provider',
  contract_status: 'Status',
  created_at: 'Created',
}
const statuses = ['effective', 'pending', 'cancelled']

/**
 * The list of contracts. Unless one status is asked for it is made of one walk per status, merged
 * in order: a list without a status holds pending contracts only (the description's contract
 * lists).
 */
export const contractListV3: ListSpec = {
  operation: 'listContractsV3',
  filters: {
    ...shared,
    type: { kind: 'enum', label: 'Type', group: 'Contract' },
    ends: endsFilter,
  } satisfies ListFilters<QueryV3> & { ends: FilterSpec },
  sorts,
  opensBy: 'effective_date',
  rankedBy: 'console',
  splitBy: { filter: 'contract_status', values: statuses },
  noun: { one: 'contract', many: 'contracts' },
}

/** The same contracts as version 2 of the interface shows them: professional ones only. */
export const contractListV2: ListSpec = {
  ...contractListV3,
  operation: 'listContractsV2',
  filters: { ...shared, ends: endsFilter },
}
