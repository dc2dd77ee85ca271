'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { PageHeader } from '#components/frame/page-header.tsx'
import { movedWords } from '#components/resolve/diff-words.ts'
import { ResolveFailure } from '#components/resolve/resolve-failure.tsx'
import { UpdatesTabs } from '#components/resolve/updates-tabs.tsx'
import { useResolveChanges } from '#components/resolve/use-resolve-changes.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import type { ResolvedReply, ResolvedUpdate } from '#lib/actions/replies.ts'
import { countOf } from '#lib/core/count-of.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { formatCents } from '#lib/core/money.ts'
import { valueIn, type JsonText } from '#lib/core/json-text.ts'
import { updatesList } from '#lib/lists/updates.ts'
import { resolvedUpdatesQuery } from '#lib/queries/overview.ts'
import type { Result } from '#lib/core/result.ts'

type ResolvedPageProps = {
  /** The server's read for this page, the JSON text of a Result. */
  first: JsonText<Result<ResolvedReply>>
  canResolve: boolean
}

/** What was resolved after billing, newest first: by whom, when, why, and the way to reopen it. */
export function ResolvedPage({ first, canResolve }: ResolvedPageProps) {
  const [read] = useState(() => valueIn(first))
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    {
      ...resolvedUpdatesQuery(),
      ...(read && { initialData: { pages: [read], pageParams: [0] } }),
    },
  )
  const work = useResolveChanges()
  const rows = data?.pages.flatMap(({ items }) => items) ?? []
  const head = data?.pages[0]
  return (
    <SmallListPage
      tab="/updates/resolved"
      note="What was resolved here, by whom and why"
      failure={work.failure}
    >
      {data === undefined ? (
        error && <Unreadable error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <Card
            title="Resolved"
            note={head && countOf(head.total, { one: 'entry', many: 'entries' })}
            flush
          >
            {rows.length === 0 ? (
              <EmptyState title="Nothing resolved yet">
                Changes that you or your colleagues resolve are listed here with the reason.
              </EmptyState>
            ) : (
              <SideScroll>
                <table aria-label="Resolved changes" className="w-full text-sm">
                  <SmallTableHead
                    columns={[
                      { label: 'Claim' },
                      { label: 'Charges', isNumber: true },
                      { label: 'Why' },
                      { label: 'By' },
                      { label: 'When' },
                      { label: 'Actions', isNumber: true },
                    ]}
                  />
                  <tbody>
                    {rows.map((row) => (
                      <tr key={row.id} className="border-b border-line align-top last:border-b-0">
                        <ClaimCell row={row} />
                        <td className="px-2 py-2.5 text-right whitespace-nowrap tabular-nums">
                          {movedOf(row.moved_cents)}
                        </td>
                        <td className="max-w-md px-2 py-2.5 break-words">
                          <Why row={row} />
                        </td>
                        <td className="px-2 py-2.5">{row.by}</td>
                        <td className="px-2 py-2.5 whitespace-nowrap text-ink-2">
                          <LocalTime at={row.at} />
                        </td>
                        <td className="px-4 py-2.5">
                          <span className="flex flex-wrap items-center justify-end gap-2">
                            <State row={row} />
                            {canResolve && row.state !== 'reopened' && !row.is_open_again && (
                              <Button
                                size="small"
                                busy={work.busy}
                                aria-label={`Reopen ${row.name}`}
                                onClick={() =>
                                  void work.reopen({
                                    claims: [
                                      {
                                        id: row.claim_creation_id,
                                        name: row.name,
                                        changeIds: row.change_ids,
                                      },
                                    ],
                                    name: `${row.name} is`,
                                  })
                                }
                              >
                                Reopen
                              </Button>
                            )}
                          </span>
                        </td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </SideScroll>
            )}
            {hasNextPage && <More busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
          </Card>
          {head?.elsewhere !== undefined && head.elsewhere !== 0 && (
            <p className="text-sm text-ink-2">
              {head.elsewhere === null
                ? 'Not known yet whether the partner has others: the queue was not read.'
                : `The partner lists ${countOf(head.elsewhere, updatesList.noun)} more as resolved. By whom and why isn’t known here: the partner doesn’t say.`}{' '}
              <SoftLink
                href="/claim-creations?has_charge_capture_updates=true&unresolved_updates=false"
                className="text-accent underline underline-offset-2"
              >
                Show the partner’s list
              </SoftLink>
            </p>
          )}
        </>
      )}
    </SmallListPage>
  )
}

/** The frame of the pages of what was resolved. */
export function SmallListPage({
  tab,
  note,
  failure,
  children,
}: {
  tab: string
  note: string
  failure?: Parameters<typeof ResolveFailure>[0]['failure']
  children: ReactNode
}) {
  return (
    <div className="flex flex-col gap-3 px-5.5 pt-4 pb-4 max-lg:px-4">
      <PageHeader title="Updates" note={note} />
      <UpdatesTabs current={tab} />
      <ResolveFailure failure={failure} />
      {children}
    </div>
  )
}

/** What is shown if nothing could be read. */
export function Unreadable({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const failure = failureOf(error)
  return <FailureState failure={failure} actions={<Button onClick={onRetry}>Try again</Button>} />
}

/** The button for the next page. */
export function More({ busy, onMore }: { busy: boolean; onMore: () => void }) {
  return (
    <p className="border-t border-line px-4 py-2">
      <Button size="small" busy={busy} onClick={onMore}>
        Load more
      </Button>
    </p>
  )
}

type NamedRow = Pick<ResolvedUpdate, 'name' | 'captures' | 'payer' | 'claim_creation_id'>

/** The claim of a row: its name, which leads to the comparison, its captures and its payer. */
export function ClaimCell({ row }: { row: NamedRow }) {
  return (
    <th scope="row" className="px-4 py-2.5 text-left font-normal">
      <SoftLink
        href={`/updates?item=${encodeURIComponent(row.claim_creation_id)}`}
        className="font-medium text-ink hover:underline"
      >
        {row.name}
      </SoftLink>
      <span className="block text-xs text-ink-2">
        {[row.captures, row.payer].filter(Boolean).join(' · ')}
      </span>
    </th>
  )
}

function Why({ row }: { row: ResolvedUpdate }) {
  return (
    <>
      {row.reason ?? <span className="text-ink-3">No reason given</span>}
      {row.risk !== undefined && (
        <span className="block text-xs text-ink-2">
          {row.risk}
          {row.overpaid_cents === undefined && ' Stated: no overpayment.'}
        </span>
      )}
      {row.overpaid_cents !== undefined && row.identified_on !== undefined && (
        <span className="block text-xs text-amber">
          Possible overpayment {formatCents(row.overpaid_cents)}, identified{' '}
          <LocalDate date={row.identified_on} />
        </span>
      )}
      {row.closing && (
        <span className="block text-xs text-ink-2">
          {row.closing.how === 'returned' ? (
            <>
              Returned <LocalDate date={row.closing.on} />
            </>
          ) : (
            'No overpayment'
          )}
          : {row.closing.note} ({row.closed_by})
        </span>
      )}
    </>
  )
}

function State({ row }: { row: ResolvedUpdate }) {
  if (row.state === 'reopened')
    return (
      <span className="text-xs text-ink-2">
        Reopened by {row.reopened_by}
        {row.reopened_at !== undefined && (
          <>
            , <LocalTime at={row.reopened_at} />
          </>
        )}
      </span>
    )
  if (row.is_open_again) return <StatusBadge tone="amber">Open at the partner</StatusBadge>
  if (row.state === 'sent') return <StatusBadge tone="amber">Answer lost</StatusBadge>
  return null
}

function movedOf(cents: number | undefined): string {
  if (cents === undefined) return 'Not compared'
  return cents === 0 ? 'No change' : movedWords(cents)
}
