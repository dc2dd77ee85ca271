'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Unread } from '#components/queue/queue-empty.tsx'
import { useQueueState } from '#components/queue/use-queue-state.ts'
import { Button } from '#components/ui/button.tsx'
import { errorKind } from '#components/ui/error-kind.ts'
import { ErrorState } from '#components/ui/error-state.tsx'
import { Spinner } from '#components/ui/spinner.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import type { Board } from '#lib/rules/coverage/board.ts'
import type { BoardProgress } from '#lib/actions/coverage-board/verbs.ts'
import { fromJsonText, valueIn, type JsonText } from '#lib/core/json-text.ts'
import type { Overview, TeamWork } from '#lib/lists/overview.ts'
import { boardQuery, boardStandingQuery } from '#lib/queries/coverage-board.ts'
import { overviewQuery, teamWorkQuery } from '#lib/queries/overview.ts'
import type { Result } from '#lib/core/result.ts'
import { refreshOverview } from '#lib/actions/overview.ts'
import {
  Ages,
  Causes,
  Flow,
  FromTomorrow,
  Holds,
  NotCountedYet,
  OpenDays,
  Parts,
  Since,
} from './panels.tsx'
import { People } from './people.tsx'
import { Tiles, type Coverage } from './tiles.tsx'

/**
 * The server's first readings, each the JSON text of a Result; undefined for what the person may
 * not see.
 */
export type FirstOverview = {
  overview: JsonText<Result<Overview>>
  work: JsonText<Result<TeamWork>> | undefined
  coverage:
    | { standing: JsonText<Result<BoardProgress>>; board: JsonText<Result<Board>> | undefined }
    | undefined
  /** When they were read, in UTC milliseconds. */
  at: number
}

/** The manager's first page. */
export function OverviewPage({ first }: { first: FirstOverview }) {
  const [initial] = useState(() => fromJsonText(first.overview))
  const { data, error, isFetching, refetch } = useQuery({
    ...overviewQuery(),
    ...(initial.ok && { initialData: initial.value, initialDataUpdatedAt: first.at }),
  })
  const work = useTeamWork(first)
  const coverage = useCoverage(first)
  const failure = error ? failureOf(error) : data || initial.ok ? undefined : initial.error
  const { isReading, refresh } = useQueueState(data?.state, failure, undefined, refreshOverview)
  return (
    <div className="flex flex-col gap-3 px-5.5 pt-4 pb-8 max-lg:px-4">
      <PageHeader
        title="Overview"
        note={
          data &&
          [formatLocalDate(data.today, { year: false }), sinceWords(data)]
            .filter(Boolean)
            .join(' · ')
        }
        actions={
          data && (
            <>
              <Button onClick={() => window.print()}>Print</Button>
              <Button busy={isReading} onClick={refresh}>
                Refresh
              </Button>
            </>
          )
        }
      />
      {data ? (
        <>
          <Unread state={data.state} onRetry={refresh} />
          {failure && (
            <p
              role="status"
              className="flex flex-wrap items-center gap-x-3 rounded-card bg-amber-tint px-3.5 py-2 text-sm text-amber"
            >
              These numbers may be old: {failure.message}
              <Button size="small" busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            </p>
          )}
          {data.state.read_at === null && (
            <p
              role="status"
              className="flex items-center gap-2.5 rounded-card border border-line bg-panel px-4 py-3 text-sm text-ink-2"
            >
              <Spinner />
              <span>
                <span className="font-medium text-ink">Reading the queue for the first time.</span>{' '}
                The numbers appear when everything is read.
              </span>
            </p>
          )}
          <Tiles overview={data} coverage={coverage} />
          {data.state.read_at !== null && (
            <>
              <div className="grid grid-cols-2 gap-3 max-md:grid-cols-1 print:grid-cols-2 [&>*]:break-inside-avoid">
                <Ages ages={data.ages} />
                <Causes causes={data.causes} />
                <Parts parts={data.parts} />
                {data.days.length > 1 && <OpenDays days={data.days} />}
                {data.since && <Since since={data.since} />}
                {data.flow.length > 0 && <Flow flow={data.flow} />}
                <Holds holds={data.holds} />
              </div>
              {data.flow.length === 0 && <NotCountedYet />}
              {data.since === null && (
                <FromTomorrow
                  what={
                    data.days.length > 1
                      ? 'what changed since yesterday'
                      : 'open claims by day and what changed since yesterday'
                  }
                  today={data.today}
                />
              )}
              <People people={data.people} work={work} today={data.today} />
            </>
          )}
        </>
      ) : (
        <div className="rounded-card border border-line bg-panel">
          <ErrorState
            kind={failure ? errorKind(failure) : 'failed'}
            {...(failure && { message: failure.message, requestId: failure.requestId })}
            actions={
              <Button busy={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          />
        </div>
      )}
    </div>
  )
}

function useTeamWork({ work, at }: FirstOverview): TeamWork | undefined | null {
  const [initial] = useState(() => (work === undefined ? undefined : valueIn(work)))
  const { data } = useQuery({
    ...teamWorkQuery(),
    enabled: work !== undefined,
    ...(initial && { initialData: initial, initialDataUpdatedAt: at }),
  })
  return work === undefined ? null : data
}

function useCoverage({ coverage }: FirstOverview): Coverage {
  const [initial] = useState(() => ({
    standing: coverage && valueIn(coverage.standing),
    board: coverage?.board === undefined ? undefined : valueIn(coverage.board),
  }))
  const standing = useQuery({
    ...boardStandingQuery(),
    enabled: coverage !== undefined,
    ...(initial.standing && { initialData: initial.standing }),
  })
  const done = standing.data?.done ?? null
  const board = useQuery({
    ...boardQuery(done?.id ?? '', done?.counted_at ?? null),
    enabled: done !== null,
    ...(initial.board &&
      done?.id === initial.standing?.done?.id &&
      done?.counted_at === initial.standing?.done?.counted_at && { initialData: initial.board }),
  })
  if (coverage === undefined) return undefined
  return done && board.data
    ? { finished_at: done.finished_at, will: board.data.will_deny, may: board.data.may_deny }
    : null
}

function sinceWords({ since }: Overview): string | undefined {
  return since === null ? undefined : `since ${formatLocalDate(since.day, { year: false })}`
}
