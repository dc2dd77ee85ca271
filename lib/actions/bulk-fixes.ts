'use server'

import { z } from 'zod'
import { longestName, longestReason } from '#lib/rules/bulk/change-class.ts'
import { resolveReasonIds } from '#lib/rules/bulk/resolve-reasons.ts'
import { maxBulkCaptures, maxValueFile, mostLeftOut } from '#lib/rules/bulk/value-file.ts'
import { decideFix, readApprovals } from './bulk/approvals.ts'
import { readOutcome } from './bulk/outcome.ts'
import { readRows, readStanding } from './bulk/read.ts'
import { resolveMany, sendFix, steerFix, undoFix } from './bulk/send.ts'
import { startFix } from './bulk/start.ts'
import { readValues } from './bulk/values.ts'
import { id } from './inputs.ts'
import { listRequest } from './lists/partner-lists.ts'
import { queueFilter } from './queue/filters.ts'
import { readAct, writeAct } from './act.ts'

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
  z.strictObject({
    kind: z.literal('map'),
    path,
    file: z.string().max(maxValueFile),
    leave_out: z.array(z.int().min(1)).max(mostLeftOut).optional(),
    is_table: z.boolean().optional(),
  }),
])
const ids = z.array(id).max(maxBulkCaptures)
const source = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('cause'), key: id, filter: queueFilter.optional() }),
  z.strictObject({ kind: z.literal('captures'), ids: ids.min(1), cause: id.optional() }),
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

/**
 * Stores which captures a fix changes, how and why, and starts to read them; `change` is null until
 * it is chosen.
 */
export const startBulkFix = writeAct('updateChargeCapture', {
  input: z.strictObject({ source, change: change.nullable(), why: why.nullable().optional() }),
  run: startFix,
})

/**
 * The distinct values of the field of a cause, or of a fix that was begun; all of them with
 * `is_whole`, otherwise the first 200 by money.
 */
export const readBulkValues = readAct('updateChargeCapture', {
  input: z.strictObject({
    of: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('cause'), key: id }),
      z.strictObject({ kind: z.literal('fix'), id }),
    ]),
    is_whole: z.boolean().optional(),
  }),
  run: readValues,
})

/** How far a fix is. It does not count as work. */
export const readBulkFix = readAct('updateChargeCapture', {
  input: fix,
  run: readStanding,
  isWork: false,
})

/** At most 200 captures of a fix from a place on, in these states and with these results. */
export const readBulkRows = readAct('updateChargeCapture', {
  input: z.strictObject({
    id,
    from: z.int().min(0).max(maxBulkCaptures),
    states: z.array(captureState).min(1).max(6),
    results: z
      .array(z.enum(['verified', 'conflict', 'rejected', 'unknown', 'cancelled']))
      .max(5)
      .optional(),
    claims: z.enum(['billed', 'in-error', 'other']).optional(),
  }),
  run: readRows,
})

/**
 * Sends the chosen captures; those that would get a new error only with a reason, those that are
 * billed only with `choice.billed`. What needs a second person waits for one.
 */
export const sendBulkFix = writeAct('updateChargeCapture', {
  input: fix.extend({
    choice: z.strictObject({ is_all: z.boolean(), ids, billed: z.boolean() }),
    reason: z.string().trim().max(longestReason),
  }),
  run: sendFix,
})

/**
 * Which claims of the changed captures billed, and what they are worth. It does not count as work.
 */
export const readBulkOutcome = readAct('updateChargeCapture', {
  input: fix,
  run: readOutcome,
  isWork: false,
})

/** Takes back what the fix changed; with `keep_billed` not where the claim billed. */
export const undoBulkFix = writeAct('updateChargeCapture', {
  input: fix.extend({ keep_billed: z.boolean().optional() }),
  run: undoFix,
})

/** The fixes of everybody that wait for a second person. It does not count as work. */
export const readBulkApprovals = readAct('approveBulkFix', {
  input: z.strictObject({}),
  run: readApprovals,
  isWork: false,
})

/** Approves or declines a fix of somebody else; declining needs words. */
export const decideBulkFix = writeAct('approveBulkFix', {
  input: fix.extend({ is_approved: z.boolean(), words: z.string().trim().max(longestReason) }),
  run: decideFix,
})

/**
 * Stops the job of a fix, lets it go on, tries again what failed, sends the rest, reads on, or leaves
 * out the lines of its file that fit no capture.
 */
export const steerBulkFix = writeAct('updateChargeCapture', {
  input: fix.extend({ what: z.enum(['stop', 'go on', 'retry', 'rest', 'read', 'leave out']) }),
  run: steerFix,
})

/** Resolves these errors, or those of a cause, with a reason of the list, as a job. */
export const resolveManyErrors = writeAct('resolveClaimCreationError', {
  input: z.strictObject({
    of: z.union([z.strictObject({ error_ids: ids.min(1) }), z.strictObject({ cause: id })]),
    reason: z.enum(resolveReasonIds),
    note: z.string().trim().max(1_900),
  }),
  run: resolveMany,
})
