'use server'

import { z } from 'zod'
import { mostVisited } from '#lib/lists/queue.ts'
import { day, id } from './inputs.ts'
import { cause, queueFilter as filter } from './queue/filters.ts'
import { mark, next, readItems, readState, refresh, release } from './queue/verbs.ts'
import { readAct, writeAct } from './act.ts'
import { readRail } from './overview/rail.ts'

// The work queue: the snapshot of claim creations with work, and what the team notes on them.

const subject = z.union([z.strictObject({ cause }), z.strictObject({ claim_creation_id: id })])
const change = z.strictObject({
  owner_id: id.nullish(),
  snoozed_until: day.nullish(),
  priority: z.enum(['high', 'low']).nullish(),
  note: z.string().max(1_000).nullish(),
})
/** The queue's state, causes and the filters' values. It does not count as work. */
export const readQueue = readAct('readQueue', { input: filter, run: readState, isWork: false })

/**
 * What the rail shows of the queue, of changes that wait for the person, and of what the person
 * cleared today. It reads nothing of the partner, and does not count as work.
 */
export const readQueueCounts = readAct('readQueue', {
  input: z.strictObject({}),
  run: readRail,
  isWork: false,
})

/** At most 200 items of a filter from a place on. */
export const readQueueItems = readAct('readQueue', {
  input: z.strictObject({ filter, position: z.int().min(0).max(10_000_000) }),
  run: readItems,
})

/** Reads the partner's lists anew, unless that is under way. */
export const refreshQueue = writeAct('refreshQueue', { input: z.strictObject({}), run: refresh })

/**
 * Assigns, snoozes, prioritises or notes causes and claim creations, for the team, and answers what
 * was before. With `only_as` a subject that somebody else has changed since stays.
 */
export const markQueue = writeAct('markQueue', {
  input: z.strictObject({
    subjects: z.array(subject).min(1).max(5_000),
    change,
    only_as: change.optional(),
  }),
  run: mark,
})

/**
 * The next item, which nobody else gets for ten minutes, and how much is left. Skips the claim creations in `passed`,
 * which the person has visited, and ends the turn at the last of these.
 */
export const nextInQueue = writeAct('markQueue', {
  input: z.strictObject({ filter, passed: z.array(id).max(mostVisited) }),
  run: next,
})

/** Ends the person's turn at a claim creation. */
export const releaseTurn = writeAct('markQueue', { input: z.strictObject({ id }), run: release })
