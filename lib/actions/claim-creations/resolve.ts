import 'server-only'
import { keyedHash } from '#lib/console/connections/key-store.ts'
import {
  keepResolutions,
  noteReopened,
  settleResolutions,
  type ResolutionToKeep,
} from '#lib/console/records/update-resolutions.ts'
import { operations } from '#lib/contract/operations.ts'
import { fail, ok } from '#lib/core/result.ts'
import { call } from '#lib/partner/call.ts'
import type { OwnReason } from '#lib/rules/billed-diff/overpayment.ts'
import { noteWritten } from '#lib/actions/queue/settling.ts'
import { createRecord, type NewJob } from '#lib/actions/writing/create-record.ts'
import { checkResolving, type AskedToResolve } from './check-resolving.ts'

// Resolving twice changes nothing, so nothing is looked for after a lost answer: the person sees
// the page and presses again.
const unknown = { what: 'the partner made this change', advice: 'Reload the page to check.' }

type ChangesInput = {
  operation_id: string
  charge_capture_change_ids: string[]
  resolved: boolean
  /** The claim creations of the changes: needed to resolve them. */
  claim_creation_ids?: string[] | undefined
  reason?: string | undefined
  /** The reasons of their own that some claim creations need. */
  own_reasons?: (OwnReason & { claim_creation_id: string })[] | undefined
}

/** The changes of a request; `kept` is what was checked just before the request is sent. */
type ChangesJob = NewJob & {
  body: { charge_capture_change_ids: string[]; resolved: boolean }
  asked: AskedToResolve
  kept: ResolutionToKeep[]
}

/**
 * Resolves changes made after billing, or opens them again. Before it resolves, it reads the
 * claims: one that lowers what a payer has paid needs a reason of its own. The partner takes
 * neither reason nor name: they are stored here before anything is sent, so that a lost answer
 * loses no overpayment.
 */
export const resolveChanges = createRecord({
  operation: operations.resolveChargeCaptureChanges,
  unknown,
  async prepare({
    operation_id: _,
    reason,
    claim_creation_ids,
    own_reasons,
    ...body
  }: ChangesInput) {
    const ids = body.charge_capture_change_ids
    const record = `charge-capture-changes/${await keyedHash(ids.toSorted().join('\n'))}`
    const own = (own_reasons ?? []).map(
      ({ claim_creation_id, ...each }) => [claim_creation_id, each] as const,
    )
    const asked = {
      changeIds: ids,
      claimCreationIds: claim_creation_ids ?? [],
      reason,
      own: new Map(own),
    }
    const request = {
      ...body,
      ...(reason && { reason }),
      ...(claim_creation_ids && { claim_creation_ids }),
      ...(own.length > 0 && { own_reasons: Object.fromEntries(own) }),
    }
    return ok<ChangesJob>({ record, request, ids, body, asked, kept: [] })
  },
  async refuseFirst(job: ChangesJob, context) {
    if (!job.body.resolved) return undefined
    const checked = await checkResolving(job.asked, context)
    if (!checked.ok) return checked
    job.kept = checked.value
    return undefined
  },
  async send({ body, kept, ids }, { account, connection }) {
    const at = connection.boundTo
    const stored = await keepResolutions(at, account.id, kept)
    if (stored === undefined)
      return fail(
        'TooManyResolutions',
        'Nothing was resolved: one of the claims was resolved 20 times before. Close its possible overpayments first.',
      )
    const reply = await call(connection, operations.resolveChargeCaptureChanges, { body })
    if (reply.ok) {
      await settleResolutions(stored, 'done')
      if (!body.resolved) await noteReopened(at, account.id, ids)
    } else if (reply.error.name !== 'OutcomeUnknown') await settleResolutions(stored, 'refused')
    return reply
  },
  read: () => true,
  idsOf: ({ ids }) => ids,
  created({ ids }, _made, _isFound, { connection }) {
    noteWritten(connection, { records: ids })
    return { ids }
  },
})

/** Who settled an error and why, as the partner keeps it. */
export type ErrorResolved = {
  id: string
  resolved_by: string | null
  resolution_reason: string | null
}

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
