'use server'

import { z } from 'zod'
import type { Result } from '#lib/core/result.ts'
import { mostPassed, type FilingLimit, type MarksBefore, type QueueItem } from '#lib/lists/queue.ts'
import { id } from './inputs.ts'
import { cause, filterText, queueFilter as filter } from './queue/filters.ts'
import {
  limits,
  mark,
  next,
  readItems,
  readRailCounts,
  readState,
  refresh,
  release,
  saveLimits,
} from './queue/verbs.ts'
import { readAction, runAction } from './run-action.ts'

// The work queue: the snapshot of claim creations with work, and what the team notes on them.

const subject = z.union([z.strictObject({ cause }), z.strictObject({ claim_creation_id: id })])
const change = z.strictObject({
  owner_id: id.nullish(),
  snoozed_until: z.iso.date().nullish(),
  priority: z.enum(['high', 'low']).nullish(),
  note: z.string().max(1_000).nullish(),
})
const limit = z.strictObject({
  payer_id: z.string().max(200),
  payer: filterText,
  days: z.int().min(1).max(3_650),
})

/** QueueFilter -> Result<QueueReply>: state, causes and the filters' values. It does not count as work. */
export const readQueue = readAction({ task: 'readQueue', input: filter, verb: readState, isWork: false })

/**
 * `{}` -> Result<RailCounts>: what the rail shows of the queue and of changes that wait for the person. It reads nothing
 * of the partner, and does not count as work.
 */
export const readQueueCounts = readAction({
  task: 'readQueue',
  input: z.strictObject({}),
  verb: readRailCounts,
  isWork: false,
})

/** `{filter, position}` -> Result<QueueItems>: 200 items from that place on. */
export const readQueueItems = readAction({
  task: 'readQueue',
  input: z.strictObject({ filter, position: z.int().min(0).max(10_000_000) }),
  verb: readItems,
})

/** `{}` -> Result<null>: reads the partner's lists anew, unless that is under way. */
export async function refreshQueue(input: unknown): Promise<Result<null>> {
  return runAction({ task: 'refreshQueue', input: z.strictObject({}), verb: refresh }, input)
}

/**
 * `{subjects, change, only_as?}` -> Result<MarksBefore>: assigns, snoozes, prioritises or notes causes and claim creations,
 * for the team, and answers what was before. With `only_as` a subject that somebody else has changed since stays.
 */
export async function markQueue(input: unknown): Promise<Result<MarksBefore>> {
  const asked = z.strictObject({ subjects: z.array(subject).min(1).max(5_000), change, only_as: change.optional() })
  return runAction({ task: 'markQueue', input: asked, verb: mark }, input)
}

/**
 * `{filter, passed}` -> Result<QueueItem | null>: the next item, which nobody else gets for ten minutes; none of the claim
 * creations `passed`, whose last one's turn ends.
 */
export async function nextInQueue(input: unknown): Promise<Result<QueueItem | null>> {
  const asked = z.strictObject({ filter, passed: z.array(id).max(mostPassed) })
  return runAction({ task: 'markQueue', input: asked, verb: next }, input)
}

/** `{id}` -> Result<null>: ends one's turn at a claim creation. */
export async function releaseTurn(input: unknown): Promise<Result<null>> {
  return runAction({ task: 'markQueue', input: z.strictObject({ id }), verb: release }, input)
}

/** `{}` -> Result<{limits, payers}>: the filing limits in use, and the queue's payers without one of their own. */
export const readFilingLimits = readAction({ task: 'readQueue', input: z.strictObject({}), verb: limits })

/** `{limits}` -> Result<FilingLimit[]>: replaces the filing limits. Medicare without one keeps its year. */
export async function saveFilingLimits(input: unknown): Promise<Result<FilingLimit[]>> {
  const all = z
    .array(limit)
    .max(2_000)
    .refine((given) => new Set(given.map(({ payer_id }) => payer_id)).size === given.length, 'A payer has one limit.')
  return runAction({ task: 'saveFilingLimits', input: z.strictObject({ limits: all }), verb: saveLimits }, input)
}
