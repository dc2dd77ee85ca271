import type { UpdateItem } from '#lib/actions/replies.ts'

/** In which order the items that were read are worked through. */
export type QueueOrder = 'oldest' | 'money'

/**
 * Items in the order asked for; those that move the most money, either way, first. Items that
 * cannot be compared come last.
 */
export function inOrder(items: readonly UpdateItem[], order: QueueOrder): UpdateItem[] {
  if (order === 'oldest') return [...items]
  return items.toSorted((a, b) => moneyOf(b) - moneyOf(a))
}

function moneyOf({ diff }: UpdateItem): number {
  return diff ? Math.abs(diff.moved_cents) : -1
}

/** The unresolved changes of an item, by id. */
export function openUpdates({ captures }: UpdateItem): string[] {
  return captures.flatMap((capture) =>
    capture.updates.filter((update) => !update.resolved).map((update) => update.id),
  )
}

/**
 * True for an item whose changes were all resolved when it was read: the partner also lists those.
 * False for an item whose captures could not all be read.
 */
export function isSettled({ captures, is_complete }: UpdateItem): boolean {
  const updates = captures.flatMap((capture) => capture.updates)
  return is_complete && updates.length > 0 && updates.every((update) => update.resolved)
}

/**
 * True for an item of which every open change was resolved here: a change that came later has
 * another id.
 */
export function isDone(item: UpdateItem, done: ReadonlySet<string>): boolean {
  const open = openUpdates(item)
  return open.length > 0 && open.every((id) => done.has(id))
}

/** An item's name for a person: the patient, else its captures, else its id. */
export function nameOfItem(item: UpdateItem): string {
  if (item.patient !== undefined) return item.patient
  return item.captures.map((capture) => capture.external_id ?? capture.id).join(', ') || item.id
}

/** The item after `id` goes: the next one, at the end the one before. */
export function nextAfter(
  items: readonly UpdateItem[],
  gone: ReadonlySet<string>,
  id: string | undefined,
): string | undefined {
  const place = items.findIndex((item) => item.id === id)
  const later = items.slice(place + 1).find((item) => !gone.has(item.id))
  return (later ?? items.slice(0, Math.max(place, 0)).findLast((item) => !gone.has(item.id)))?.id
}
