'use server'

import { z } from 'zod'
import type { Result } from '#lib/core/result.ts'
import { id } from './inputs.ts'
import { cancel, pause, readItems, readLines, resume, retry } from './jobs/verbs.ts'
import { readAction, runAction } from './run-action.ts'

const job = z.strictObject({ id })
const task = 'followJobs'

/**
 * `{who, recent?}` -> Result<JobLine[]>: one's own jobs or, for managers and administrators, everybody's, newest first.
 * With `recent`, those that are open or ended in the last ten minutes. It does not count as work.
 */
export const readJobs = readAction({
  task: (raw) => ((raw as { who?: unknown } | null)?.who === 'all' ? 'followAllJobs' : task),
  input: z.strictObject({ who: z.enum(['own', 'all']), recent: z.boolean().optional() }),
  verb: readLines,
  isWork: false,
})

/** `{id, after?, failed?}` -> Result<JobItemsReply>: the records of a job, 200 at a time; with `failed` those that did not succeed. */
export const readJobItems = readAction({
  task,
  input: job.extend({ after: z.int().min(-1).optional(), failed: z.boolean().optional() }),
  verb: readItems,
})

/** `{id}` -> Result<null>: pauses a job. Records whose write is under way end first. */
export async function pauseJob(input: unknown): Promise<Result<null>> {
  return runAction({ task, input: job, verb: pause }, input)
}

/** `{id}` -> Result<null>: lets a paused job go on, or one that stopped before its last record. */
export async function resumeJob(input: unknown): Promise<Result<null>> {
  return runAction({ task, input: job, verb: resume }, input)
}

/** `{id}` -> Result<null>: ends a job. What was sent stays. */
export async function cancelJob(input: unknown): Promise<Result<null>> {
  return runAction({ task, input: job, verb: cancel }, input)
}

/** `{id}` -> Result<null>: tries the records again that were refused, in conflict or of unknown outcome. */
export async function retryJobItems(input: unknown): Promise<Result<null>> {
  return runAction({ task, input: job, verb: retry }, input)
}
