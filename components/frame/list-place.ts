/** How the items of a list lead on to each other, where that differs from the list's own pages. */
export type ListWalk = {
  /** The list's name in the way back: "Work queue". */
  label: string
  /** The path of an item's page. */
  linkOf: (id: string) => string
  /**
   * Asks the server for the item after the last one, for a queue in which no two people get the
   * same item. Adds it to the place and answers its id; undefined when nothing is left, null when
   * it failed and the person was told.
   */
  ask?: () => Promise<string | undefined | null>
  /** What the server said is left when it gave the last item, in words. */
  left?: () => string | undefined
  /** What the person is told when the server has no item left. */
  ended?: () => string
}

/**
 * A person's place in a list: its address, the ids of its rows in order, the current row, the
 * scroll position and the selection.
 */
export type ListPlace = {
  href: string
  ids: readonly string[]
  /** The row that the keys act on. It may no longer be in the list. */
  current: string | undefined
  /** Pixels. */
  top: number
  selected: ReadonlySet<string>
  walk?: ListWalk | undefined
}

// Keyed by the path of the items' pages, then by the list's address, the newest last. Only in this
// tab's memory: the ids of a list filtered by a patient's name identify the patient.
const places = new Map<string, Map<string, ListPlace>>()
const mostPlaces = 20
// Which base was used last: one item may be in several lists.
const lastUsed: string[] = []

/**
 * Remembers where the person is in a list. `base` is the path of its items' pages
 * ("/claim-creations").
 */
export function keepPlace(base: string, place: ListPlace): void {
  const ofBase = places.get(base) ?? new Map<string, ListPlace>()
  places.set(base, ofBase)
  ofBase.delete(place.href)
  ofBase.set(place.href, place)
  lastUsed.splice(0, lastUsed.length, ...lastUsed.filter((used) => used !== base), base)
  if (ofBase.size > mostPlaces) ofBase.delete(ofBase.keys().next().value!)
}

/**
 * The person's place in the list at an address; undefined without one, or if the list was started
 * again since.
 */
export function placeIn(base: string, href: string): ListPlace | undefined {
  return places.get(base)?.get(href)
}

/** A list that the person opens again starts at the top. */
export function forgetPlace(base: string, href: string): void {
  places.get(base)?.delete(href)
}

/**
 * An item in the list that the person came from: the list's address, the neighbours' ids, and its
 * index from 0.
 */
export type Neighbours = {
  href: string
  previous: string | undefined
  next: string | undefined
  index: number
  count: number
  walk?: ListWalk
}

/**
 * The neighbours of an item in the list that was last seen under `base`; undefined if the item is
 * not in it.
 */
export function neighbours(base: string, id: string): Neighbours | undefined {
  const list = latest(base)
  const index = list?.ids.indexOf(id) ?? -1
  if (!list || index < 0) return undefined
  const { href, ids, walk } = list
  // Several rows may have one page.
  const isOther = (other: string) => !walk || walk.linkOf(other) !== walk.linkOf(id)
  return {
    href,
    previous: ids.slice(0, index).findLast(isOther),
    next: ids.slice(index + 1).find(isOther),
    index,
    count: ids.length,
    ...(walk && { walk }),
  }
}

/**
 * The bases under which the item is in the list that was last seen, the base that was used last
 * first.
 */
export function basesOf(bases: readonly string[], id: string): string[] {
  return bases
    .filter((base) => latest(base)?.ids.includes(id))
    .toSorted((a, b) => lastUsed.indexOf(b) - lastUsed.indexOf(a))
}

/** Makes the item whose page is open the current row of its list. */
export function visitItem(base: string, id: string): void {
  const list = latest(base)
  if (list?.ids.includes(id)) keepPlace(base, { ...list, current: id })
}

/**
 * The index of the current row among the ids listed now. If the row has left the list (its error
 * was cleared), the next row after it that is still listed, else the last row; -1 without rows.
 */
export function indexOfCurrent(
  { current, ids: before }: Pick<ListPlace, 'current' | 'ids'>,
  ids: readonly string[],
): number {
  if (current === undefined) return -1
  const index = ids.indexOf(current)
  if (index >= 0) return index
  const listed = new Map(ids.map((id, place) => [id, place]))
  const following = before.slice(before.indexOf(current) + 1).find((id) => listed.has(id))
  return following === undefined ? ids.length - 1 : listed.get(following)!
}

function latest(base: string): ListPlace | undefined {
  return [...(places.get(base)?.values() ?? [])].at(-1)
}
