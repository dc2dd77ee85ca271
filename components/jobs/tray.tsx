'use client'
import { useQuery } from '@tanstack/react-query'
import { ListChecks } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ExportDownload } from '#components/frame/export-download.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { countOf } from '#lib/core/count-of.ts'
import type { JobLine } from '#lib/actions/jobs/verbs.ts'
import { jobsQuery } from '#lib/queries/jobs.ts'
import { JobControls } from './job-controls.tsx'
import { JobBadge, JobProgress, JobTitle } from './job-words.tsx'

const Popover = onDemand(() =>
  import('#components/ui/popover.tsx').then((module) => module.Popover),
)

/**
 * A button that says how one's own jobs go, and a list of those that run or have just ended.
 * `started` counts new ones.
 */
export function Tray({ started }: { started: number }) {
  const { data: jobs = [], refetch } = useQuery(jobsQuery('own', true))
  const [anchor, setAnchor] = useState<HTMLElement>()
  useEffect(() => {
    if (started > 0) void refetch()
  }, [started, refetch])
  if (jobs.length === 0) return null
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={(event) => setAnchor(anchor ? undefined : event.currentTarget)}
        className="flex h-5 shrink-0 cursor-pointer items-center gap-1.5 rounded-control bg-panel px-2 text-2xs font-medium text-ink tabular-nums hover:bg-hover"
      >
        <ListChecks aria-hidden="true" className="size-3" />
        <span className="truncate max-sm:max-w-24">{wordsOf(jobs)}</span>
      </button>
      {anchor && (
        <Popover
          anchor={anchor}
          label="Your jobs"
          align="end"
          className="w-96 max-w-[calc(100vw-2rem)] p-0"
          onClose={() => setAnchor(undefined)}
        >
          <ul className="max-h-96 overflow-y-auto">
            {jobs.map((job) => (
              <li
                key={job.id}
                className="flex flex-col gap-1 border-b border-line px-4 py-2.5 text-sm last:border-0"
              >
                <span className="flex items-center justify-between gap-2">
                  <span className="min-w-0 font-medium text-ink">
                    <JobTitle job={job} />
                  </span>
                  <JobBadge job={job} />
                </span>
                <span className="flex items-center justify-between gap-2 text-xs">
                  <JobProgress job={job} />
                  <span className="flex shrink-0 gap-2">
                    {job.is_open && <JobControls job={job} />}
                    {job.kind === 'export' && job.state === 'done' && <ExportDownload job={job} />}
                  </span>
                </span>
              </li>
            ))}
          </ul>
          <p className="border-t border-line px-4 py-2.5 text-sm">
            <SoftLink href="/activity/jobs" className="font-medium text-accent hover:underline">
              All your jobs
            </SoftLink>
          </p>
        </Popover>
      )}
    </>
  )
}

function wordsOf(jobs: readonly JobLine[]): string {
  const open = jobs.filter((job) => job.is_open)
  const [first = jobs[0]!] = open
  if (open.length > 1) return countOf(open.length, { one: 'job', many: 'jobs open' })
  const { done, total } = first.progress
  const share = first.is_open && total ? `, ${Math.floor((100 * done) / total)}%` : ''
  const state = {
    queued: 'waiting',
    running: 'running',
    paused: 'paused',
    done: 'done',
    failed: 'failed',
  }
  return `${first.title} ${first.state === 'cancelled' ? 'stopped' : state[first.state]}${share}`
}
