import type { JsonObject } from '#lib/core/json.ts'
import { itemsOf, textOf } from '#lib/core/read-json.ts'

/** A service facility of the open contract. `place` is its number in the contract's own list, which its fields' paths hold. */
export type FacilityRow = { id: string; facilityId: string; place: number; assigned: ReadonlySet<string> }

/** The facilities of a contract as it was read; what has no ids cannot be changed and is left out. */
export function toFacilityRows(facilities: readonly JsonObject[]): FacilityRow[] {
  return facilities.flatMap((facility, place) => {
    const [id, facilityId] = [textOf(facility.contract_service_facility_id), textOf(facility.service_facility_id)]
    if (id === undefined || facilityId === undefined) return []
    const assigned = new Set<string>()
    for (const each of itemsOf(facility.provider_ids)) {
      const providerId = textOf(each)
      if (providerId !== undefined) assigned.add(providerId)
    }
    return [{ id, facilityId, place, assigned }]
  })
}

/** More cells than this are slow to read and to draw: such a contract is shown as a list for each facility. */
export const mostCells = 2_000

/** Whether so many facilities and providers are few enough for one matrix. */
export function fitsMatrix(facilities: number, providers: number): boolean {
  return facilities > 0 && facilities * Math.max(providers, 1) <= mostCells
}
