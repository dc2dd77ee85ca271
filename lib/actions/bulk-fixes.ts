'use server'

import { z } from 'zod'
import type { Result } from '#lib/core/result.ts'
import { longestName, longestReason } from '#lib/rules/bulk/change-class.ts'
import { resolveReasonIds } from '#lib/rules/bulk/resolve-reasons.ts'
import { maxBulkCaptures, maxValueFile } from '#lib/rules/bulk/value-file.ts'
import { decideFix, readApprovals } from './bulk/approvals.ts'
import { readOutcome } from './bulk/outcome.ts'
import { readRows, readStanding } from './bulk/read.ts'
import { readOn } from './bulk/preview.ts'
import { resolveMany, sendFix, steerFix, undoFix } from './bulk/send.ts'
import { startFix } from './bulk/start.ts'
import { id } from './inputs.ts'
import { listRequest } from './lists/partner-lists.ts'
import { queueFilter } from './queue/filters.ts'
import type { BulkStanding } from './replies.ts'
import { readAction, runAction } from './run-action.ts'

// One change to many captures: chosen, previewed, sent as a job, and taken back.

const path = z.string().min(1).max(200)
const text = z.string().max(20_000)
const change = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('set'), path, text }),
  z.strictObject({ kind: z.literal('clear'), path }),
  z.strictObject({ kind: z.literal('replace'), path, find: text, text }),
  z.strictObject({
    kind: z.literal('add-row'),
    path,
    members: z.array(z.strictObject({ path: z.string().max(200), text })).max(50),
  }),
  z.strictObject({ kind: z.literal('remove-row'), path, member: z.string().max(200), text }),
  z.strictObject({ kind: z.literal('map'), path, file: z.string().max(maxValueFile) }),
])
const ids = z.array(id).max(maxBulkCaptures)
const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cause'), key: id, filter: queueFilter.optional() }),
  z.strictObject({ kind: z.literal('captures'), ids: ids.min(1) }),
  z.strictObject({
    kind: z.literal('list'),
    request: listRequest.refine((request) => request.operation === 'listChargeCaptures'),
  }),
  z.strictObject({ kind: z.literal('fix'), id }),
])
const fix = z.strictObject({ id })
const captureState = z.enum(['waiting', 'ready', 'keeps', 'billed', 'needs-you', 'skipped'])
const why = z.strictObject({
  text: z.string().trim().max(longestReason),
  documented: z.boolean(),
  stated_by: z.string().trim().max(longestName),
})

/** `{source, change, why?}` -> Result<{id}>: which captures, how they change and why; `change` is null until it is chosen. */
export async function startBulkFix(input: unknown): Promise<Result<{ id: string }>> {
  const started = z.strictObject({ source, change: change.nullable(), why: why.nullable().optional() })
  return runAction({ task: 'updateChargeCapture', input: started, verb: startFix }, input)
}

/** `{id}` -> Result<BulkStanding>: reads the next 100 captures and judges the change in each. Ask again until `is_read`. */
export const readOnBulkFix = readAction({ task: 'updateChargeCapture', input: fix, verb: readOn })

/** `{id}` -> Result<BulkStanding>: how far a fix is. It does not count as work. */
export const readBulkFix = readAction({ task: 'updateChargeCapture', input: fix, verb: readStanding, isWork: false })

/** `{id, from, states, results?}` -> Result<BulkRows>: at most 200 captures from a place on, in these states, and with these results. */
export const readBulkRows = readAction({
  task: 'updateChargeCapture',
  input: z.strictObject({
    id,
    from: z.int().min(0).max(maxBulkCaptures),
    states: z.array(captureState).min(1).max(6),
    results: z
      .array(z.enum(['verified', 'conflict', 'rejected', 'unknown', 'cancelled']))
      .max(5)
      .optional(),
  }),
  verb: readRows,
})

/**
 * `{id, choice, reason}` -> Result<BulkStanding>: sends the chosen captures; those that keep an error only with a reason,
 * those that are billed only with `choice.billed`. What needs a second person waits for one.
 */
export async function sendBulkFix(input: unknown): Promise<Result<BulkStanding>> {
  const choice = z.strictObject({ is_all: z.boolean(), ids, billed: z.boolean() })
  const sent = fix.extend({ choice, reason: z.string().trim().max(longestReason) })
  return runAction({ task: 'updateChargeCapture', input: sent, verb: sendFix }, input)
}

/** `{id}` -> Result<BulkOutcome>: which claims of the changed captures billed, and what they are worth. It does not count as work. */
export const readBulkOutcome = readAction({
  task: 'updateChargeCapture',
  input: fix,
  verb: readOutcome,
  isWork: false,
})

/** `{id, keep_billed?}` -> Result<BulkStanding>: takes back what the fix changed; with `keep_billed` not where the claim billed. */
export async function undoBulkFix(input: unknown): Promise<Result<BulkStanding>> {
  const undone = fix.extend({ keep_billed: z.boolean().optional() })
  return runAction({ task: 'updateChargeCapture', input: undone, verb: undoFix }, input)
}

/** `{}` -> Result<BulkApproval[]>: the fixes of everybody that wait for a second person. It does not count as work. */
export const readBulkApprovals = readAction({
  task: 'approveBulkFix',
  input: z.strictObject({}),
  verb: readApprovals,
  isWork: false,
})

/** `{id, is_approved, words}` -> Result<null>: approves or declines a fix of somebody else; declining needs words. */
export async function decideBulkFix(input: unknown): Promise<Result<null>> {
  const decided = fix.extend({ is_approved: z.boolean(), words: z.string().trim().max(longestReason) })
  return runAction({ task: 'approveBulkFix', input: decided, verb: decideFix }, input)
}

/** `{id, what}` -> Result<BulkStanding>: stops the job of a fix, lets it go on, tries again what failed, or sends the rest. */
export async function steerBulkFix(input: unknown): Promise<Result<BulkStanding>> {
  const steered = fix.extend({ what: z.enum(['stop', 'go on', 'retry', 'rest']) })
  return runAction({ task: 'updateChargeCapture', input: steered, verb: steerFix }, input)
}

/** `{of, reason, note}` -> Result<{job_id, count}>: resolves these errors, or those of a cause, with a reason of the list, as a job. */
export async function resolveManyErrors(input: unknown): Promise<Result<{ job_id: string; count: number }>> {
  const of = z.union([z.strictObject({ error_ids: ids.min(1) }), z.strictObject({ cause: id })])
  const resolved = z.strictObject({ of, reason: z.enum(resolveReasonIds), note: z.string().trim().max(1_900) })
  return runAction({ task: 'resolveClaimCreationError', input: resolved, verb: resolveMany }, input)
}
