import 'server-only'
import { z } from 'zod'
import type { Connection } from '#lib/console/connections/connections.ts'
import type { Input, Operation } from '#lib/contract/operation.ts'
import { fail, ok, type Failure, type Result } from '#lib/core/result.ts'
import { nextToken } from '#lib/lists/next-token.ts'
import type { WireQuery } from '#lib/lists/view.ts'
import type { BaseRow, WalkPage } from '#lib/lists/rows/rows.ts'
import { memberAt, textOf } from '#lib/core/read-json.ts'
import { call, callJson } from '#lib/partner/call.ts'
import { outcomeOf, recordAct } from '#lib/actions/record-act.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** One page as the partner sent it: items of any shape and its two tokens. */
export type PartnerPage = { items: unknown[]; next: string | null; prev: string | null }

/** Asks the partner for one page. */
export type AskPage = (query: WireQuery) => Promise<Result<PartnerPage>>

type AskOptions = { parse?: (text: string) => unknown; signal?: AbortSignal }

/**
 * How pages of an operation are asked for: with `input` in every request, and the query of each
 * page besides. `parse` reads the reply instead of `JSON.parse`, for a caller that needs numbers as
 * they were written (`parseExact`).
 */
export function askPages<O extends Operation>(
  connection: Connection,
  operation: O,
  input: Omit<Input<O>, 'body'>,
  { parse, signal }: AskOptions = {},
): AskPage {
  return async (query) => {
    // Every operation that is asked for pages takes a limit and a token; its own parameters are the
    // caller's.
    const asked = { ...input, query: { ...input.query, ...query } } as never
    const options = signal ? { signal } : {}
    if (parse) {
      const reply = await call(connection, operation, asked, options)
      return reply.ok ? within(query, parsePage(reply.value.text, parse)) : reply
    }
    const reply = await callJson(connection, operation, asked, options)
    return reply.ok ? within(query, toPage(reply.value)) : reply
  }
}

// The most that the partner gives in one page; a query without a limit gets fewer.
const largestPage = 1_000

// A page goes to the browser row by row, so more rows than were asked for would stop other
// requests.
function within({ limit }: WireQuery, page: Result<PartnerPage>): Result<PartnerPage> {
  const most = typeof limit === 'number' ? limit : largestPage
  if (!page.ok || page.value.items.length <= most) return page
  const counts = [page.value.items.length, most].map((count) => count.toLocaleString('en-US'))
  return fail(
    'UnreadableReply',
    `The partner sent ${counts[0]} rows where ${counts[1]} were asked for, so none is shown.`,
  )
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
 * The pages of a list one after the other, each with the token that it was asked by; only one is
 * held at a time. A failure is the last thing that comes: the partner's own, `WalkGoesRound` for a
 * token that repeats, `ListIncomplete` after `pages`.
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
    if (count >= pages)
      return yield fail('ListIncomplete', 'The partner’s list didn’t end. Try again.')
    if (token !== undefined) seen.add(token)
    const page = await ask(token === undefined ? query : { ...query, page_token: token })
    if (!page.ok) return yield page
    yield ok({ ...page.value, token })
    const next = nextToken(page.value.next, seen)
    if (!next.ok) return yield next
    if (next.value === null) return
    token = next.value
  }
}

/**
 * All items of a list; after a failure those that were read before it. Fails as `eachPage` does.
 */
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

/**
 * A page out of a reply's text: items of any shape, and tokens where they are non-empty text
 * (Pagination 3).
 */
export function parsePage(
  reply: string,
  parse: (text: string) => unknown = JSON.parse,
): Result<PartnerPage> {
  let page: unknown
  try {
    page = parse(reply)
  } catch {
    page = undefined
  }
  return toPage(page)
}

function toPage(page: unknown): Result<PartnerPage> {
  const items = memberAt(page, 'items')
  if (!Array.isArray(items))
    return fail('UnreadableReply', 'The partner’s reply isn’t a list page.')
  return ok({
    items,
    next: textOf(memberAt(page, 'next_page_token')) ?? null,
    prev: textOf(memberAt(page, 'prev_page_token')) ?? null,
  })
}

/** The token of the page before, as an action's input. */
export const position = z.string().min(1).max(20_000).optional()

/** So many items a page has that the browser asks for on its way through a whole list. */
const walkedLimit = 1_000

type Asked<O extends Operation, Row extends BaseRow> = {
  operation: O
  /** Its parameters and filters; limit and token are added here. */
  input: Omit<Input<O>, 'body'>
  position: string | undefined
  toRow: (item: unknown) => Row
  /** The record that the audit names as read: the one that the list belongs to. */
  recordIds: string[]
}

/**
 * One page of a list that the browser reads to its end, as small rows: tens of thousands of items
 * are more than a browser should hold. The audit is written first.
 */
export async function readWalkedPage<O extends Operation, Row extends BaseRow>(
  { operation, input, position: page_token, toRow, recordIds }: Asked<O, Row>,
  context: ActionContext,
): Promise<Result<WalkPage<Row>>> {
  const { connection } = context
  const ask = askPages(connection, operation, input)
  const page = await ask({
    limit: walkedLimit,
    ...(page_token === undefined ? {} : { page_token }),
  })
  await recordAct(context, 'read', operation.id, recordIds, { outcome: outcomeOf(page) })
  return page.ok ? ok({ rows: page.value.items.map(toRow), next: page.value.next }) : page
}

/** Any JSON value as text for an address. */
export function toOpaque(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** The value in such a text; undefined when the text is none of ours. */
export function fromOpaque(opaque: string): unknown {
  try {
    return JSON.parse(Buffer.from(opaque, 'base64url').toString()) as unknown
  } catch {
    return undefined
  }
}
