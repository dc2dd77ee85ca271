import type { Json } from '#lib/core/json.ts'
import type { DiffClass } from './classes.ts'

/** A capture of the claim creation as it is now. `changed`: the partner recorded an unresolved change on it. */
export type CaptureNow = { id: string; status: string | undefined; data: Json | undefined; changed: boolean }

/**
 * One difference. `path` is the wire path in the data of the capture that is named (undefined: of no single one).
 * `billed` or `now` is missing where there was, or is, nothing; diagnosis pointers are given as codes.
 */
export type BilledChange = {
  class: DiffClass
  path: string
  capture_id: string | undefined
  billed?: Json
  now?: Json
  /** What it adds to the charges, in whole cents. */
  cents: number
  /** The service line that it is about, as it was billed. */
  line?: string
}

/** What was billed against what the captures say now. Amounts are whole cents, `moved_cents` is now less billed. */
export type BilledDiff = {
  changes: BilledChange[]
  billed_cents: number
  now_cents: number
  moved_cents: number
  /** False when an amount could not be read as whole cents: the sums leave it out. */
  is_exact: boolean
  /** There were service lines, and no capture that is still to be billed has any. */
  is_nothing_left: boolean
}
