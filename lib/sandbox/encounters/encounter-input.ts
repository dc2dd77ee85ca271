import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { placeOfServiceCode } from '#lib/contract/codes/places-of-service.ts'
import { knownValues } from '#lib/contract/fields.ts'
import type { OrganizationProvider } from '#lib/contract/organization-providers.ts'
import type { Payer } from '#lib/contract/payers.ts'
import type { OrganizationServiceFacility } from '#lib/contract/service-facilities.ts'

/** The data of an encounter: merged captures, or a create request with its seven filled members. */
export type EncounterInput = ChargeCaptureData

/** The organization's records that encounters refer to. */
export type EncounterRecords = {
  provider: (npi: string) => OrganizationProvider | undefined
  facilityById: (id: string) => OrganizationServiceFacility | undefined
  facilityByNpi: (npi: string) => OrganizationServiceFacility | undefined
  payer: (payerId: string) => Payer | undefined
}

type Absent = null | undefined

/**
 * The object if it has all of these members, otherwise null, because an encounter shows only
 * complete objects.
 */
export function whole<T extends object>(value: T | Absent, ...members: (keyof T)[]): T | null {
  return value && members.every((member) => value[member] !== null && value[member] !== undefined)
    ? value
    : null
}

/**
 * The items that have all of these members. Data of an earlier sandbox may hold a value that is no
 * list; it gives none.
 */
export function wholeItems<T extends object>(
  items: readonly (T | null)[] | Absent,
  ...members: (keyof T)[]
): T[] {
  return (Array.isArray(items) ? items : []).filter(
    (item): item is T => whole(item, ...members) !== null,
  )
}

/**
 * The lines that an encounter bills: all of them, because their charges are its sum.
 * ASSUMED: encounter-line-without-procedure
 */
export const billedLines = ({ service_lines: lines }: Pick<EncounterInput, 'service_lines'>) =>
  wholeItems(lines)

/**
 * The place of service if the description lists it, otherwise null: it defines encounters more
 * strictly than captures. ASSUMED: encounter-known-places
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

/** The first complete address; undefined if none is complete. */
export function completeAddress(...candidates: (Address | Absent)[]) {
  const found = candidates.find(
    (candidate) => candidate?.address1 && candidate.city && candidate.state && candidate.zip_code,
  )
  if (!found) return undefined
  const { address1, address2, city, state, zip_code, zip_plus_four_code } = found as Address &
    Record<'address1' | 'city' | 'state' | 'zip_code', string>
  return {
    address1,
    address2: address2 ?? null,
    city,
    state,
    zip_code,
    zip_plus_four_code: zip_plus_four_code ?? null,
  }
}

// The address of a claim that needs one although none was given.
const unknownAddress = {
  address1: 'Unknown',
  address2: null,
  city: 'Unknown',
  state: 'OR',
  zip_code: '97201',
  zip_plus_four_code: null,
}

/** The first complete address of a person, otherwise a placeholder. */
export function personAddress(...candidates: (Address | Absent)[]) {
  return completeAddress(...candidates) ?? unknownAddress
}

/**
 * The same for a provider or facility, whose address has all nine digits of its ZIP code.
 * ASSUMED: encounter-addresses
 */
export function longAddress(...candidates: (Address | Absent)[]) {
  const found = completeAddress(...candidates) ?? unknownAddress
  return { ...found, zip_plus_four_code: found.zip_plus_four_code ?? '9998' }
}
