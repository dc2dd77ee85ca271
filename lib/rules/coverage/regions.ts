/** The place of a service as the payer counts it: a two-letter state, and whether it is certain. */
export type ServicePlace = { state: string; isSure: boolean }

/** Whether a span or contract for certain states covers the place; `unsure` if unknown. */
export type Reach = 'in' | 'out' | 'unsure'

/**
 * Whether these states contain the place. An uncertain place can be inside, but is never certainly
 * outside.
 */
export function reachOf(
  states: readonly string[] | null | undefined,
  place: ServicePlace | undefined,
): Reach {
  if (states === undefined) return 'in'
  if (states === null || !place) return 'unsure'
  if (states.includes(place.state)) return 'in'
  return place.isSure ? 'out' : 'unsure'
}

/** True if both may cover a common state. */
export function shareState(
  a: readonly string[] | null | undefined,
  b: readonly string[] | null | undefined,
): boolean {
  return !a || !b || a.some((state) => b.includes(state))
}
