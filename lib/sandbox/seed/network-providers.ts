import { folded } from '#lib/core/folded.ts'
import type { NewProviderRow } from '#lib/sandbox/db/records-schema.ts'
import type { Names } from './names.ts'
import { renderingNpi } from './npis.ts'
import type { Random } from './random.ts'
import { specialties } from './specialties.ts'

/** The number of providers on the large contract, without the organisation's own staff. */
export const networkSize = 60_000

// The organisation's own staff have far lower numbers, so all NPIs are distinct.
const firstNpi = 2_000_000
const batchSize = 10_000

/**
 * Makes the rendering providers of a large network, in batches of 10,000. Each record has few
 * members, as after a roster import.
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
    name: folded(`${first_name} ${last_name}`),
    body,
  }
}
