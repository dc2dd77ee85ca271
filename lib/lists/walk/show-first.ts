import { fail, ok, type Result } from '#lib/core/result.ts'
import { decodePosition, encodePosition, type Position } from './position.ts'
import type { FilterValues } from '#lib/lists/list-spec.ts'
import type { WireQuery } from './request.ts'
import type { ReadPage, WirePage } from './wire-page.ts'
import { at, text } from '#lib/lists/rows/row-values.ts'

type ShowFirst = { query: WireQuery; first: FilterValues; position?: string | undefined }

/** Which of the items of a page match a query, as ids. `beside` is an opaque token that the next page's question begins with. */
export type Matching = (
  items: readonly unknown[],
  query: WireQuery,
  read: ReadPage,
  beside: string | undefined,
) => Promise<Result<{ ids: ReadonlySet<string>; beside?: string | undefined }>>

// 100 ids of 36 characters keep a question's address under the 8 KB that every server takes.
const idsPerQuestion = 100

/**
 * One page of a list that shows the rows matching `first` before all others, for a partner that cannot rank.
 * Walk 1 asks for the rows that match both; walk 2 asks for all of them and leaves out those that walk 1 showed,
 * as `matching` finds by asking the partner. Nothing is kept between pages: the position says all. A page may come out
 * short or empty although more follows, as every page of this partner may.
 */
export async function readShowFirstPage(
  { query, first, position }: ShowFirst,
  read: ReadPage,
  matching: Matching,
): Promise<Result<WirePage>> {
  const here = decodePosition(position)
  if (!here)
    return fail('InvalidPosition', 'This page of the list is no longer there. Start again from the first page.')
  const asked = { ...query, ...(here.walk === 1 ? first : {}) }
  const page = await read(here.token === undefined ? asked : { ...asked, page_token: here.token })
  if (!page.ok) return page
  const { items } = page.value
  // A parameter that is both a filter and "show first" goes out with the latter; the filter is then asked separately.
  const isAskedTwice = Object.keys(first).some((name) => Object.hasOwn(query, name))
  if (here.walk === 1 && !isAskedTwice) return ok(pageAt(here, page.value, items, undefined))
  const matched = await matching(items, here.walk === 1 ? query : { ...query, ...first }, read, here.beside)
  if (!matched.ok) return matched
  const { ids, beside } = matched.value
  return ok(
    pageAt(
      here,
      page.value,
      items.filter((item) => ids.has(idOf(item)) === (here.walk === 1)),
      beside,
    ),
  )
}

function pageAt(here: Position, { next, prev }: WirePage, items: unknown[], beside: string | undefined): WirePage {
  return { items, next: nextPosition(here, next, beside), prev: previousPosition(here, prev) }
}

/** The ids among `items` that match `query`, asked in chunks, each walked to its end. For lists that can be asked by id. */
export const matchingByIds: Matching = async (items, query, read) => {
  const { claim_creation_ids: wanted, ...others } = query
  const ids = items.map(idOf).filter((id) => id !== '' && (!Array.isArray(wanted) || wanted.includes(id)))
  const chunks: string[][] = []
  for (let start = 0; start < ids.length; start += idsPerQuestion) chunks.push(ids.slice(start, start + idsPerQuestion))
  const found = new Set<string>()
  const walks = await Promise.all(
    chunks.map((chunk) => walk({ ...others, claim_creation_ids: chunk, limit: idsPerQuestion }, read)),
  )
  for (const result of walks) {
    if (!result.ok) return result
    for (const item of result.value) found.add(idOf(item))
  }
  return ok({ ids: found })
}

async function walk(query: WireQuery, read: ReadPage): Promise<Result<unknown[]>> {
  const items: unknown[] = []
  const seen = new Set<string>()
  for (let token: string | null | undefined; token !== null;) {
    const page = await read(token === undefined ? query : { ...query, page_token: token })
    if (!page.ok) return page
    items.push(...page.value.items)
    token = page.value.next
    if (token !== null && seen.has(token))
      return fail('TokenLoop', 'The partner sent the same page twice, so the list cannot be completed.')
    if (token !== null) seen.add(token)
  }
  return ok(items)
}

function nextPosition(
  { beside: _, ...here }: Position,
  next: string | null,
  beside: string | undefined,
): string | null {
  if (next !== null) return encodePosition({ ...here, token: next, ...(beside === undefined ? {} : { beside }) })
  if (here.walk === 2) return null
  return encodePosition({ walk: 2, back: here.token === undefined ? {} : { token: here.token } })
}

// On the way back the comparison begins anew: what was compared so far lies ahead.
function previousPosition({ beside: _, ...here }: Position, prev: string | null): string | null {
  if (prev !== null) return encodePosition({ ...here, token: prev })
  if (here.walk === 1 || !here.back) return null
  return encodePosition(here.back.token === undefined ? { walk: 1 } : { walk: 1, token: here.back.token })
}

/** The id of an item of any list; '' for one that cannot be read. */
export function idOf(item: unknown): string {
  return text(at(item, 'id')) ?? text(at(item, 'encounter_id')) ?? ''
}
