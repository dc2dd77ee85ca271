'use client'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { ActivityTabs } from '#components/frame/activity-tabs.tsx'
import { ExportDownload, ResultsDownload } from '#components/frame/export-download.tsx'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Segments } from '#components/ui/segments.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import type { JobLine } from '#lib/actions/replies.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { valueIn, type JsonText } from '#lib/core/json-text.ts'
import { failedItemsQuery, jobsQuery } from '#lib/queries/jobs.ts'
import type { Result } from '#lib/core/result.ts'
import { JobControls } from './job-controls.tsx'
import { failedOf, JobBadge, JobProgress, JobTitle } from './job-words.tsx'

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
  const [read] = useState(() => valueIn(first))
  const isFirst = who === (seesAll ? 'all' : 'own')
  const { data, error, refetch } = useQuery({
    ...jobsQuery(who),
    ...(isFirst && read && { initialData: read }),
  })
  return (
    <div className="flex flex-col gap-4 px-6 py-5">
      <PageHeader
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
      />
      {seesAll && <ActivityTabs current="/activity/jobs" />}
      {children}
      {data === undefined ? (
        error && (
          <FailureState
            failure={failureOf(error)}
            actions={<Button onClick={() => void refetch()}>Try again</Button>}
          />
        )
      ) : (
        <Card flush>
          {data.length === 0 ? (
            <EmptyState title="No jobs in the last seven days">
              Coverage checks, bulk changes and exports are listed here while they run and for seven
              days afterwards.
            </EmptyState>
          ) : (
            <SideScroll>
              <table className="w-full text-sm">
                <SmallTableHead
                  columns={[
                    { label: 'Job' },
                    { label: 'State' },
                    { label: 'Progress' },
                    { label: 'Started' },
                    { label: 'Actions', isNumber: true },
                  ]}
                />
                {data.map((job) => (
                  <JobRows key={job.id} job={job} />
                ))}
              </table>
            </SideScroll>
          )}
        </Card>
      )}
    </div>
  )
}

function JobRows({ job }: { job: JobLine }) {
  const [isOpen, setIsOpen] = useState(false)
  const failed = failedOf(job)
  const hasItems = Object.keys(job.items).length > 0
  return (
    <tbody className="border-t border-line first-of-type:border-0">
      <tr>
        <td className="px-4 py-2.5">
          <span className="block font-medium text-ink">
            <JobTitle job={job} />
          </span>
          <span className="text-xs text-ink-2">{job.is_own ? 'You' : job.requested_by}</span>
        </td>
        <td className="px-2 py-2.5 whitespace-nowrap">
          <JobBadge job={job} />
        </td>
        <td className="px-2 py-2.5">
          <JobProgress job={job} />
        </td>
        <td className="px-2 py-2.5 whitespace-nowrap text-ink-2">
          <LocalTime at={job.started_at} />
        </td>
        <td className="px-4 py-2.5">
          <span className="flex flex-wrap justify-end gap-2">
            <JobControls job={job} />
            {failed > 0 && !job.is_open && (
              <Button
                size="small"
                aria-expanded={isOpen}
                aria-label={`${isOpen ? 'Hide' : 'Show'} ${failed} failed: ${job.title}`}
                onClick={() => setIsOpen(!isOpen)}
              >
                {isOpen ? 'Hide' : 'Show'} {failed.toLocaleString('en-US')} failed
              </Button>
            )}
            {job.kind === 'export' && job.state === 'done' && job.is_own && (
              <ExportDownload job={job} />
            )}
            {hasItems && <ResultsDownload job={job} />}
          </span>
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5} className="px-4 pb-3">
            <FailedItems id={job.id} title={job.title} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

const itemWords = {
  rejected: 'Refused',
  conflict: 'Conflict',
  unknown: 'Outcome unknown',
  cancelled: 'Not done',
} as const

function FailedItems({ id, title }: { id: string; title: string }) {
  const { data, error, hasNextPage, fetchNextPage, isFetching } = useInfiniteQuery(
    failedItemsQuery(id),
  )
  if (error) return <p className="text-sm text-red">{failureOf(error).message}</p>
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="max-h-80 overflow-y-auto rounded-control border border-line">
      <table aria-label={`Failed records: ${title}`} className="w-full text-xs">
        <SmallTableHead columns={[{ label: 'Record' }, { label: 'Result' }, { label: 'Why' }]} />
        <tbody>
          {items.map(({ record, state, words }) => (
            <tr key={record} className="border-t border-line first:border-0">
              <td className="px-4 py-1.5 font-mono">{record}</td>
              <td className="px-2 py-1.5 whitespace-nowrap">
                {itemWords[state as keyof typeof itemWords] ?? state}
              </td>
              <td className="px-4 py-1.5 text-ink-2">{words}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {hasNextPage && (
        <p className="px-4 py-2">
          <Button size="small" busy={isFetching} onClick={() => void fetchNextPage()}>
            Load more
          </Button>
        </p>
      )}
    </div>
  )
}
