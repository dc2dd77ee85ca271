import { ok } from '#lib/core/result.ts'
import type { ReadPage } from './wire-page.ts'
import { at, text } from '#lib/lists/rows/row-values.ts'
import { idOf, type Matching } from './show-first.ts'

/**
 * The ids among `items` that match `query`, for a list that cannot be asked by id: both walks have the same order, so
 * the matching rows are walked beside the page until they are past its end. `beside` is where the next page goes on, so
 * that a whole walk reads each matching row about twice. Without it the walk begins at the first matching row.
 */
export const matchingBeside: Matching = async (items, query, read, beside) => {
  const ids = new Set<string>()
  if (items.length === 0) return ok({ ids, beside })
  const { keyOf, isBefore } = orderOf(query)
  const end = keyOf(items.at(-1))
  let [token, from, isSkipping] = [beside, beside, true]
  for (;;) {
    const page: Awaited<ReturnType<ReadPage>> = await read(
      token === undefined ? query : { ...query, page_token: token },
    )
    if (!page.ok) return page
    for (const item of page.value.items) ids.add(idOf(item))
    const keys = page.value.items.map(keyOf)
    const { next } = page.value
    // Where rows without a date stand is the partner's affair: a page with one tells nothing about its place.
    const last = keys.includes(undefined) ? undefined : keys.at(-1)
    // Rows of equal dates may go on in the next page, so only what lies wholly before the end is never read again.
    const isBehind = keys.length === 0 || (end !== undefined && last !== undefined && isBefore(last, end))
    isSkipping &&= isBehind && next !== null
    if (isSkipping) from = next ?? undefined
    const isPast = end !== undefined && last !== undefined && isBefore(end, last)
    if (isPast || next === null || next === token) return ok({ ids, beside: from })
    token = next
  }
}

// ISO dates and instants of one partner sort as text.
function orderOf({ sort }: { sort?: unknown }) {
  const [field = 'created_at', direction] = String(sort ?? 'created_at:desc').split(':')
  const keyOf = (item: unknown) => text(at(item, field))
  const isBefore = (one: string, other: string) => (direction === 'asc' ? one < other : one > other)
  return { keyOf, isBefore }
}
