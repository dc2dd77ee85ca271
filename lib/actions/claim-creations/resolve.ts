import 'server-only'
import { recordAudit, type AuditEntry } from '#lib/console/audit.ts'
import { operations } from '#lib/contract/operations.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import type { ErrorResolved } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

type ChangesInput = { charge_capture_change_ids: string[]; resolved: boolean }
type ErrorInput = { error_id: string; resolution_reason?: string | undefined }

/** Resolves post-billed changes, or opens them again. */
export async function resolveChanges(input: ChangesInput, context: ActionContext): Promise<Result<{ ids: string[] }>> {
  const ids = input.charge_capture_change_ids
  return written(context, 'resolveChargeCaptureChanges', ids, async () => {
    const reply = await call(context.connection, operations.resolveChargeCaptureChanges, { body: input })
    return reply.ok ? ok({ ids }) : reply
  })
}

/** Marks one error of a claim creation as resolved. */
export async function resolveError(input: ErrorInput, context: ActionContext): Promise<Result<ErrorResolved>> {
  const { error_id: id, resolution_reason } = input
  return written(context, 'resolveClaimCreationError', [id], async () => {
    const body = { resolved_by: context.account.name, resolution_reason: resolution_reason || null }
    const reply = await call(context.connection, operations.resolveClaimCreationError, {
      params: { error_id: id },
      body,
    })
    return reply.ok ? ok({ id, ...body }) : reply
  })
}

// The intent is written before anything is sent, so that a write never goes out unrecorded.
async function written<T>(
  { account, connection }: ActionContext,
  operation: string,
  recordIds: string[],
  write: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const entry: Omit<AuditEntry, 'stage' | 'outcome'> = {
    accountId: account.id,
    connectionId: connection.id,
    operation,
    recordIds,
  }
  await recordAudit({ ...entry, stage: 'intent', outcome: 'sent' })
  const result = await write()
  await recordAudit({ ...entry, stage: 'outcome', outcome: result.ok ? 'ok' : result.error.name })
  return result
}
