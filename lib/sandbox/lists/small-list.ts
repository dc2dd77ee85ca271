import type { Caller } from '#lib/sandbox/http/keys.ts'
import type { Sandbox } from '#lib/sandbox/http/handler.ts'
import { readToken, type TokenScope, writeToken } from './page-token.ts'

export type SmallListRequest = {
  sandbox: Sandbox
  caller: Caller
  operationId: string
  query: { limit?: number | undefined; page_token?: string | undefined }
  /** As of a token's scope. */
  defaults?: Record<string, unknown>
}

const defaultLimit = 100

/** One page of a list that is small enough to be read whole, in the order given; its tokens hold the offset. */
export function pageOf<T>(all: readonly T[], request: SmallListRequest) {
  const { start, limit } = placeOf(request)
  return pageAt(request, all.slice(start, start + limit + 1))
}

/** The same for a list whose page is read by offset: `read` is asked for one row more than fits, which tells whether there is another page. */
export async function pageOfRows<T>(read: (limit: number, offset: number) => Promise<T[]>, request: SmallListRequest) {
  const { start, limit } = placeOf(request)
  return pageAt(request, await read(limit + 1, start))
}

function placeOf(request: SmallListRequest) {
  const { query, sandbox } = request
  const start = query.page_token ? readToken(query.page_token, tokenScope(request), sandbox.secret).seq : 0
  return { start, limit: query.limit ?? defaultLimit }
}

function pageAt<T>(request: SmallListRequest, rows: readonly T[]) {
  const { start, limit } = placeOf(request)
  const token = (offset: number) =>
    writeToken({ walk: 2, direction: 'next', sortValue: '', seq: offset }, tokenScope(request), request.sandbox.secret)
  return {
    items: rows.slice(0, limit),
    next: rows.length > limit ? token(start + limit) : null,
    prev: start > 0 ? token(Math.max(0, start - limit)) : null,
  }
}

function tokenScope({ operationId, caller, query, defaults = {} }: SmallListRequest): TokenScope {
  return { operationId, keyName: caller.name, filters: query, defaults }
}
