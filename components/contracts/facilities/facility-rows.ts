import type { JsonObject } from '#lib/core/json.ts'
import { itemsOf, textOf } from '#lib/core/read-json.ts'

/**
 * A service facility of the open contract. `place` is its index in the contract's list, for the
 * paths of its fields.
 */
export type FacilityRow = {
  id: string
  facilityId: string
  place: number
  assigned: ReadonlySet<string>
}

/** The facilities of a contract. Items without ids cannot be changed, so they are left out. */
export function toFacilityRows(facilities: readonly JsonObject[]): FacilityRow[] {
  return facilities.flatMap((facility, place) => {
    const [id, facilityId] = [
      textOf(facility.contract_service_facility_id),
      textOf(facility.service_facility_id),
    ]
    if (id === undefined || facilityId === undefined) return []
    const assigned = new Set<string>()
    for (const each of itemsOf(facility.provider_ids)) {
      const providerId = textOf(each)
      if (providerId !== undefined) assigned.add(providerId)
    }
    return [{ id, facilityId, place, assigned }]
  })
}

/**
 * A matrix with more cells is slow to read and to render: such a contract gets a list of its
 * facilities.
 */
export const mostCells = 2_000

/** True when a matrix has room for this many facilities and providers. */
export function fitsMatrix(facilities: number, providers: number): boolean {
  return facilities > 0 && facilities * Math.max(providers, 1) <= mostCells
}
