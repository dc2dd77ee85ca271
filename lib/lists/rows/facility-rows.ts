import type { BaseRow } from './rows.ts'

/** A service facility of a contract with one of its providers, or with none. */
export type FacilityRow = BaseRow & {
  facility?: string
  facility_id?: string
  provider?: string
  npi?: string
  provider_id?: string
}
