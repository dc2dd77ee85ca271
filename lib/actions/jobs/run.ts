import 'server-only'
import type { JobProgress, JobRow } from '#lib/console/jobs/store.ts'
import type { Failure } from '#lib/core/result.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'
import type { JobKind } from './job-kind.ts'

/**
 * Why a run ends before its work: a person's wish, another process, the end of this one, a limit,
 * or what the job lacks now.
 */
export type StopReason = 'pause' | 'cancel' | 'lost' | 'shutdown' | Failure | Pause

/**
 * The words of a pause; at `until` (UTC milliseconds) the job goes on by itself, without it when a
 * person says so.
 */
export type Pause = { pause: string; until?: number }

/** Thrown by the tools of a job that must stop. */
export class Stopped extends Error {
  readonly reason: StopReason
  constructor(reason: StopReason) {
    super('the job stops')
    this.reason = reason
  }
}

/** One start of a job: what its tools share. */
export type Run = {
  row: JobRow
  kind: JobKind
  context: () => ActionContext
  signal: AbortSignal
  /** Throws `Stopped` if the job must stop. Looks at owner and connection every 30 s, or now. */
  check: (isDue?: boolean) => Promise<void>
  report: (progress: JobProgress, isUrgent?: boolean) => Promise<void>
  wait: (progress: JobProgress) => Promise<void>
  goOn: () => Promise<void>
  /** The wait between two tries while the partner is away, in milliseconds. */
  pauseMs: number
}
