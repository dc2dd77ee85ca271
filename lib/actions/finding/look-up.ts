import 'server-only'
import type { Operation } from '#lib/contract/operation.ts'
import { isJsonObject, type Json } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { z } from 'zod'
import { call } from '#lib/partner/call.ts'
import type { LookUpReply } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

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
    // The action's input was parsed with this operation's own query schema.
    const reply = await call(connection, operation, { query } as never)
    if (!reply.ok)
      return isNotOffered(reply.error.status) ? ok({ is_available: false, items: [] }) : reply
    const page = JSON.parse(reply.value.text) as Json
    const items = isJsonObject(page) ? page[member] : undefined
    // As the partner sends them: a field shows what it can read.
    return ok({ is_available: true, items: (Array.isArray(items) ? items : []) as never })
  }
}

/** True for statuses that mean that an optional endpoint is not available to this key. */
export function isNotOffered(status: number): boolean {
  return status === 403 || status === 404 || status === 501
}
