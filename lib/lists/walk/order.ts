import type { WireQuery } from './request.ts'
import { at, nameOf, text } from '#lib/lists/rows/row-values.ts'

// Where a contract holds what the partner sorts by. It gives no time of creation: then each walk keeps its own order.
const keys: Record<string, (item: unknown) => string | undefined> = {
  effective_date: (item) => text(at(item, 'effective_date')),
  payer_name: (item) => text(at(item, 'payer', 'payer_name')),
  payer_id: (item) => text(at(item, 'payer', 'payer_id')),
  billing_provider_name: (item) => nameOf(at(item, 'contracting_provider')),
  contract_status: (item) => text(at(item, 'contract_status')),
}

/** The order of two contracts that a query asks for; what has no value comes last, as far as it is known. */
export function orderOf({ sort, sort_direction }: WireQuery): (one: unknown, other: unknown) => number {
  const keyOf = Object.hasOwn(keys, String(sort)) ? keys[String(sort)]! : () => undefined
  const sign = sort_direction === 'asc' ? 1 : -1
  return (one, other) => {
    const [a, b] = [keyOf(one)?.toLowerCase(), keyOf(other)?.toLowerCase()]
    if (a === b) return 0
    if (a === undefined || b === undefined) return a === undefined ? 1 : -1
    return a < b ? -sign : sign
  }
}
