import { queueBase, turnsBase } from '#components/form/record-trail.ts'
import { keepPlace, placeIn, type ListWalk } from '#components/frame/list-place.ts'
import { countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import type { QueueFilter, RoundEnd } from '#lib/lists/queue.ts'
import { releaseClaim, claimNext } from '#lib/queries/queue.ts'
import type { QueryClient } from '@tanstack/react-query'
import type { ItemRow } from '#lib/lists/columns/queue.ts'
import { itemRows, linkOfItem } from './queue-columns.tsx'

/** The name of the queue in the way back from a record. */
export const queueLabel = 'Work queue'

/** How the rows of a list of the queue lead on to each other. */
export function walkOfRows(rows: readonly ItemRow[]): ListWalk {
  const links = new Map(rows.map((row) => [row.id, linkOfItem(row)]))
  return { label: queueLabel, linkOf: (id) => links.get(id) ?? queueBase }
}

const claimNoun = { one: 'claim', many: 'claims' }

// The claim creation whose turn this tab has.
let held: string | undefined

/**
 * Gives the last turn back when the person returns to the queue: somebody else may get its item
 * next.
 */
export function endTurns(): void {
  if (held !== undefined) void releaseClaim(held)
  held = undefined
}

/**
 * Begins to work through a filter one by one: the server gives each person another item. Answers
 * the path of the first item's page, undefined when nothing is left, null when it failed and the
 * person was told. `href` is the list to come back to.
 */
export async function startTurns(
  client: QueryClient,
  filter: QueueFilter,
  href: string,
): Promise<string | undefined | null> {
  const links = new Map<string, string>()
  const visitedIds: string[] = []
  let left: string | undefined
  let ended = nothingLeft
  const ask = async () => {
    const taken = await claimNext(client, filter, visitedIds)
    if (!taken.ok) return null
    if (taken.value.item === null) {
      ended = endWords(taken.value)
      return undefined
    }
    const { item, left: amount } = taken.value
    left = `${countOf(amount.claims, claimNoun)} left, ${formatCents(amount.cents)}`
    visitedIds.push(item.claim_creation_id)
    held = item.claim_creation_id
    const [row] = itemRows([item])
    const id = row!.id
    links.set(id, linkOfItem(row!))
    const before =
      placeIn(turnsBase, href)?.ids.filter((known) => links.has(known) && known !== id) ?? []
    keepPlace(turnsBase, {
      href,
      ids: [...before, id],
      current: id,
      top: 0,
      selected: new Set(),
      walk,
    })
    return id
  }
  const walk: ListWalk = {
    label: queueLabel,
    linkOf: (id) => links.get(id) ?? queueBase,
    ask,
    left: () => left,
    ended: () => ended,
  }
  const first = await ask()
  return first && links.get(first)
}

/** What a person is told when nobody has anything left for them. */
export const nothingLeft = 'Nothing is left that nobody else works on.'

// "24 claims billed, $24,310.00; 3 need a decision."
function endWords({ came }: RoundEnd): string {
  if (!came) return nothingLeft
  const billed = `${countOf(came.billed.claims, claimNoun)} billed, ${formatCents(came.billed.cents)}`
  const open = came.open === 1 ? '1 needs a decision' : `${came.open} need a decision`
  return `${billed}${came.open > 0 ? `; ${open}` : ''}. ${nothingLeft}`
}
