import { queueBase, turnsBase } from '#components/form/record-trail.ts'
import { keepPlace, placeIn, type ListWalk } from '#components/frame/list-place.ts'
import { valueOrThrow } from '#lib/core/failure-error.ts'
import type { QueueFilter } from '#lib/lists/queue.ts'
import { giveTurnBack, takeTurn } from '#lib/queries/queue.ts'
import { itemRows, linkOfItem, type ItemRow } from './queue-columns.tsx'

/** The name of the queue in the way back from a record. */
export const queueLabel = 'Work queue'

/** How the rows of a list of the queue lead on to each other. */
export function walkOfRows(rows: readonly ItemRow[]): ListWalk {
  const links = new Map(rows.map((row) => [row.id, linkOfItem(row)]))
  return { label: queueLabel, linkOf: (id) => links.get(id) ?? queueBase }
}

// The claim creation whose turn this tab has.
let held: string | undefined

/** Gives the last turn back when the person returns to the queue: somebody else may get its item next. */
export function endTurns(): void {
  if (held !== undefined) void giveTurnBack(held)
  held = undefined
}

/**
 * Begins to work through a filter one by one: the server gives each person another item. Answers the path of the first
 * item's page, undefined when nothing is left; throws a FailureError. `href` is the list to come back to.
 */
export async function startTurns(filter: QueueFilter, href: string): Promise<string | undefined> {
  const links = new Map<string, string>()
  const passed: string[] = []
  const ask = async () => {
    const item = valueOrThrow(await takeTurn(filter, passed))
    if (!item) return undefined
    passed.push(item.claim_creation_id)
    held = item.claim_creation_id
    const [row] = itemRows([item])
    const id = row!.id
    links.set(id, linkOfItem(row!))
    const before = placeIn(turnsBase, href)?.ids.filter((known) => links.has(known) && known !== id) ?? []
    keepPlace(turnsBase, { href, ids: [...before, id], current: id, top: 0, selected: new Set(), walk })
    return id
  }
  const walk: ListWalk = { label: queueLabel, linkOf: (id) => links.get(id) ?? queueBase, ask }
  const first = await ask()
  return first === undefined ? undefined : links.get(first)
}
