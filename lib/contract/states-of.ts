/**
 * The states of a span's or contract's `regions`: undefined for all states, null if unknown. A span
 * must be created with regions. Missing regions, an empty list of states (left over when a
 * contract's states are removed) and an unknown kind therefore mean neither every state nor none.
 * Source: the partner's interface: "The states covered by the credentialing span. A span may be
 * national and cover all states."
 */
export function statesOf(regions: unknown): readonly string[] | null | undefined {
  if (typeof regions !== 'object' || regions === null) return null
  const { type, states } = regions as { type?: unknown; states?: unknown }
  if (type === 'national') return undefined
  if (type !== 'states' || !Array.isArray(states) || states.length === 0) return null
  // An unreadable state could be the one that matters.
  return states.every((state) => typeof state === 'string') ? states.map(plainState) : null
}

/** A state's code, normalized for comparison. */
export function plainState(state: string): string {
  return state.trim().toUpperCase()
}
