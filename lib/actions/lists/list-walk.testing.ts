import type { Result } from '#lib/core/result.ts'
import type { PartnerListOperation } from '#lib/lists/list-spec.ts'
import type { ListRequest, WireQuery } from '#lib/lists/view.ts'
import { readPartnerPage } from './partner-lists.ts'
import { parsePage, type AskPage, type PartnerPage } from './partner-pages.ts'
import { idOf } from './show-first.ts'

/** A list as a test asks for it. */
export type Walked = {
  operation: PartnerListOperation
  query: WireQuery
  first: ListRequest['first']
}

/**
 * One page of the items that were found, with tokens in both directions. Like the sandbox, it
 * applies a key's scope after it has read the page.
 */
export function pageOf<Item>(
  found: Item[],
  query: WireQuery,
  inScope: (item: Item) => boolean,
): Result<PartnerPage> {
  const size = Number(query.limit)
  const start = Number(query.page_token ?? 0)
  // Empty text and null both mean that there is no such page.
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

/**
 * Reads every page from the first to the last: its ids, and the position that it gives for the page
 * before it.
 */
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

/**
 * Reads the page before each page but the first, by the position that the page gave for it.
 */
export async function walkBack(
  read: AskPage,
  walked: Walked,
  backwards: readonly (string | null)[],
): Promise<string[][]> {
  const pages: string[][] = []
  for (const position of backwards.slice(1))
    pages.push((await readIds(read, walked, position!)).ids)
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
