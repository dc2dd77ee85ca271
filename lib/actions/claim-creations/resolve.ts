import 'server-only'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import { operations } from '#lib/contract/operations.ts'
import { ok } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import type { ErrorResolved } from '#lib/actions/replies.ts'
import { noteWritten } from '#lib/actions/queue/settling.ts'
import { createRecord } from '#lib/actions/writing/create-record.ts'

// Resolving twice changes nothing, so nothing is looked for after a lost answer: the person sees the page and presses again.
const unknown = { what: 'the partner made this change', advice: 'Reload the page to check.' }

type ChangesInput = {
  operation_id: string
  charge_capture_change_ids: string[]
  resolved: boolean
  reason?: string | undefined
}

/** Resolves changes made after billing, or opens them again. The partner takes no reason: the audit trail keeps it. */
export const resolveChanges = createRecord({
  operation: operations.resolveChargeCaptureChanges,
  unknown,
  async prepare({ operation_id: _, reason, ...body }: ChangesInput) {
    const ids = body.charge_capture_change_ids
    const record = `charge-capture-changes/${await keyedHash(ids.toSorted().join('\n'))}`
    return ok({ record, request: reason ? { ...body, reason } : body, ids, body })
  },
  send: ({ body }, { connection }) => call(connection, operations.resolveChargeCaptureChanges, { body }),
  read: () => true,
  idsOf: ({ ids }) => ids,
  created({ ids }, _made, _isFound, { connection }) {
    noteWritten(connection, { records: ids })
    return { ids }
  },
})

type ErrorInput = { operation_id: string; error_id: string; resolution_reason?: string | undefined }

/** Marks one error of a claim creation as resolved by the signed-in person. */
export const resolveError = createRecord({
  operation: operations.resolveClaimCreationError,
  unknown,
  prepare({ error_id, resolution_reason }: ErrorInput) {
    const reason = resolution_reason || null
    return ok({
      record: `claim-creation-error/${error_id}`,
      request: { error_id, reason },
      ids: [error_id],
      error_id,
      reason,
    })
  },
  send: ({ error_id, reason }, { account, connection }) =>
    call(connection, operations.resolveClaimCreationError, {
      params: { error_id },
      body: { resolved_by: account.name, resolution_reason: reason },
    }),
  read: () => true,
  idsOf: ({ ids }) => ids,
  created({ error_id, reason }, _made, _isFound, { account, connection }): ErrorResolved {
    noteWritten(connection, { records: [error_id] })
    return { id: error_id, resolved_by: account.name, resolution_reason: reason }
  },
})
