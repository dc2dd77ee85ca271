import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { operations } from '#lib/contract/operations.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import type { DeleteContractReply } from './contract-replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import { checking, maxSends, mayBeOnItsWay, stillUnknown } from '#lib/actions/writing/unknown-outcome.ts'
import { writeOnce, type Journal } from '#lib/actions/writing/write-once.ts'

// What is said while nobody can tell.
const unknown = { what: 'the contract was deleted' }

export type DeleteContractInput = { id: string; operation_id: string }

/**
 * Deletes a contract, once. After a lost answer it is looked for: gone, it is done; still there once nothing can be on
 * its way any more, it is sent once more, since deleting the same contract twice can harm nothing else.
 */
export async function deleteContract(
  input: DeleteContractInput,
  context: ActionContext,
): Promise<Result<DeleteContractReply>> {
  const write = {
    operation_id: input.operation_id,
    operation: 'deleteContractV3',
    record: input.id,
    request: { id: input.id },
  }
  return writeOnce(write, context, (journal) => attempt(input, context, journal))
}

async function attempt(
  input: DeleteContractInput,
  context: ActionContext,
  journal: Journal,
): Promise<Result<DeleteContractReply>> {
  const { earlier } = journal
  if (!earlier) {
    await journal.begin(null)
    return send(input, context, journal)
  }
  const isThere = await look(input, context)
  if (!isThere.ok) return stillUnknown(journal, unknown, isThere.error)
  if (!isThere.value) return deleted(input, context, true)
  if (mayBeOnItsWay(earlier.sentAt)) return checking(journal)
  if (earlier.sends >= maxSends) return stillUnknown(journal, unknown)
  await journal.resend()
  return send(input, context, journal)
}

async function send(
  input: DeleteContractInput,
  context: ActionContext,
  journal: Journal,
): Promise<Result<DeleteContractReply>> {
  await audit(input, context, 'intent', 'sent')
  const reply = await call(context.connection, operations.deleteContractV3, { params: { contract_id: input.id } })
  if (reply.ok) return deleted(input, context, false)
  if (reply.error.name === 'OutcomeUnknown') return checking(journal)
  if (reply.error.name === 'EntityNotFoundError') {
    // A "not found" of something between says nothing of the contract: it is gone when it cannot be read either.
    const isThere = await look(input, context)
    if (isThere.ok && !isThere.value) return deleted(input, context, true)
  }
  await audit(input, context, 'outcome', reply.error.name)
  return reply
}

async function look({ id }: DeleteContractInput, { connection }: ActionContext): Promise<Result<boolean>> {
  const reply = await call(connection, operations.getContractV3, { params: { contract_id: id } })
  if (reply.ok) return ok(true)
  return reply.error.name === 'EntityNotFoundError' ? ok(false) : reply
}

async function deleted(
  input: DeleteContractInput,
  context: ActionContext,
  isFoundGone: boolean,
): Promise<Result<DeleteContractReply>> {
  await audit(input, context, 'outcome', isFoundGone ? 'EntityNotFoundError' : 'ok')
  return ok({ kind: 'deleted', is_found_gone: isFoundGone })
}

function audit(
  { id }: DeleteContractInput,
  { account, connection }: ActionContext,
  stage: 'intent' | 'outcome',
  outcome: string,
): Promise<void> {
  return recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: 'deleteContractV3',
    stage,
    outcome,
    recordIds: [id],
  })
}
