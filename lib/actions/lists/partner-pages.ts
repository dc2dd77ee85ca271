import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import type { Input, Operation } from '#lib/contract/operation.ts'
import { fail, type Failure, type Result } from '#lib/core/result.ts'
import { nextToken } from '#lib/lists/next-token.ts'
import type { WireQuery } from '#lib/lists/walk/request.ts'
import { parsePage, type WirePage } from '#lib/lists/walk/wire-page.ts'
import { call } from '#lib/partner/call.ts'

/** One page as the partner sent it: items of any shape and its two tokens. */
export type PartnerPage = WirePage

/** Asks the partner for one page. */
export type AskPage = (query: WireQuery) => Promise<Result<PartnerPage>>

type AskOptions = { parse?: (text: string) => unknown; signal?: AbortSignal }

/**
 * How pages of an operation are asked for: with `input` in every request, and the query of each page besides. `parse`
 * reads the reply instead of `JSON.parse`, for a caller that needs numbers as they were written (`parseExact`).
 */
export function askPages<O extends Operation>(
  connection: Connection,
  operation: O,
  input: Omit<Input<O>, 'body'>,
  { parse, signal }: AskOptions = {},
): AskPage {
  return async (query) => {
    // Every operation that is asked for pages takes a limit and a token; its own parameters are the caller's.
    const asked = { ...input, query: { ...input.query, ...query } } as never
    const reply = await call(connection, operation, asked, signal ? { signal } : {})
    return reply.ok ? parsePage(reply.value.text, parse) : reply
  }
}

type Bounds = {
  /** The token of the first page to read. */
  from?: string | undefined
  /** More pages than this mean that the partner's list does not end. */
  pages?: number
  /** Ends the reading before its next page. */
  signal?: AbortSignal
}

/**
 * The pages of a list one after the other, each with the token that it was asked by; only one is held at a time.
 * A failure is the last thing that comes: the partner's own, `WalkGoesRound` for a token that repeats, `ListIncomplete`
 * after `pages`.
 */
export async function* eachPage(
  ask: AskPage,
  query: WireQuery,
  { from, pages = Number.POSITIVE_INFINITY, signal }: Bounds = {},
): AsyncGenerator<Result<PartnerPage & { token: string | undefined }>> {
  const seen = new Set<string>()
  let token = from
  for (let count = 0; ; count += 1) {
    if (signal?.aborted) return
    if (count >= pages) return yield fail('ListIncomplete', 'The partner’s list did not come to an end.')
    if (token !== undefined) seen.add(token)
    const page = await ask(token === undefined ? query : { ...query, page_token: token })
    if (!page.ok) return yield page
    yield { ok: true, value: { ...page.value, token } }
    const next = nextToken(page.value.next, seen)
    if (!next.ok) return yield next
    if (next.value === null) return
    token = next.value
  }
}

/** All items of a list; after a failure those that were read before it. Fails as `eachPage` does. */
export async function readWhole(
  ask: AskPage,
  query: WireQuery,
  bounds?: Bounds,
): Promise<{ items: unknown[]; failure: Failure | null }> {
  const items: unknown[] = []
  for await (const page of eachPage(ask, query, bounds)) {
    if (!page.ok) return { items, failure: page.error }
    items.push(...page.value.items)
  }
  return { items, failure: null }
}
