import type { Json } from '#lib/core/json.ts'
import type { DiffClass } from './classes.ts'

/**
 * A capture of the claim creation as it is now. `changed`: the partner recorded an unresolved
 * change on it.
 */
export type CaptureNow = {
  id: string
  status: string | undefined
  data: Json | undefined
  changed: boolean
}

/**
 * One difference. `path` is the wire path in the data of the named capture; without `capture_id` it
 * belongs to no single capture. `billed` or `now` is missing if that side has no value. Diagnosis
 * pointers are given as codes.
 */
export type BilledChange = {
  class: DiffClass
  path: string
  capture_id: string | undefined
  billed?: Json
  now?: Json
  /** The change in charges, in whole cents. */
  cents: number
  /** The service line of the difference, as billed. */
  line?: string
}

/**
 * The billed claim compared with its captures as they are now. Amounts are whole cents;
 * `moved_cents` is now minus billed.
 */
export type BilledDiff = {
  changes: BilledChange[]
  billed_cents: number
  now_cents: number
  moved_cents: number
  /** False if an amount could not be read as whole cents. The sums leave that amount out. */
  is_exact: boolean
  /** True if the claim had service lines and no billable capture has any now. */
  is_nothing_left: boolean
}
