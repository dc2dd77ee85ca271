import { type SQL, sql } from 'drizzle-orm'
import { type Caller, isInScope, scopeOf } from '#lib/sandbox/http/api-keys.ts'
import type { Sandbox } from '#lib/sandbox/http/handler.ts'
import type { SqlFilter } from './filters.ts'
import { type Key, type Order, readKeys } from './keyset.ts'
import { type PageTokens, type Position, type TokenScope, readToken, writeToken } from './pages.ts'

export type PageRequest = {
  sandbox: Sandbox
  caller: Caller
  table: SQL
  order: Order
  filters: readonly SqlFilter[]
  /** Records that match more of these come first. */
  ranked?: readonly SqlFilter[]
  /** A few records that belong to the list although they do not match `filters`. */
  besides?: SqlFilter | undefined
  limit: number
  pageToken: string | null | undefined
  tokenScope: TokenScope
}

/**
 * The `seq`s of a page's rows that the API key may see, in order, and the tokens of the pages
 * beside it.
 */
export type PageOfKeys = PageTokens & { seqs: number[] }

/**
 * The records that match the same number of ranked sorts. Each set of filters finds a different
 * part of them.
 */
type Walk = { walk: number; sets: readonly (readonly SqlFilter[])[] }
type PlacedKey = Key & { walk: number }

/**
 * Reads one page by keyset: first the records that match all ranked sorts, then those that match
 * all but one, and so on. Records outside of the key's scope are removed after the page is read
 * (Pagination 4), so a page can be short or empty and still have a next token.
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
    // When reading backwards, the record that the token names comes after this page.
    next: hasMore || backwards ? tokenAt(page.at(-1), 'next') : null,
    prev: (backwards && hasMore) || (from && !backwards) ? tokenAt(page[0], 'prev') : null,
  }
}

// Up to limit + 1 keys: the extra key shows that there is another page.
async function readOn(
  request: PageRequest,
  from: Position | undefined,
  backwards: boolean,
): Promise<PlacedKey[]> {
  const walks = walksOf(request)
  if (backwards) walks.reverse()
  const start = from ? walks.findIndex(({ walk }) => walk === from.walk) : 0
  const order = backwards
    ? { ...request.order, descending: !request.order.descending }
    : request.order
  const found: PlacedKey[] = []
  for (const { walk, sets } of walks.slice(Math.max(start, 0))) {
    const limit = request.limit + 1 - found.length
    if (limit <= 0) break
    const beyond = from && from.walk === walk ? from : undefined
    const reading = { run: request.sandbox.run, table: request.table, order, beyond, limit }
    const keys: Key[] = []
    for (const filters of sets) keys.push(...(await readKeys({ ...reading, filters })))
    found.push(
      ...inOrder(keys, order)
        .slice(0, limit)
        .map((key) => ({ ...key, walk })),
    )
  }
  return found
}

function inOrder(keys: Key[], { descending }: Order): Key[] {
  const sign = descending ? -1 : 1
  const byValue = (a: Key, b: Key) =>
    a.sort_value === b.sort_value ? 0 : a.sort_value < b.sort_value ? -1 : 1
  return keys.toSorted((a, b) => sign * (byValue(a, b) || Number(a.seq) - Number(b.seq)))
}

// More ranked sorts have too many combinations to read each of them.
const maxCombined = 5

// A page token holds the number of its walk: walk 1 has the records that match all ranked sorts,
// walk 2 those that match all but one, and so on. A list without ranked sorts has only walk 2.
function walksOf({ filters, besides, ranked = [] }: PageRequest): Walk[] {
  if (ranked.length === 0) return [{ walk: 2, sets: [filters, ...(besides ? [[besides]] : [])] }]
  const setsOf = ranked.length > maxCombined ? countMatches : combineMatches
  return Array.from({ length: ranked.length + 1 }, (_, missed) => ({
    walk: missed + 1,
    sets: setsOf(ranked, missed).map((set) => [...filters, ...set]),
  }))
}

/**
 * Filters for the records that match all but `missed` of the sorts: one set for each combination of
 * matched sorts. Each set is read along the index of its rarest sort, so no statement reads the
 * records of all sorts.
 */
function combineMatches(ranked: readonly SqlFilter[], missed: number): (readonly SqlFilter[])[] {
  const [first, ...others] = ranked
  if (!first || missed === 0) return [ranked]
  if (missed === ranked.length) return [[matchesNone(ranked)]]
  return [
    ...combineMatches(others, missed).map((set) => [first, ...set]),
    ...combineMatches(others, missed - 1).map((set) => [matchesNone([first]), ...set]),
  ]
}

/** The same as one set, whose condition counts the sorts that a record matches. */
function countMatches(ranked: readonly SqlFilter[], missed: number): (readonly SqlFilter[])[] {
  if (missed === 0) return [ranked]
  if (missed === ranked.length) return [[matchesNone(ranked)]]
  const count = sql.join(
    ranked.map(({ condition }) => sql`(${condition})::int`),
    sql` + `,
  )
  return [
    [
      {
        condition: sql`(${anyOf(ranked)}) and ${count} = ${ranked.length - missed}`,
        unordered: true,
      },
    ],
  ]
}

function matchesNone(ranked: readonly SqlFilter[]): SqlFilter {
  // The branches of `rest` belong to a single sort.
  const rest = ranked.length === 1 ? ranked[0]!.rest : undefined
  return { condition: sql`not (${anyOf(ranked)})`, ...(rest ? { branches: rest, rank: 90 } : {}) }
}

function anyOf(ranked: readonly SqlFilter[]): SQL {
  return sql.join(
    ranked.map(({ condition }) => sql`(${condition})`),
    sql` or `,
  )
}
