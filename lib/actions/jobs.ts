'use server'

import { z } from 'zod'
import { id } from './inputs.ts'
import { cancel, pause, readItems, readLines, resume, retry } from './jobs/verbs.ts'
import { readAct, writeAct } from './act.ts'

const job = z.strictObject({ id })
const task = 'followJobs'

/**
 * One's own jobs or, for managers and administrators, everybody's, newest first. With `recent`,
 * those that are open or ended in the last ten minutes. It does not count as work.
 */
export const readJobs = readAct(
  (raw) => ((raw as { who?: unknown } | null)?.who === 'all' ? 'followAllJobs' : task),
  {
    input: z.strictObject({ who: z.enum(['own', 'all']), recent: z.boolean().optional() }),
    run: readLines,
    isWork: false,
  },
)

/** The records of a job, 200 at a time; with `failed` those that did not succeed. */
export const readJobItems = readAct(task, {
  input: job.extend({ after: z.int().min(-1).optional(), failed: z.boolean().optional() }),
  run: readItems,
})

/** Pauses a job. Records whose write is under way end first. */
export const pauseJob = writeAct(task, { input: job, run: pause })

/** Lets a paused job go on, or one that stopped before its last record. */
export const resumeJob = writeAct(task, { input: job, run: resume })

/** Ends a job. What was sent stays. */
export const cancelJob = writeAct(task, { input: job, run: cancel })

/** Tries the records again that were refused, in conflict or of unknown outcome. */
export const retryJobItems = writeAct(task, { input: job, run: retry })
