'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { placeWords, valueWords } from '#lib/rules/billed-diff/change-words.ts'
import { Button } from '#components/ui/button.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import type { RecordKind } from '#lib/acts/acts.ts'
import { actionWords, outcomeClass, type ActivityRow } from '#lib/lists/activity.ts'
import { changeQuery, historyPages } from '#lib/queries/activity.ts'
import { usePages } from '#lib/queries/pages.ts'
import { OutcomeBadge, personWords, roleWords, utcWords } from './entry-words.tsx'

type HistoryProps = { kind: RecordKind; ids: readonly string[] }

/** The entries of a record's history, newest first. */
export function HistoryList({ kind, ids }: HistoryProps) {
  const pages = usePages(historyPages({ kind, ids }), { readOn: 'first row' })
  if (pages.isLoading)
    return (
      <div role="status" className="flex flex-col gap-2">
        <span className="sr-only">Loading…</span>
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-4 w-32" />
      </div>
    )
  return (
    <>
      {pages.failure && (
        <p role="alert" className="text-sm text-red">
          {pages.failure.message}{' '}
          <Button size="small" busy={pages.isFetching} onClick={pages.readOn}>
            Try again
          </Button>
        </p>
      )}
      {!pages.failure && pages.rows.length === 0 && (
        <p className="text-sm text-ink-2">Nothing recorded yet.</p>
      )}
      <ol aria-label="Who did what" className="flex flex-col divide-y divide-line">
        {pages.rows.map((row) => (
          <HistoryLine key={row.id} row={row} kind={kind} ids={ids} />
        ))}
      </ol>
      {pages.next !== null && !pages.failure && (
        <Button size="small" className="mt-2" busy={pages.isFetching} onClick={pages.readOn}>
          Show older
        </Button>
      )}
    </>
  )
}

function HistoryLine({ row, kind, ids }: HistoryProps & { row: ActivityRow }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="min-w-0 py-2 text-sm first:pt-0 last:pb-0">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
        <span className="min-w-0 break-words">{actionWords(row.operation)}</span>
        {outcomeClass(row.outcome) !== 'done' && <OutcomeBadge outcome={row.outcome} />}
      </p>
      <p className="text-xs text-ink-2">
        {[personWords(row), roleWords(row.role)].filter(Boolean).join(' · ')},{' '}
        <span title={utcWords(row.at)}>
          <LocalTime at={row.at} />
        </span>
      </p>
      {row.has_change && (
        <>
          <Button
            size="small"
            tone="quiet"
            className="-ml-2"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Hide before and after' : 'Before and after'}
          </Button>
          {isOpen && <Change id={row.id} kind={kind} ids={ids} />}
        </>
      )}
    </li>
  )
}

/** What an entry changed, for a narrow column. */
function Change({ id, kind, ids }: HistoryProps & { id: string }) {
  const query = useQuery(changeQuery({ id, kind, ids }))
  if (query.isPending) return <Skeleton className="h-4 w-40" />
  if (query.isError)
    return (
      <p role="alert" className="text-red">
        {failureOf(query.error).message}
      </p>
    )
  const { changes } = query.data
  if (changes.length === 0)
    return <p className="text-ink-2">The values before and after are the same.</p>
  return (
    <ul aria-label="Before and after" className="flex flex-col gap-2">
      {changes.map((change) => (
        <li key={change.path} className="min-w-0 text-xs">
          <p className="text-ink-2" title={change.path}>
            {placeWords(change)}
          </p>
          <p className="break-words text-red">
            <span aria-hidden="true">− </span>
            <span className="sr-only">before: </span>
            {valueWords(change, change.billed)}
          </p>
          <p className="break-words text-green">
            <span aria-hidden="true">+ </span>
            <span className="sr-only">after: </span>
            {valueWords(change, change.now)}
          </p>
        </li>
      ))}
    </ul>
  )
}
