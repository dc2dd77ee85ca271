import { neighbours, type Neighbours } from '#components/frame/list-cursor.ts'

let lastClaimCreation: string | undefined

/** Remembers that the person is working on a claim creation: its captures' next and previous are then its own. */
export function enterClaimCreation(id: string): void {
  lastClaimCreation = id
}

/** The next and previous item of the list that the person came from, with the paths of their pages. */
export type Trail = Pick<Neighbours, 'index' | 'count'> & {
  list: string
  previous?: string
  next?: string
  label: string
}

/** Where a claim creation stands in its list. */
export function claimCreationTrail(id: string): Trail | undefined {
  return toTrail('/claim-creations', 'Claim creations', neighbours('/claim-creations', id))
}

/** Where an encounter stands in its list. */
export function encounterTrail(id: string): Trail | undefined {
  return toTrail('/encounters', 'Encounters', neighbours('/encounters', id))
}

/** Where a contract stands in its list. */
export function contractTrail(id: string): Trail | undefined {
  return toTrail('/contracts', 'Contracts', neighbours('/contracts', id))
}

/** Where a credentialing span stands in the list of its kind. */
export function spanTrail(list: { href: string; label: string }, id: string): Trail | undefined {
  return toTrail(list.href, list.label, neighbours(list.href, id))
}

/** Where a capture stands: in the list of claim creations when one came from its claim creation, else in its own. */
export function captureTrail(id: string, claimCreationId: string | undefined): Trail | undefined {
  const throughCreation = claimCreationId !== undefined && claimCreationId === lastClaimCreation
  const own = toTrail('/charge-captures', 'Charge captures', neighbours('/charge-captures', id))
  return throughCreation ? (claimCreationTrail(claimCreationId) ?? own) : own
}

function toTrail(base: string, label: string, found: Neighbours | undefined): Trail | undefined {
  if (!found) return undefined
  const link = (id: string | undefined) => (id === undefined ? undefined : `${base}/${encodeURIComponent(id)}`)
  return {
    label,
    list: found.href,
    index: found.index,
    count: found.count,
    previous: link(found.previous),
    next: link(found.next),
  }
}
