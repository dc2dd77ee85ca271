'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ActivityTabs } from '#components/frame/activity-tabs.tsx'
import { ExportDownload, ResultsDownload } from '#components/frame/export-download.tsx'
import { ReadPage, useRead } from '#components/table/read-page.tsx'
import type { RowFold, RowTable } from '#components/table/row-declaration.ts'
import { RowTableView } from '#components/table/row-table.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Segments } from '#components/ui/segments.tsx'
import type { JobLine } from '#lib/actions/jobs/verbs.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { readJobItems } from '#lib/actions/jobs.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { failedItemsQuery, jobsQuery } from '#lib/queries/jobs.ts'
import { JobControls } from './job-controls.tsx'
import { failedOf, JobBadge, JobProgress, JobTitle } from './job-words.tsx'

const table: RowTable<JobLine> = {
  label: 'Jobs',
  key: 'id',
  name: 'title',
  columns: {
    job: {
      header: 'Job',
      isName: true,
      inside: 'font-medium',
      cell: (job) => <JobTitle job={job} />,
      below: ({ is_own: isOwn, requested_by: who }) => (isOwn ? 'You' : who),
    },
    state: {
      header: 'State',
      className: 'whitespace-nowrap',
      cell: (job) => <JobBadge job={job} />,
    },
    progress: { header: 'Progress', cell: (job) => <JobProgress job={job} /> },
    started: {
      header: 'Started',
      kind: 'time',
      className: 'text-ink-2',
      value: 'started_at',
    },
    actions: {
      header: 'Actions',
      className: 'text-right',
      cell: (job, _, fold) => <JobActions job={job} fold={fold} />,
    },
  },
  detail: (job) => <FailedItems job={job} />,
}

type JobsPageProps = {
  /** The server's read for this page, the JSON text of a Result. */
  first: JsonText<Result<JobLine[]>>
  /** True for a person who sees everybody's jobs, and the activity beside them. */
  seesAll: boolean
  /** What waits for the person's decision, above the jobs. */
  children?: ReactNode
}

/** The jobs of the person or of everybody: how they go, and what one can do with them. */
export function JobsPage({ first, seesAll, children }: JobsPageProps) {
  const [who, setWho] = useState<'own' | 'all'>(seesAll ? 'all' : 'own')
  const read = useRead(jobsQuery(who), first)
  return (
    <ReadPage
      title="Jobs"
      note="Long work in the background. It goes on when you leave the page."
      actions={
        seesAll && (
          <Segments
            label="Whose jobs"
            value={who}
            choices={{ all: 'Everybody', own: 'Mine' }}
            onChoose={setWho}
          />
        )
      }
      tabs={
        <>
          {seesAll && <ActivityTabs current="/activity/jobs" />}
          {children}
        </>
      }
      read={read}
    >
      {(jobs) => (
        <Card flush>
          <RowTableView
            table={table}
            rows={jobs}
            about={undefined}
            isBusy={read.isPlaceholderData}
            empty={
              <EmptyState title="No jobs in the last seven days">
                Coverage checks, bulk changes and exports are listed here while they run and for
                seven days afterwards.
              </EmptyState>
            }
          />
        </Card>
      )}
    </ReadPage>
  )
}

function JobActions({ job, fold: { isOpen, toggle } }: { job: JobLine; fold: RowFold }) {
  const failed = failedOf(job)
  return (
    <span className="flex flex-wrap justify-end gap-2">
      <JobControls job={job} />
      {failed > 0 && !job.is_open && (
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Hide' : 'Show'} ${failed} failed: ${job.title}`}
          onClick={toggle}
        >
          {isOpen ? 'Hide' : 'Show'} {failed.toLocaleString('en-US')} failed
        </Button>
      )}
      {job.kind === 'export' && job.state === 'done' && job.is_own && <ExportDownload job={job} />}
      {Object.keys(job.items).length > 0 && <ResultsDownload job={job} />}
    </span>
  )
}

const itemWords = {
  rejected: 'Refused',
  conflict: 'Conflict',
  unknown: 'Outcome unknown',
  cancelled: 'Not done',
} as const

const failedTable: Omit<RowTable<ReplyOf<typeof readJobItems>['items'][number]>, 'label'> = {
  key: 'record',
  name: 'record',
  isDense: true,
  className: 'text-xs',
  columns: {
    record: {
      header: 'Record',
      isName: true,
      className: 'font-mono',
      value: 'record',
    },
    result: {
      header: 'Result',
      className: 'whitespace-nowrap',
      value: ({ state }) => itemWords[state as keyof typeof itemWords] ?? state,
    },
    why: { header: 'Why', className: 'text-ink-2', value: ({ words }) => words ?? undefined },
  },
}

function FailedItems({ job: { id, title } }: { job: JobLine }) {
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(
    failedItemsQuery(id),
  )
  if (error) return <p className="text-sm text-red">{failureOf(error).message}</p>
  return (
    <div className="max-h-80 overflow-y-auto rounded-control border border-line">
      <RowTableView
        table={{ ...failedTable, label: `Failed records: ${title}` }}
        rows={data?.pages.flatMap((page) => page.items) ?? []}
        about={undefined}
        more={hasNextPage ? { run: () => void fetchNextPage(), isBusy: isFetching } : undefined}
      />
    </div>
  )
}
