import type { z } from 'zod'
import type {
  preEncounterAddress,
  preEncounterContactPoint,
  preEncounterExternalProvider,
} from '#lib/contract/pre-encounter/patient-parts.ts'
import type { PreEncounterPatient } from '#lib/contract/pre-encounter/patients.ts'
import type { JsonObject } from '#lib/core/json.ts'

type Maybe<T> = T | null | undefined

// Values of pre-encounter records in the form of ChargeCaptureData.

/** The first and last name. */
export function personNames(name: PreEncounterPatient['name']) {
  return { first_name: name.given[0] ?? '', last_name: name.family }
}

/** A referring provider, or null. */
export function referrerOf(
  provider: Maybe<z.infer<typeof preEncounterExternalProvider>>,
): JsonObject | null {
  if (!provider) return null
  const [address] = provider.addresses ?? []
  return {
    ...personNames(provider.name),
    npi: provider.npi ?? null,
    ...(address ? { address: addressOf(address) } : {}),
  }
}

const otherGenders: ReadonlySet<unknown> = new Set(['NON_BINARY', 'TWO_SPIRIT', 'OTHER'])

/** The biological sex, otherwise the gender. */
export function genderOf({ biological_sex: sex, gender }: PreEncounterPatient): string {
  if (sex === 'FEMALE') return 'female'
  if (sex === 'MALE') return 'male'
  if (otherGenders.has(gender)) return 'other'
  return sex === 'REFUSED' || gender === 'REFUSED' ? 'not_given' : 'unknown'
}

/** An address. The record's postal code can hold four more digits after a hyphen. */
export function addressOf(address: z.infer<typeof preEncounterAddress>): JsonObject {
  const [zip_code = '', zip_plus_four_code] = address.postal_code.split('-')
  return {
    address1: address.line[0] ?? '',
    ...(address.line[1] ? { address2: address.line[1] } : {}),
    city: address.city,
    state: address.state,
    zip_code,
    ...(zip_plus_four_code ? { zip_plus_four_code } : {}),
  }
}

/** Phone numbers, the primary number first. */
export function phonesOf(
  ...telecoms: Maybe<z.infer<typeof preEncounterContactPoint>>[]
): JsonObject[] {
  return telecoms.flatMap((telecom) =>
    telecom
      ? [
          {
            number: telecom.value,
            type: telecom.use === 'WORK' ? 'Work' : telecom.use === 'HOME' ? 'Home' : 'Mobile',
          },
        ]
      : [],
  )
}
