import type { Result } from '#lib/core/result.ts'
import type { PartnerListOperation } from '#lib/lists/list-spec.ts'
import type { ListRequest, WireQuery } from '#lib/lists/view.ts'
import { readPartnerPage } from './partner-lists.ts'
import { parsePage, type AskPage, type PartnerPage } from './partner-pages.ts'
import { idOf } from './show-first.ts'

/** A list as a test asks for it. */
export type Walked = { operation: PartnerListOperation; query: WireQuery; first: ListRequest['first'] }

/** One page of what was found, with tokens in both directions; a key's scope is applied after the page is read, as ours does. */
export function pageOf<Item>(found: Item[], query: WireQuery, inScope: (item: Item) => boolean): Result<PartnerPage> {
  const size = Number(query.limit)
  const start = Number(query.page_token ?? 0)
  // Empty text and null both say that there is no such page.
  const next = start + size < found.length ? String(start + size) : ''
  const prev = start > 0 ? String(Math.max(0, start - size)) : null
  return parsePage(
    JSON.stringify({
      items: found.slice(start, start + size).filter(inScope),
      next_page_token: next,
      prev_page_token: prev,
    }),
  )
}

/** The ids of every page from the first to the last, and the position that each page gives for going back. */
export async function walkAll(
  read: AskPage,
  walked: Walked,
): Promise<{ pages: string[][]; backwards: (string | null)[] }> {
  const pages: string[][] = []
  const backwards: (string | null)[] = []
  for (let position: string | undefined; pages.length < 300;) {
    const page = await readIds(read, walked, position)
    pages.push(page.ids)
    backwards.push(page.prev)
    if (page.next === null) return { pages, backwards }
    position = page.next
  }
  throw new Error('the walk does not end')
}

/** The pages on the way back from the last to the second, each by the position that the page after it gave. */
export async function walkBack(
  read: AskPage,
  walked: Walked,
  backwards: readonly (string | null)[],
): Promise<string[][]> {
  const pages: string[][] = []
  for (const position of backwards.slice(1)) pages.push((await readIds(read, walked, position!)).ids)
  return pages
}

async function readIds(
  read: AskPage,
  walked: Walked,
  position: string | undefined,
): Promise<{ ids: string[]; next: string | null; prev: string | null }> {
  const page = await readPartnerPage({ ...walked, position }, read)
  if (!page.ok) throw new Error(page.error.name)
  return { ids: page.value.items.map(idOf), next: page.value.next, prev: page.value.prev }
}
