import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { checking, maxSends, mayBeOnItsWay } from '#lib/actions/writing/unknown-outcome.ts'
import { writeOnce, type Journal } from '#lib/actions/writing/write-once.ts'
import { spanKinds, spanParams } from './span-kinds.ts'
import type { DeleteSpanReply } from './span-replies.ts'
import { findSpanInList } from './walk-spans.ts'

export type DeleteSpanInput = { id: string; operation_id: string }

type Removal = { kind: SpanKind; id: string; context: ActionContext }

/** The verb that takes a span out of use. After a lost answer the span is looked for before anything is sent again. */
export function deleteSpan(kind: SpanKind) {
  return async ({ id, operation_id }: DeleteSpanInput, context: ActionContext): Promise<Result<DeleteSpanReply>> =>
    writeOnce({ operation_id, operation: spanKinds[kind].remove.id, record: id, request: { id } }, context, (journal) =>
      attempt({ kind, id, context }, journal),
    )
}

async function attempt(removal: Removal, journal: Journal): Promise<Result<DeleteSpanReply>> {
  const { earlier } = journal
  if (!earlier) {
    await journal.begin(null)
    return send(removal, journal)
  }
  if (await isGone(removal)) return deleted(removal, false)
  if (mayBeOnItsWay(earlier.sentAt)) return checking(journal)
  if (earlier.sends >= maxSends) {
    await journal.unknown()
    return fail(
      'OutcomeUnknown',
      'It is not known whether the span was deleted. Check again; it can be deleted only once.',
    )
  }
  await journal.resend()
  return send(removal, journal)
}

async function send(removal: Removal, journal: Journal): Promise<Result<DeleteSpanReply>> {
  const { kind, id, context } = removal
  await audit(removal, 'intent', 'sent')
  const reply = await call(context.connection, spanKinds[kind].remove, { params: spanParams(kind, id) })
  if (reply.ok) return deleted(removal, false)
  if (reply.error.name === 'OutcomeUnknown')
    return (await isGone(removal)) ? deleted(removal, false) : checking(journal)
  // Refused as not there: gone after an earlier send is done, and gone before the first is somebody else's doing.
  if (reply.error.status === 404 && (await isGone(removal))) return deleted(removal, journal.earlier === undefined)
  await audit(removal, 'outcome', reply.error.name)
  return reply
}

// Where single spans are not open to the key, "not there" is no proof; the list then still has the span.
async function isGone({ kind, id, context }: Removal): Promise<boolean> {
  const reply = await call(context.connection, spanKinds[kind].get, { params: spanParams(kind, id) })
  return !reply.ok && reply.error.status === 404 && (await findSpanInList(context.connection, kind, id)) === undefined
}

async function deleted(removal: Removal, isFoundGone: boolean): Promise<Result<DeleteSpanReply>> {
  await audit(removal, 'outcome', 'ok')
  return ok({ kind: 'deleted', is_found_gone: isFoundGone })
}

function audit({ kind, id, context }: Removal, stage: 'intent' | 'outcome', outcome: string): Promise<void> {
  return recordAudit({
    accountId: context.account.id,
    connectionId: context.connection.id,
    operation: spanKinds[kind].remove.id,
    stage,
    outcome,
    recordIds: [id],
  })
}
