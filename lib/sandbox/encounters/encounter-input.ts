import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { placeOfServiceCode } from '#lib/contract/codes/places-of-service.ts'
import { knownValues } from '#lib/contract/fields.ts'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { OrganizationServiceFacility } from '#lib/contract/service-facilities.ts'

/** What an encounter was made of: merged captures, or a request whose seven members are filled. Both have these members. */
export type EncounterInput = ChargeCaptureData

/** The organization's records that encounters name. */
export type EncounterRecords = {
  provider: (npi: string) => OrganizationProvider | undefined
  facilityById: (id: string) => OrganizationServiceFacility | undefined
  facilityByNpi: (npi: string) => OrganizationServiceFacility | undefined
  payer: (payerId: string) => Payer | undefined
}

type Absent = null | undefined

/** The object when it has all of these members, else null: parts that an encounter must have whole are left out otherwise. */
export function whole<T extends object>(value: T | Absent, ...members: (keyof T)[]): T | null {
  return value && members.every((member) => value[member] !== null && value[member] !== undefined) ? value : null
}

/** Those items that have all of these members; none of what is no list, which data of an earlier sandbox may hold. */
export function wholeItems<T extends object>(items: readonly (T | null)[] | Absent, ...members: (keyof T)[]): T[] {
  return (Array.isArray(items) ? items : []).filter((item): item is T => whole(item, ...members) !== null)
}

/**
 * A place of service that the interface names, else null: an encounter is read more strictly than a capture.
 * ASSUMED: encounter-known-places
 */
export function knownPlace(code: string | Absent): string | null {
  return code && knownValues(placeOfServiceCode)!.values.includes(code) ? code : null
}

type Address = {
  address1?: string | null | undefined
  address2?: string | null | undefined
  city?: string | null | undefined
  state?: string | null | undefined
  zip_code?: string | null | undefined
  zip_plus_four_code?: string | null | undefined
}

/** The first of these addresses that is complete, undefined when none is. */
export function completeAddress(...candidates: (Address | Absent)[]) {
  const found = candidates.find(
    (candidate) => candidate?.address1 && candidate.city && candidate.state && candidate.zip_code,
  )
  if (!found) return undefined
  const { address1, address2, city, state, zip_code, zip_plus_four_code } = found as Address &
    Record<'address1' | 'city' | 'state' | 'zip_code', string>
  return { address1, address2: address2 ?? null, city, state, zip_code, zip_plus_four_code: zip_plus_four_code ?? null }
}

// Where a claim needs an address and nobody gave one.
const unknownAddress = {
  address1: 'Unknown',
  address2: null,
  city: 'Unknown',
  state: 'OR',
  zip_code: '97201',
  zip_plus_four_code: null,
}

/** The same as a person's address: always there. */
export function personAddress(...candidates: (Address | Absent)[]) {
  return completeAddress(...candidates) ?? unknownAddress
}

/**
 * The same as the address of a provider or facility, which has all nine digits of its ZIP code.
 * ASSUMED: encounter-addresses
 */
export function longAddress(...candidates: (Address | Absent)[]) {
  const found = completeAddress(...candidates) ?? unknownAddress
  return { ...found, zip_plus_four_code: found.zip_plus_four_code ?? '9998' }
}
