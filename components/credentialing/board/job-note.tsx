import { Button } from '#components/ui/button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { ProgressBar } from '#components/ui/progress-bar.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import type { Job } from '#lib/actions/jobs/verbs.ts'

type JobNoteProps = { job: Job | null; isStopping: boolean; onStop: () => void; hasResult: boolean }

/** The progress of a job that checks, or its end if it made no new result. */
export function JobNote({ job, isStopping, onStop, hasResult }: JobNoteProps) {
  if (!job || job.state === 'done') return null
  const older = hasResult ? ' The previous report is shown below.' : ''
  if (job.is_open) return <Running job={job} isStopping={isStopping} onStop={onStop} />
  const words = {
    failed: `${job.title} failed: ${job.failure?.message ?? 'unknown reason.'}`,
    cancelled: `${job.title} stopped before it finished.`,
  }[job.state as 'failed' | 'cancelled']
  return (
    <p
      role="status"
      className={
        job.state === 'cancelled'
          ? noteStyle('border-line bg-panel text-ink-2')
          : noteStyle('border-amber bg-amber-tint text-amber')
      }
    >
      <span className="min-w-0">
        {words}
        {older}
      </span>
      <span className="ml-auto shrink-0">
        Started by {job.requested_by} at <LocalTime at={job.started_at} />
      </span>
    </p>
  )
}

function Running({
  job,
  isStopping,
  onStop,
}: Pick<JobNoteProps, 'isStopping' | 'onStop'> & { job: Job }) {
  const { words, done, total } = job.progress
  const counted =
    total === null
      ? done.toLocaleString('en-US')
      : `${done.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
  return (
    <div className={noteStyle('border-line bg-panel text-ink')}>
      <Spinner />
      {/* A screen reader announces the first words once. Announcing each count would interrupt it all the time. */}
      <span className="min-w-0 truncate tabular-nums">
        {words}: {counted}
      </span>
      {total !== null && (
        <ProgressBar label="Checking coverage" value={done} max={total} className="w-40" />
      )}
      <span className="ml-auto shrink-0 text-ink-2">
        Started by {job.requested_by}. You can leave this page.
      </span>
      <Button size="small" busy={isStopping} onClick={onStop}>
        Stop
      </Button>
    </div>
  )
}

function noteStyle(tone: string): string {
  return `flex min-h-10 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 rounded-card border px-3.5 py-1.5 text-sm ${tone}`
}
