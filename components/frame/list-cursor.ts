/** The list that the person came from: its link and its rows' ids in order. */
type RememberedList = { href: string; ids: readonly string[] }

// Kept in this tab's memory alone: ids of a list made by a patient's name say who the patient is.
const remembered = new Map<string, RememberedList>()

/**
 * Remembers a list for the detail pages of its items. `base` is the path of those pages ("/claim-creations");
 * `href` leads back to the list as it is now.
 */
export function rememberList(base: string, list: RememberedList): void {
  remembered.set(base, list)
}

/** Where an item stands in the list that the person came from; undefined when it is not in it. */
export type Neighbours = {
  href: string
  previous: string | undefined
  next: string | undefined
  index: number
  count: number
}

/** The neighbours of an item, as ids, in the list last remembered under `base`. `index` counts from 0. */
export function neighbours(base: string, id: string): Neighbours | undefined {
  const list = remembered.get(base)
  const index = list?.ids.indexOf(id) ?? -1
  if (!list || index < 0) return undefined
  return { href: list.href, previous: list.ids[index - 1], next: list.ids[index + 1], index, count: list.ids.length }
}
