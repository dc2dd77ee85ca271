import { createHash, createHmac } from 'node:crypto'
import { isSameText } from '#lib/core/same-text.ts'
import type { Caller } from '#lib/sandbox/http/api-keys.ts'
import type { Sandbox } from '#lib/sandbox/http/handler.ts'
import { refuseFields } from '#lib/sandbox/http/refusal.ts'

/** A place in a list: after or before the row with this sort value and seq, in this walk. */
export type Position = {
  /**
   * 1: the records that match all ranked sorts, 2: all but one, and so on. A list without ranked
   * sorts has only walk 2.
   */
  walk: number
  direction: 'next' | 'prev'
  sortValue: string | number
  seq: number
}

/**
 * What a token is bound to: the operation, the API key and every parameter except `limit` and
 * `page_token`. A parameter with its default value counts as left out. The order of an array's
 * items and repeated items do not count. ASSUMED: spelled-out-defaults
 */
export type TokenScope = {
  operationId: string
  keyName: string
  filters: object
  defaults?: Record<string, unknown>
}

/** An opaque page token: the position, signed together with its scope. */
export function writeToken(position: Position, scope: TokenScope, secret: string): string {
  const payload = Buffer.from(
    JSON.stringify([position.walk, position.direction, position.sortValue, position.seq]),
  ).toString('base64url')
  return `${payload}.${sign(payload, scope, secret)}`
}

/** True if a text has the form of a token. `readToken` checks that it belongs to the request. */
export function isTokenShaped(text: string): boolean {
  return /^[\w-]+\.[\w-]{27}$/.test(text)
}

/**
 * The position of a token; 422 if it was changed or was made for another operation, API key or set
 * of filters.
 */
export function readToken(token: string, scope: TokenScope, secret: string): Position {
  const [payload = '', signature = ''] = token.split('.')
  if (!isSameText(signature, sign(payload, scope, secret))) {
    throw refuseFields([{ path: 'page_token', message: 'is not a valid page token of this list' }])
  }
  const [walk, direction, sortValue, seq] = JSON.parse(
    Buffer.from(payload, 'base64url').toString(),
  ) as [number, 'next' | 'prev', string | number, number]
  return { walk, direction, sortValue, seq }
}

function sign(payload: string, scope: TokenScope, secret: string): string {
  const { limit, page_token, ...filters } = scope.filters as Record<string, unknown>
  const sorted = JSON.stringify(
    Object.entries(filters)
      .filter(
        ([name, value]) =>
          value !== undefined && value !== null && value !== scope.defaults?.[name],
      )
      .map(([name, value]): [string, unknown] => [
        name,
        Array.isArray(value) ? [...new Set(value)].toSorted() : value,
      ])
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  )
  const bound = createHash('sha256')
    .update(JSON.stringify([scope.operationId, scope.keyName, sorted]))
    .digest('base64url')
  return createHmac('sha256', secret)
    .update(`page:${payload}:${bound}`)
    .digest('base64url')
    .slice(0, 27)
}

/** The tokens of the pages beside a page; null where there is none. */
export type PageTokens = { prev: string | null; next: string | null }

/** The JSON text of a page: its items' texts and its tokens. `extra` are further members. */
export function pageJson(
  items: readonly string[],
  page: PageTokens,
  extra: Record<string, number> = {},
): string {
  const tail = JSON.stringify({ prev_page_token: page.prev, next_page_token: page.next, ...extra })
  return `{"items":[${items.join(',')}],${tail.slice(1)}`
}

export type SmallListRequest = {
  sandbox: Sandbox
  caller: Caller
  operationId: string
  query: { limit?: number | undefined; page_token?: string | undefined }
  /** See `TokenScope`. */
  defaults?: Record<string, unknown>
}

const defaultLimit = 100

/** One page of a list that is small enough to be read as a whole. The tokens hold the offset. */
export function pageOf<T>(all: readonly T[], request: SmallListRequest) {
  const { start, limit } = placeOf(request)
  return pageAt(request, all.slice(start, start + limit + 1))
}

/**
 * The same for a list that is read by offset. `read` is called with one row more than the page
 * holds, to see whether there is another page.
 */
export async function pageOfRows<T>(
  read: (limit: number, offset: number) => Promise<T[]>,
  request: SmallListRequest,
) {
  const { start, limit } = placeOf(request)
  return pageAt(request, await read(limit + 1, start))
}

function placeOf(request: SmallListRequest) {
  const { query, sandbox } = request
  const start = query.page_token
    ? readToken(query.page_token, tokenScope(request), sandbox.secret).seq
    : 0
  return { start, limit: query.limit ?? defaultLimit }
}

function pageAt<T>(request: SmallListRequest, rows: readonly T[]) {
  const { start, limit } = placeOf(request)
  const token = (offset: number) =>
    writeToken(
      { walk: 2, direction: 'next', sortValue: '', seq: offset },
      tokenScope(request),
      request.sandbox.secret,
    )
  return {
    items: rows.slice(0, limit),
    next: rows.length > limit ? token(start + limit) : null,
    prev: start > 0 ? token(Math.max(0, start - limit)) : null,
  }
}

function tokenScope({ operationId, caller, query, defaults = {} }: SmallListRequest): TokenScope {
  return { operationId, keyName: caller.name, filters: query, defaults }
}
