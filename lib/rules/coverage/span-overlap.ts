import { type CoverageSpan, isUsable } from './span.ts'
import { shareState } from './regions.ts'

/**
 * True when some day belongs to both spans in some state, as far as anybody can tell. Both ends count and an open end has no last day; a span that can cover
 * nothing (no first day, dates reversed, switched off) overlaps none.
 */
export function overlap(a: CoverageSpan, b: CoverageSpan): boolean {
  if (!isUsable(a) || !isUsable(b) || !shareState(a.states, b.states)) return false
  return (!b.end_date || a.start_date! <= b.end_date) && (!a.end_date || b.start_date! <= a.end_date)
}
