'use server'

import { z } from 'zod'
import type { Result } from '#lib/core/result.ts'
import { maxBulkCaptures, maxValueFile } from '#lib/rules/bulk/value-file.ts'
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
const captureState = z.enum(['waiting', 'ready', 'keeps', 'needs-you', 'skipped'])

/** `{source, change}` -> Result<{id}>: which captures, and how they change; `change` is null until it is chosen. */
export async function startBulkFix(input: unknown): Promise<Result<{ id: string }>> {
  const started = z.strictObject({ source, change: change.nullable() })
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
    states: z.array(captureState).min(1).max(5),
    results: z
      .array(z.enum(['verified', 'conflict', 'rejected', 'unknown', 'cancelled']))
      .max(5)
      .optional(),
  }),
  verb: readRows,
})

/** `{id, choice, reason}` -> Result<BulkStanding>: sends the chosen captures; those that keep an error only with a reason. */
export async function sendBulkFix(input: unknown): Promise<Result<BulkStanding>> {
  const sent = fix.extend({ choice: z.strictObject({ is_all: z.boolean(), ids }), reason: z.string().trim().max(500) })
  return runAction({ task: 'updateChargeCapture', input: sent, verb: sendFix }, input)
}

/** `{id}` -> Result<BulkStanding>: takes back what the fix changed. */
export async function undoBulkFix(input: unknown): Promise<Result<BulkStanding>> {
  return runAction({ task: 'updateChargeCapture', input: fix, verb: undoFix }, input)
}

/** `{id, what}` -> Result<BulkStanding>: stops the job of a fix, lets it go on, or tries again what failed. */
export async function steerBulkFix(input: unknown): Promise<Result<BulkStanding>> {
  const steered = fix.extend({ what: z.enum(['stop', 'go on', 'retry']) })
  return runAction({ task: 'updateChargeCapture', input: steered, verb: steerFix }, input)
}

/** `{of, reason}` -> Result<{job_id, count}>: resolves these errors, or those of a cause, with one reason, as a job. */
export async function resolveManyErrors(input: unknown): Promise<Result<{ job_id: string; count: number }>> {
  const of = z.union([z.strictObject({ error_ids: ids.min(1) }), z.strictObject({ cause: id })])
  const resolved = z.strictObject({ of, reason: z.string().trim().min(1).max(2_000) })
  return runAction({ task: 'resolveClaimCreationError', input: resolved, verb: resolveMany }, input)
}
