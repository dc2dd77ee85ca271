import 'server-only'
import type { NamedIds } from '#lib/actions/finding/named-ids.ts'
import type { ContractFacility } from './facility-replies.ts'

/**
 * What a change of a contract's facility names: the service facility, where it is another one, and the providers.
 * Whoever works at one of the contract's `facilities` already is a provider.
 */
export function namedInFacility(
  facilityId: string | undefined,
  providerIds: readonly string[],
  facilities: readonly ContractFacility[],
): NamedIds[] {
  const known = new Set(facilities.flatMap(({ provider_ids }) => provider_ids))
  return [
    { path: 'service_facility_id', kind: 'facility', ids: [facilityId] },
    { path: 'provider_ids', kind: 'provider', ids: providerIds.filter((id) => !known.has(id)) },
  ]
}
