import type { z } from 'zod'
import type { credentialingOperations } from '#lib/contract/credentialing.operations.ts'
import { contractingProviderFilter, endsFilter } from './contracts.ts'
import type { FilterSpec, ListFilters, ListSpec } from './list-spec.ts'

type FacilityQuery = z.infer<typeof credentialingOperations.listFacilityCredentialingSpans.query>
type ProviderQuery = z.infer<typeof credentialingOperations.listProviderCredentialingSpans.query>

/** The coverage of one span by itself; `problem` is every one that needs work. */
export const standingChoices = [
  'problem',
  'not-submitted',
  'submitted',
  'late',
  'expiring',
  'expired',
  'reversed',
  'no-start',
  'upcoming',
  'covered',
  'off',
] as const

// The partner has neither parameter, so the console filters by them itself.
const localFilters = {
  standing: {
    kind: 'enum',
    label: 'Coverage',
    group: 'Status',
    local: standingChoices,
    alsoCalled: 'gaps problems submitted loaded expiring expired covered',
    hint: '“Problem” means: not submitted, not loaded, loaded late, ending within 90 days, ended, or without usable dates.',
  },
  ends: { ...endsFilter, hint: '“Past” shows spans whose end date has passed.' },
} satisfies Record<string, FilterSpec<'enum'>>

const payer_uuid = {
  kind: 'text',
  label: 'Payer',
  group: 'Payer',
  lookUp: { kind: 'payer', member: 'payer_uuid' },
  hint: 'The partner’s ID of the payer, not the payer ID on the claim.',
} as const

const facilityFilters = {
  payer_uuid,
  contracting_provider_id: contractingProviderFilter,
  service_facility_id: {
    kind: 'text',
    label: 'Service facility',
    group: 'Providers',
    lookUp: { kind: 'facility', member: 'organization_service_facility_id' },
    hint: 'The partner’s ID of the facility.',
  },
} satisfies ListFilters<FacilityQuery>

const providerFilters = {
  payer_uuid,
  provider_id: {
    kind: 'text',
    label: 'Provider',
    group: 'Providers',
    lookUp: { kind: 'provider', member: 'organization_provider_id' },
    hint: 'As rendering or contracting provider, unless you also set one of the two filters below.',
  },
  as_rendering_provider: {
    kind: 'boolean',
    label: 'As rendering provider',
    group: 'Providers',
    hint: 'Also set a provider ID.',
  },
  as_contracting_provider: {
    kind: 'boolean',
    label: 'As contracting provider',
    group: 'Providers',
    hint: 'Also set a provider ID.',
  },
} satisfies ListFilters<ProviderQuery>

/** The list of facility spans. The partner gives it in one order, which nothing can change. */
export const facilitySpanList: ListSpec = {
  operation: 'listFacilityCredentialingSpans',
  filters: { ...facilityFilters, ...localFilters },
  sorts: {},
  rankedBy: 'console',
  noun: { one: 'facility span', many: 'facility spans' },
}

/**
 * The list of rendering providers' spans, of a companion endpoint that a key may not be allowed to
 * call.
 */
export const providerSpanList: ListSpec = {
  operation: 'listProviderCredentialingSpans',
  filters: { ...providerFilters, ...localFilters },
  sorts: {},
  rankedBy: 'console',
  noun: { one: 'provider span', many: 'provider spans' },
}
