import type { UpdateItem } from '#lib/actions/claim-creations/read-updates.ts'

/** The unresolved changes of an item, by id. */
export function openUpdates({ captures }: UpdateItem): string[] {
  return captures.flatMap((capture) =>
    capture.updates.filter((update) => !update.resolved).map((update) => update.id),
  )
}

/**
 * True for an item whose changes were all resolved when it was read. False for an item whose
 * captures could not all be read.
 */
export function isSettled({ captures, is_complete }: UpdateItem): boolean {
  const updates = captures.flatMap((capture) => capture.updates)
  return is_complete && updates.length > 0 && updates.every((update) => update.resolved)
}

/** An item's name for a person: the patient, else its captures, else its id. */
export function nameOfUpdate(item: UpdateItem): string {
  if (item.patient !== undefined) return item.patient
  return item.captures.map((capture) => capture.external_id ?? capture.id).join(', ') || item.id
}
