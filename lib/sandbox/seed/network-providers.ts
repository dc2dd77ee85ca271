import type { NewProviderRow } from '#lib/sandbox/db/records-schema.ts'
import type { Names } from './names.ts'
import { renderingNpi } from './npis.ts'
import type { Random } from './random.ts'
import { specialties } from './specialties.ts'

/** The number of providers of the large contract, in addition to the organisation's own staff. */
export const networkSize = 60_000

// Far above the numbers of the organisation's own staff, so that all NPIs are distinct.
const firstNpi = 2_000_000
const batchSize = 10_000

/**
 * The rendering providers of a large network, in batches. They have few members, like after a
 * roster import.
 */
export function* makeNetworkProviders(random: Random, names: Names): Generator<NewProviderRow[]> {
  for (let start = 0; start < networkSize; start += batchSize) {
    yield Array.from({ length: batchSize }, (_, i) => makeNetworkProvider(random, names, start + i))
  }
}

function makeNetworkProvider(random: Random, names: Names, index: number): NewProviderRow {
  const specialty = specialties[index % specialties.length]!
  const first_name = random.pick(random.chance(0.55) ? names.female : names.male)
  const last_name = random.pick(names.last)
  const organization_provider_id = random.uuid()
  const npi = renderingNpi(firstNpi + index)
  const body = JSON.stringify({
    organization_provider_id,
    npi,
    is_rendering: true,
    is_billing: false,
    first_name,
    last_name,
    provider_type: 'INDIVIDUAL',
    taxonomy_code: specialty.taxonomy,
    license_type: random.pick(specialty.licenses),
    qualifications: [],
  })
  return {
    id: organization_provider_id,
    npi,
    is_rendering: true,
    is_billing: false,
    name: `${first_name} ${last_name}`.toLowerCase(),
    body,
  }
}
