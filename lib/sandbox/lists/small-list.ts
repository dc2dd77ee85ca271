import type { Caller } from '../http/keys.ts'
import type { Sandbox } from '../http/handler.ts'
import { readToken, type TokenScope, writeToken } from './page-token.ts'

export type SmallListRequest = {
  sandbox: Sandbox
  caller: Caller
  operationId: string
  query: { limit?: number | undefined; page_token?: string | undefined }
}

const defaultLimit = 100

/** One page of a list that is small enough to be read whole, in the order given; its tokens hold the offset. */
export function pageOf<T>(all: readonly T[], { sandbox, caller, operationId, query }: SmallListRequest) {
  const limit = query.limit ?? defaultLimit
  const scope: TokenScope = { operationId, keyName: caller.name, filters: query }
  const start = query.page_token ? readToken(query.page_token, scope, sandbox.secret).seq : 0
  const token = (offset: number) => writeToken({ walk: 2, direction: 'next', sortValue: '', seq: offset }, scope, sandbox.secret)
  return {
    items: all.slice(start, start + limit),
    next: start + limit < all.length ? token(start + limit) : null,
    prev: start > 0 ? token(Math.max(0, start - limit)) : null,
  }
}
