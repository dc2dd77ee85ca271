import { basesOf, neighbours, type Neighbours } from '#components/frame/list-place.ts'

let lastClaimCreation: string | undefined

/**
 * Remembers that the person is working on a claim creation: its captures' next and previous are
 * then its own. Without an id it forgets the last one.
 */
export function enterClaimCreation(id: string | undefined): void {
  lastClaimCreation = id
}

/**
 * The next and previous item of the list that the person came from, with the paths of their pages.
 */
export type Trail = Pick<Neighbours, 'index' | 'count'> & {
  list: string
  /** The path of the items' pages and the item's id: what `visitItem` takes. */
  base: string
  id: string
  previous?: string
  next?: string
  label: string
  /** Asks the server for the path of the next item, where the list gives its items one by one. */
  ask?: () => Promise<string | undefined | null>
  /** How much of such a list is left, in words. */
  left?: string | undefined
  /** What the person is told once such a list has nothing left. */
  ended?: (() => string) | undefined
}

/** The base of the work queue's lists, and of a queue that is worked one by one. */
export const queueBase = '/queue'
export const turnsBase = '/queue/turns'

/**
 * The place of a claim creation: in its list, or in the work queue if the person came from there.
 */
export function claimCreationTrail(id: string): Trail | undefined {
  return lastTrail('/claim-creations', 'Claim creations', id)
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

/**
 * The place of a capture: in the list of claim creations where the person came from its claim
 * creation, else in its own list or in the work queue, whichever they were in last.
 */
export function captureTrail(id: string, claimCreationId: string | undefined): Trail | undefined {
  const throughCreation = claimCreationId !== undefined && claimCreationId === lastClaimCreation
  const own = lastTrail('/charge-captures', 'Charge captures', id)
  return throughCreation ? (claimCreationTrail(claimCreationId) ?? own) : own
}

// The list of these that has the item and was used last; the work queue has records of several
// kinds.
function lastTrail(base: string, label: string, id: string): Trail | undefined {
  const [last] = basesOf([base, queueBase, turnsBase], id)
  return last === undefined ? undefined : toTrail(last, label, id)
}

function toTrail(base: string, label: string, itemId: string): Trail | undefined {
  const found = neighbours(base, itemId)
  if (!found) return undefined
  const { walk } = found
  const linkOf = walk?.linkOf ?? ((id: string) => `${base}/${encodeURIComponent(id)}`)
  const link = (id: string | undefined) => (id === undefined ? undefined : linkOf(id))
  const ask = walk?.ask
  return {
    label: walk?.label ?? label,
    base,
    id: itemId,
    list: found.href,
    index: found.index,
    count: found.count,
    previous: link(found.previous),
    next: link(found.next),
    left: walk?.left?.(),
    ended: walk?.ended,
    ...(ask && {
      ask: async () => {
        const next = await ask()
        return next === null ? null : link(next)
      },
    }),
  }
}
