import { fail, ok, type Result } from '#lib/core/result.ts'
import type { WireQuery } from './request.ts'
import { at, text } from '#lib/lists/rows/row-values.ts'

/** One page as the partner sent it: unread items and its two tokens. */
export type WirePage = { items: unknown[]; next: string | null; prev: string | null }

/** Asks the partner for one page, read as JSON. */
export type ReadPage = (query: WireQuery) => Promise<Result<WirePage>>

/** A page out of a reply's text: items of any shape, and tokens where they are non-empty text (Pagination 3). */
export function parsePage(reply: string, parse: (text: string) => unknown = JSON.parse): Result<WirePage> {
  let page: unknown
  try {
    page = parse(reply)
  } catch {
    page = undefined
  }
  const items = at(page, 'items')
  if (!Array.isArray(items))
    return fail('UnreadableReply', 'The partner answered with something that is not a list page.')
  return ok({ items, next: text(at(page, 'next_page_token')) ?? null, prev: text(at(page, 'prev_page_token')) ?? null })
}
