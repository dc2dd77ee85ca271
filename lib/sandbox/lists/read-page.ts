import { type SQL, sql } from 'drizzle-orm'
import type { Caller } from '#lib/sandbox/http/keys.ts'
import type { Sandbox } from '#lib/sandbox/http/handler.ts'
import type { Match } from './match.ts'
import { type Position, readToken, type TokenScope, writeToken } from './page-token.ts'
import { isInScope, scopeOf } from './scope.ts'
import { type Key, type Order, readKeys } from './walk.ts'

export type PageRequest = {
  sandbox: Sandbox
  caller: Caller
  table: SQL
  order: Order
  filters: readonly Match[]
  /** Records that match all of these come first. */
  ranked?: readonly Match[]
  limit: number
  pageToken: string | null | undefined
  tokenScope: TokenScope
}

/** The `seq`s of a page's rows in order, without those outside of the key's scope, and the tokens beside it. */
export type PageOfKeys = { seqs: number[]; prev: string | null; next: string | null }

type Walk = { walk: 1 | 2; filters: readonly Match[] }
type PlacedKey = Key & { walk: 1 | 2 }

/**
 * Reads one page as two keyset walks: the records that match the ranked sorts, then the rest. The key's scope is held
 * against the page after it is read (Pagination 4): a page may be short or empty and still have a next token.
 */
export async function readPage(request: PageRequest): Promise<PageOfKeys> {
  const { pageToken, limit, sandbox, caller } = request
  const from = pageToken ? readToken(pageToken, request.tokenScope, sandbox.secret) : undefined
  const backwards = from?.direction === 'prev'
  const found = await readOn(request, from, backwards)
  const hasMore = found.length > limit
  const page = found.slice(0, limit)
  if (backwards) page.reverse()
  const tokenAt = (key: PlacedKey | undefined, direction: 'next' | 'prev') =>
    key
      ? writeToken(
          { walk: key.walk, direction, sortValue: key.sort_value, seq: key.seq },
          request.tokenScope,
          sandbox.secret,
        )
      : null
  const scope = await scopeOf(sandbox, caller)
  return {
    seqs: page.filter((key) => isInScope(scope, key.npi)).map((key) => key.seq),
    // Beyond the record that a token names there is at least that record.
    next: hasMore || backwards ? tokenAt(page.at(-1), 'next') : null,
    prev: (backwards && hasMore) || (from && !backwards) ? tokenAt(page[0], 'prev') : null,
  }
}

// Up to limit + 1 keys: the one more tells whether there is another page.
async function readOn(request: PageRequest, from: Position | undefined, backwards: boolean): Promise<PlacedKey[]> {
  const walks = walksOf(request)
  if (backwards) walks.reverse()
  const start = from ? walks.findIndex(({ walk }) => walk === from.walk) : 0
  const order = backwards ? { ...request.order, descending: !request.order.descending } : request.order
  const found: PlacedKey[] = []
  for (const { walk, filters } of walks.slice(Math.max(start, 0))) {
    const limit = request.limit + 1 - found.length
    if (limit <= 0) break
    const beyond = from && from.walk === walk ? from : undefined
    const keys = await readKeys({ run: request.sandbox.run, table: request.table, order, filters, beyond, limit })
    found.push(...keys.map((key) => ({ ...key, walk })))
  }
  return found
}

function walksOf({ filters, ranked = [] }: PageRequest): Walk[] {
  if (ranked.length === 0) return [{ walk: 2, filters }]
  const one = ranked.length === 1 ? ranked[0]! : undefined
  const conditions = ranked.map(({ condition }) => sql`(${condition})`)
  // Only a single ranked sort can name the branches of its rest.
  const rest: Match = {
    condition: sql`not (${sql.join(conditions, sql` and `)})`,
    ...(one?.rest ? { branches: one.rest, rank: 90 } : {}),
  }
  return [
    { walk: 1, filters: [...filters, ...ranked] },
    { walk: 2, filters: [...filters, rest] },
  ]
}
