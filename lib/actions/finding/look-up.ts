import 'server-only'
import type { Operation } from '#lib/contract/operation.ts'
import { isJsonObject, type Json } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { z } from 'zod'
import { searchText } from '#lib/lists/search-text.ts'
import { call } from '#lib/partner/call.ts'
import { textAt } from '#lib/rules/edit/json-path.ts'
import { partyName } from '#lib/rules/queue/fix-memory.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** `is_available` is false when the stored key may not look up: the field then takes free text. */
export type LookUpReply<Item = Json> = { is_available: boolean; items: Item[] }

type Page<O extends Operation> = z.output<Extract<O['ok'], z.ZodType>>
type ItemOf<O extends Operation, M extends string> =
  Page<O> extends { [name in M]: readonly (infer I)[] } ? I : never

/**
 * The handler of a look-up: reads the first page of an optional list and returns its items
 * unchanged. For a key that may not look up it returns `is_available: false` instead of a failure,
 * because the field still accepts typed text. `member` names the member with the items.
 */
export function lookUp<O extends Operation, M extends string = 'items'>(
  operation: O,
  member = 'items' as M,
) {
  return async (
    { query = {} }: { query?: Record<string, unknown> },
    { connection }: ActionContext,
  ): Promise<Result<LookUpReply<ItemOf<O, M>>>> => {
    const asked = searchOf(query)
    // The action's input was parsed with this operation's own query schema.
    const reply = await call(connection, operation, { query: asked.query } as never)
    if (!reply.ok)
      return isNotOffered(reply.error.status) ? ok({ is_available: false, items: [] }) : reply
    const page = JSON.parse(reply.value.text) as Json
    const all = isJsonObject(page) ? page[member] : undefined
    const items = Array.isArray(all) ? all.filter(asked.isKept).slice(0, asked.most) : []
    // As the partner sends them: a field shows what it can read.
    return ok({ is_available: true, items: items as never })
  }
}

type Search = { query: Record<string, unknown>; isKept: (item: Json) => boolean; most?: number }

const mostRead = 100

/**
 * The partner finds words as they are written. Of a name with a comma, an apostrophe or a hyphen it is
 * asked for one part, which each spelling has, and the whole is held against its answer.
 */
function searchOf(query: Record<string, unknown>): Search {
  const asItIs = { query, isKept: () => true }
  const name = ['search_term', 'name'].find((each) => typeof query[each] === 'string')
  if (name === undefined) return asItIs
  const typed = String(query[name])
  const search = /[^\p{L}\p{N}\s.&]/u.test(typed) ? searchText(typed) : undefined
  if (!search) return asItIs
  const found = { ...query, [name]: search.term }
  if (search.isWhole) return { query: found, isKept: () => true }
  return {
    query: { ...found, limit: mostRead },
    isKept: (item) =>
      search.fits({
        names: [textAt(item, 'payer_name') ?? textAt(item, 'name') ?? partyName(item)],
        ids: [textAt(item, 'payer_id'), textAt(item, 'npi')],
      }),
    ...(typeof query.limit === 'number' && { most: query.limit }),
  }
}

/** True for statuses that mean that an optional endpoint is not available to this key. */
export function isNotOffered(status: number): boolean {
  return status === 403 || status === 404 || status === 501
}
