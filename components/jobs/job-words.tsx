import { ProgressBar, progressWords } from '#components/ui/progress-bar.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { Tone } from '#components/ui/tone.ts'
import type { JobLine } from '#lib/actions/jobs/verbs.ts'

type Shown = Pick<JobLine, 'state' | 'waits_for' | 'items'>

/** The records of a job that did not succeed. */
export function failedOf({ items }: Pick<JobLine, 'items'>): number {
  return (items.rejected ?? 0) + (items.conflict ?? 0) + (items.unknown ?? 0)
}

/** True for a job that stopped before its last record. */
export function isHalfDone({ state, items }: Shown): boolean {
  return state === 'failed' && unendedOf(items) > 0
}

const pausedWords = {
  partner: 'Waiting for the partner',
  limit: 'Waiting for the hourly limit',
  person: 'Paused',
}

function badgeOf(job: Shown): { tone: Tone; words: string } {
  switch (job.state) {
    case 'queued':
      return { tone: 'grey', words: 'Waiting' }
    case 'running':
      return { tone: 'blue', words: 'Running' }
    case 'paused':
      return { tone: 'amber', words: pausedWords[job.waits_for ?? 'person'] }
    case 'done':
      return failedOf(job) > 0
        ? { tone: 'amber', words: 'Done with failures' }
        : { tone: 'green', words: 'Done' }
    case 'failed':
      return { tone: 'red', words: isHalfDone(job) ? 'Stopped' : 'Failed' }
    case 'cancelled':
      return { tone: 'grey', words: 'Stopped' }
  }
}

/**
 * What a job does. A bulk fix of one's own leads to its page, which shows each capture and can take
 * it back.
 */
export function JobTitle({ job }: { job: JobLine }) {
  if (job.fix_id === undefined) return job.title
  return (
    <SoftLink
      href={`/queue/fix/${encodeURIComponent(job.fix_id)}`}
      className="text-accent hover:underline"
    >
      {job.title}
    </SoftLink>
  )
}

/** The state of a job as a badge. */
export function JobBadge({ job }: { job: Shown }) {
  const { tone, words } = badgeOf(job)
  return <StatusBadge tone={tone}>{words}</StatusBadge>
}

// The stored progress is at most every 300 ms as new as the records, so that records are counted
// where there are any.
function countedProgress({
  progress,
  items,
}: Pick<JobLine, 'progress' | 'items'>): Pick<JobLine['progress'], 'done' | 'total'> {
  const all = Object.values(items).reduce((sum, count) => sum + count, 0)
  if (all === 0) return progress
  return { done: all - unendedOf(items) - (items.cancelled ?? 0), total: all }
}

function unendedOf({ queued = 0, leased = 0, sent = 0 }: JobLine['items']): number {
  return queued + leased + sent
}

/**
 * How a job goes: its words with the count, and a bar where the end is known. Why it failed once it
 * has.
 */
export function JobProgress({ job }: { job: JobLine }) {
  const { done, total } = countedProgress(job)
  if (job.failure) return <span className="text-ink-2">{job.failure.message}</span>
  const failed = failedOf(job)
  const unsent = job.items.cancelled ?? 0
  const count = total === null ? number(done) : `${number(done)} of ${number(total)}`
  if (!job.is_open) {
    if (total === null && done === 0) return null
    return (
      <span className="text-ink-2 tabular-nums">
        {count}
        {failed > 0 && `, ${number(failed)} failed`}
        {unsent > 0 && `, ${number(unsent)} not sent`}
      </span>
    )
  }
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-1 text-ink-2">
      <span className="min-w-0 tabular-nums">
        {progressWords(job.progress)}
        {(done > 0 || total !== null) && `: ${count}`}
        {failed > 0 && `, ${number(failed)} failed`}
      </span>
      {total !== null && (
        <ProgressBar label={`Progress: ${job.title}`} value={done} max={total} className="w-28" />
      )}
    </span>
  )
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}
