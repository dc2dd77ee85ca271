/**
 * The states of a `regions` object of a span or contract: undefined for all states, null where nobody can tell. A span
 * must be created with regions, so one that has none, a list without states (what is left when a contract's are removed)
 * or a kind that is not known says nothing: neither that it covers every state nor that it covers none.
 * Source: the partner's interface: "The states covered by the credentialing span. A span may be national and cover all states."
 */
export function statesOf(regions: unknown): readonly string[] | null | undefined {
  if (typeof regions !== 'object' || regions === null) return null
  const { type, states } = regions as { type?: unknown; states?: unknown }
  if (type === 'national') return undefined
  if (type !== 'states' || !Array.isArray(states) || states.length === 0) return null
  // One state that nobody can read might be the one that counts.
  return states.every((state) => typeof state === 'string') ? states.map(plainState) : null
}

/** A state's code as it is compared. */
export function plainState(state: string): string {
  return state.trim().toUpperCase()
}
