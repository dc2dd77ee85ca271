import type { PageOfKeys } from './read-page.ts'

/** The JSON text of a page: its items' texts and its tokens. `extra` are further members. */
export function pageJson(
  items: readonly string[],
  page: Pick<PageOfKeys, 'prev' | 'next'>,
  extra: Record<string, number> = {},
): string {
  const tail = JSON.stringify({ prev_page_token: page.prev, next_page_token: page.next, ...extra })
  return `{"items":[${items.join(',')}],${tail.slice(1)}`
}
