import 'server-only'
import type { Operation } from '#lib/contract/operation.ts'
import { isJsonObject, type Json } from '#lib/core/json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import type { LookUpReply } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/**
 * The verb of a look-up: the first page of an optional list, its items untouched. A key that may not look up gives
 * `is_available: false` instead of a failure, because the field then still takes typed text. `member` is where the reply holds its items.
 */
export function lookUp(operation: Operation, member = 'items') {
  return async (
    { query = {} }: { query?: Record<string, unknown> },
    { connection }: ActionContext,
  ): Promise<Result<LookUpReply>> => {
    // The query was checked against this operation's own schema when the action's input was parsed.
    const reply = await call(connection, operation, { query } as never)
    if (!reply.ok) return isNotOffered(reply.error.status) ? ok({ is_available: false, items: [] }) : reply
    const page = JSON.parse(reply.value.text) as Json
    const items = isJsonObject(page) ? page[member] : undefined
    return ok({ is_available: true, items: Array.isArray(items) ? items : [] })
  }
}

/** True for the statuses with which an optional endpoint says that it is not there for this key. */
export function isNotOffered(status: number): boolean {
  return status === 403 || status === 404 || status === 501
}
