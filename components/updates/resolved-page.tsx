'use client'
import { movedWords } from '#components/resolve/diff-words.ts'
import { ResolveFailure } from '#components/resolve/resolve-failure.tsx'
import { UpdatesTabs } from '#components/resolve/updates-tabs.tsx'
import { useResolveChanges } from '#components/resolve/use-resolve-changes.ts'
import { ReadPage, usePagedRead } from '#components/table/read-page.tsx'
import type { RowTable } from '#components/table/row-declaration.ts'
import { RowTableView } from '#components/table/row-table.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { ResolvedUpdate } from '#lib/actions/claim-creations/resolutions.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { readResolvedUpdates } from '#lib/actions/overview.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import { formatCents } from '#lib/core/money.ts'
import type { Result } from '#lib/core/result.ts'
import { updatesList } from '#lib/lists/updates.ts'
import { resolvedUpdatesQuery } from '#lib/queries/overview.ts'
import { claimColumn, comparison } from './claim-column.ts'

const table: RowTable<ResolvedUpdate> = {
  label: 'Resolved changes',
  key: 'id',
  name: 'name',
  open: comparison,
  hasKeys: true,
  columns: {
    claim: claimColumn,
    moved: {
      header: 'Charges',
      className: 'text-right whitespace-nowrap tabular-nums',
      value: ({ moved_cents: cents }) => movedOf(cents),
    },
    why: {
      header: 'Why',
      className: 'max-w-md',
      cell: ({ reason }) => reason ?? <span className="text-ink-3">No reason given</span>,
      below: (row) => <Why row={row} />,
    },
    by: { header: 'By', value: 'by' },
    at: { header: 'When', kind: 'time', className: 'text-ink-2', value: 'at' },
    state: { header: 'State', cell: (row) => <State row={row} /> },
  },
}

type ResolvedPageProps = {
  /** The server's read for this page, the JSON text of a Result. */
  first: JsonText<Result<ReplyOf<typeof readResolvedUpdates>>>
  canResolve: boolean
}

/** What was resolved after billing, newest first: by whom, when, why, and the way to reopen it. */
export function ResolvedPage({ first, canResolve }: ResolvedPageProps) {
  const { more, ...read } = usePagedRead(resolvedUpdatesQuery(), first)
  const work = useResolveChanges()
  const reopen = {
    label: 'Reopen',
    name: ({ name }: ResolvedUpdate) => `Reopen ${name}`,
    isShown: ({ state, is_open_again: isOpen }: ResolvedUpdate) => state !== 'reopened' && !isOpen,
    isBusy: () => work.busy,
    run: ({ claim_creation_id: id, name, change_ids: changeIds }: ResolvedUpdate) =>
      work.reopen({ claims: [{ id, name, changeIds }], name: `${name} is` }),
  }
  return (
    <ReadPage
      title="Updates"
      note="What was resolved here, by whom and why"
      tabs={
        <>
          <UpdatesTabs current="/updates/resolved" />
          <ResolveFailure failure={work.failure} />
        </>
      }
      read={read}
    >
      {({ items, total, elsewhere }) => (
        <>
          <Card title="Resolved" note={countOf(total, { one: 'entry', many: 'entries' })} flush>
            <RowTableView
              table={table}
              rows={items}
              about={undefined}
              actions={canResolve ? [reopen] : []}
              more={more}
              empty={
                <EmptyState title="Nothing resolved yet">
                  Changes that you or your colleagues resolve are listed here with the reason.
                </EmptyState>
              }
            />
          </Card>
          {elsewhere !== 0 && (
            <p className="text-sm text-ink-2">
              {elsewhere === null
                ? 'Not known yet whether the partner has others: the queue was not read.'
                : `The partner lists ${countOf(elsewhere, updatesList.noun)} more as resolved. By whom and why isn’t known here: the partner doesn’t say.`}{' '}
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
    </ReadPage>
  )
}

function Why({ row }: { row: ResolvedUpdate }) {
  return (
    <>
      {row.risk !== undefined && (
        <span className="block">
          {row.risk}
          {row.overpaid_cents === undefined && ' Stated: no overpayment.'}
        </span>
      )}
      {row.overpaid_cents !== undefined && row.identified_on !== undefined && (
        <span className="block text-amber">
          Possible overpayment {formatCents(row.overpaid_cents)}, identified{' '}
          <LocalDate date={row.identified_on} />
        </span>
      )}
      {row.closing && (
        <span className="block">
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
