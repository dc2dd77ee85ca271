'use server'

import { z } from 'zod'
import { longestAsked, longestMissing } from '#lib/rules/coverage/follow-ups.ts'
import { readAct, writeAct } from './act.ts'
import { countDue, logOne, markOne, readDays, readDue, readOfSpans } from './follow-ups/verbs.ts'
import { day, id, operationId } from './inputs.ts'

const kind = z.enum(['facility', 'provider'])
const text = (most: number, empty: string) =>
  z.string().trim().min(1, empty).max(most, `At most ${most} characters.`)

/** The follow-ups of some spans of a kind. */
export const readFollowUps = readAct('readFollowUps', {
  input: z.strictObject({ kind, ids: z.array(id).min(1).max(1_000) }),
  run: readOfSpans,
})

/** What is to be followed up now and in the next days. */
export const readFollowUpsDue = readAct('readFollowUps', {
  input: z.strictObject({ whose: z.enum(['mine', 'all']) }),
  run: readDue,
})

/** How many are late or due today, everybody's. It does not count as work. */
export const countFollowUps = readAct('logFollowUp', {
  input: z.strictObject({}),
  run: countDue,
  isWork: false,
})

/** How long a payer takes from submission to load. */
export const readPayerDays = readAct('readPayerDays', {
  input: z.strictObject({ payer_uuid: id }),
  run: readDays,
})

/** Logs a follow-up of a span. */
export const logFollowUp = writeAct('logFollowUp', {
  input: z.strictObject({
    span: z.strictObject({ kind, id }),
    operation_id: operationId,
    asked: text(longestAsked, 'Enter whom you asked.'),
    missing: text(longestMissing, 'Enter what is missing.'),
    next_on: day.optional(),
    owner_id: z.string().min(1).max(100).optional(),
  }),
  run: logOne,
})

/** Marks a follow-up as done, or as open again. */
export const closeFollowUp = writeAct('closeFollowUp', {
  input: z.strictObject({ id: operationId, is_done: z.boolean() }),
  run: markOne,
})
