import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { isNotOffered } from '#lib/actions/lists/read-counts.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { spanKinds, spanParams } from './span-kinds.ts'
import type { SpanReply } from './span-replies.ts'
import { findSpanInList } from './walk-spans.ts'

/**
 * The verb that reads one span. Reading a single one is a companion endpoint: where the key may not call it, the span
 * is looked for in the list. Who read it is written down first.
 */
export function readSpan(kind: SpanKind) {
  return async ({ id }: { id: string }, { account, connection }: ActionContext): Promise<Result<SpanReply>> => {
    const { get } = spanKinds[kind]
    const reply = await call(connection, get, { params: spanParams(kind, id) })
    const isOpen = reply.ok || !isNotOffered(reply.error.status)
    // "Not there" and "not for this key" look alike from outside, so the list is asked in both cases.
    const span = isOpen ? undefined : await findSpanInList(connection, kind, id)
    const outcome = reply.ok || span ? 'ok' : reply.error.name
    await recordAudit({
      accountId: account.id,
      connectionId: connection.id,
      operation: get.id,
      stage: 'read',
      outcome,
      recordIds: [id],
    })
    if (reply.ok) return ok({ span: reply.value.text, is_from_list: false })
    return span ? ok({ span: JSON.stringify(span), is_from_list: true }) : reply
  }
}
