/** Where a service took place as a payer counts it: a two-letter state, and whether that is beyond doubt. */
export type ServicePlace = { state: string; isSure: boolean }

/** Whether a span or contract that covers these states covers the place; unsure where nobody can tell. */
export type Reach = 'in' | 'out' | 'unsure'

/** Whether these states hold the place. A place that is in doubt is held by a state that is named, and never surely outside. */
export function reachOf(states: readonly string[] | null | undefined, place: ServicePlace | undefined): Reach {
  if (states === undefined) return 'in'
  if (states === null || !place) return 'unsure'
  if (states.includes(place.state)) return 'in'
  return place.isSure ? 'out' : 'unsure'
}

/** True when some state is covered by both, as far as anybody can tell. */
export function shareState(a: readonly string[] | null | undefined, b: readonly string[] | null | undefined): boolean {
  return !a || !b || a.some((state) => b.includes(state))
}
