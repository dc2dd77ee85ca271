import { neighbours, type Neighbours } from '#components/frame/list-place.ts'

let lastClaimCreation: string | undefined

/** Remembers that the person is working on a claim creation: its captures' next and previous are then its own. */
export function enterClaimCreation(id: string): void {
  lastClaimCreation = id
}

/** The next and previous item of the list that the person came from, with the paths of their pages. */
export type Trail = Pick<Neighbours, 'index' | 'count'> & {
  list: string
  /** The path of the items' pages and the item's id: what `visitItem` takes. */
  base: string
  id: string
  previous?: string
  next?: string
  label: string
}

/** The place of a claim creation in its list. */
export function claimCreationTrail(id: string): Trail | undefined {
  return toTrail('/claim-creations', 'Claim creations', id)
}

/** The place of an encounter in its list. */
export function encounterTrail(id: string): Trail | undefined {
  return toTrail('/encounters', 'Encounters', id)
}

/** The place of a contract in its list. */
export function contractTrail(id: string): Trail | undefined {
  return toTrail('/contracts', 'Contracts', id)
}

/** The place of a credentialing span in the list of its kind. */
export function spanTrail(list: { href: string; label: string }, id: string): Trail | undefined {
  return toTrail(list.href, list.label, id)
}

/** The place of an entry of the activity. */
export function activityTrail(id: string): Trail | undefined {
  return toTrail('/activity', 'Activity', id)
}

/** The place of a capture: in the list of claim creations where the person came from its claim creation, else in its own list. */
export function captureTrail(id: string, claimCreationId: string | undefined): Trail | undefined {
  const throughCreation = claimCreationId !== undefined && claimCreationId === lastClaimCreation
  const own = toTrail('/charge-captures', 'Charge captures', id)
  return throughCreation ? (claimCreationTrail(claimCreationId) ?? own) : own
}

function toTrail(base: string, label: string, itemId: string): Trail | undefined {
  const found = neighbours(base, itemId)
  if (!found) return undefined
  const link = (id: string | undefined) => (id === undefined ? undefined : `${base}/${encodeURIComponent(id)}`)
  return {
    label,
    base,
    id: itemId,
    list: found.href,
    index: found.index,
    count: found.count,
    previous: link(found.previous),
    next: link(found.next),
  }
}
