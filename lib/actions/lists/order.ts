import 'server-only'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { nameOf } from '#lib/lists/rows/rows.ts'
import type { WireQuery } from '#lib/lists/view.ts'

/** The order that a query asks for, as far as the items have its key. */
export type Order = {
  /** The sort key of an item; undefined if it has none. */
  keyOf: (item: unknown) => string | undefined
  isBefore: (key: string, other: string) => boolean
  /** Negative where the first of two items comes first. */
  compare: (one: unknown, other: unknown) => number
  /** False if the items do not contain the sort key, for example the creation time. */
  hasSortKey: boolean
}

// The member with the sort key, if its name differs. Names are compared without case.
const readers: Record<string, (item: unknown) => string | undefined> = {
  payer_name: (item) => textOf(memberAt(item, 'payer', 'payer_name'))?.toLowerCase(),
  payer_id: (item) => textOf(memberAt(item, 'payer', 'payer_id'))?.toLowerCase(),
  billing_provider_name: (item) => nameOf(memberAt(item, 'contracting_provider'))?.toLowerCase(),
}

/**
 * The order of a query; by creation, the newest first, unless it says another. Dates of one partner
 * sort as text.
 */
export function orderOf({ sort, sort_direction }: WireQuery): Order {
  const [field = 'created_at', direction = sort_direction] = String(sort ?? 'created_at').split(':')
  const read = Object.hasOwn(readers, field)
    ? readers[field]!
    : (item: unknown) => textOf(memberAt(item, field))
  const isBefore = (key: string, other: string) => (direction === 'asc' ? key < other : key > other)
  // ASSUMED: missing-date-first. The place of items without another key is unknown: they come last.
  const missing = field === 'date_of_service' ? '' : undefined
  const compare = (one: unknown, other: unknown) => {
    const [a, b] = [read(one) ?? missing, read(other) ?? missing]
    if (a === b) return 0
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1
    return isBefore(a, b) ? -1 : 1
  }
  return { keyOf: read, isBefore, compare, hasSortKey: field !== 'created_at' }
}
