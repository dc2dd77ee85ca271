'use client'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayNote } from '#components/frame/page-day.ts'
import { Button } from '#components/ui/button.tsx'
import { Card } from '#components/ui/card.tsx'
import { DateInput } from '#components/ui/date-input.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { SmallTableHead } from '#components/ui/small-table-head.tsx'
import { submitWithCtrlEnter, Textarea } from '#components/ui/textarea.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import { closeOverpayment } from '#lib/actions/overview.ts'
import type { Overpayment, OverpaymentsReply } from '#lib/actions/replies.ts'
import { countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import { valueIn, type JsonText } from '#lib/core/json-text.ts'
import { overpaymentsQuery } from '#lib/queries/overview.ts'
import { returnWithinDays } from '#lib/rules/billed-diff/overpayment.ts'
import type { Result } from '#lib/core/result.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { ClaimCell, More, SmallListPage, Unreadable } from './resolved-page.tsx'

type OverpaymentsPageProps = {
  /** The server's read for this page, the JSON text of a Result. */
  first: JsonText<Result<OverpaymentsReply>>
  canClose: boolean
}

/**
 * The possible overpayments that nobody has closed: the amount, the day identified and the days
 * left, fewest first.
 */
export function OverpaymentsPage({ first, canClose }: OverpaymentsPageProps) {
  const [read] = useState(() => valueIn(first))
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    {
      ...overpaymentsQuery(),
      ...(read && { initialData: { pages: [read], pageParams: [0] } }),
    },
  )
  const [closing, setClosing] = useState<{ row: Overpayment; how: 'returned' | 'none' }>()
  const rows = data?.pages.flatMap(({ items }) => items) ?? []
  const total = data?.pages[0]?.total ?? 0
  const done = (row: Overpayment) => {
    setClosing(undefined)
    showToast({ tone: 'green', message: `Possible overpayment of ${row.name} closed.` })
  }
  return (
    <SmallListPage tab="/updates/overpayments" note="Identified here and not closed yet">
      <p className="max-w-3xl text-sm text-ink-2">
        Medicare and Medicaid overpayments must be reported and returned within {returnWithinDays}{' '}
        days of the day they were identified (42 U.S.C. 1320a-7k(d), 42 CFR 401.305). For other
        payers the contract or state law decides; the count is then a reminder only. A claim that
        was resolved more than once has its newest amount and reason, and counts from the first day.
      </p>
      {data === undefined ? (
        error && <Unreadable error={error} onRetry={() => void refetch()} />
      ) : (
        <Card
          title="Possible overpayments"
          note={countOf(total, { one: 'claim', many: 'claims' })}
          flush
        >
          {rows.length === 0 ? (
            <EmptyState title="No open possible overpayments">
              When somebody resolves a change that lowers a paid claim and states a possible
              overpayment, it is listed here until it is closed.
            </EmptyState>
          ) : (
            <SideScroll>
              <table aria-label="Possible overpayments" className="w-full text-sm">
                <SmallTableHead
                  columns={[
                    { label: 'Claim' },
                    { label: 'Amount', isNumber: true },
                    { label: 'Identified' },
                    { label: `Days left of ${returnWithinDays}` },
                    { label: 'Reason' },
                    { label: 'By' },
                    ...(canClose ? [{ label: 'Actions', isNumber: true }] : []),
                  ]}
                />
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.id} className="border-b border-line align-top last:border-b-0">
                      <ClaimCell row={row} />
                      <td className="px-2 py-2.5 text-right font-medium whitespace-nowrap tabular-nums">
                        {row.overpaid_cents === undefined ? '' : formatCents(row.overpaid_cents)}
                      </td>
                      <td className="px-2 py-2.5 whitespace-nowrap">
                        <LocalDate date={row.identified_on} />
                      </td>
                      <td className="px-2 py-2.5 whitespace-nowrap">
                        <DaysLeft row={row} />
                      </td>
                      <td className="max-w-md px-2 py-2.5 break-words">
                        {row.reason}
                        {row.advice !== undefined && (
                          <span className="block text-xs text-ink-2">
                            Suggested then: {row.advice}
                          </span>
                        )}
                      </td>
                      <td className="px-2 py-2.5 last:px-4">{row.by}</td>
                      {canClose && (
                        <td className="px-4 py-2.5">
                          <span className="flex flex-wrap justify-end gap-2">
                            <Button
                              size="small"
                              aria-label={`Returned…: ${row.name}`}
                              onClick={() => setClosing({ row, how: 'returned' })}
                            >
                              Returned…
                            </Button>
                            <Button
                              size="small"
                              aria-label={`No overpayment…: ${row.name}`}
                              onClick={() => setClosing({ row, how: 'none' })}
                            >
                              No overpayment…
                            </Button>
                          </span>
                        </td>
                      )}
                    </tr>
                  ))}
                </tbody>
              </table>
            </SideScroll>
          )}
          {hasNextPage && <More busy={isFetchingNextPage} onMore={() => void fetchNextPage()} />}
        </Card>
      )}
      {closing && (
        <CloseDialog
          row={closing.row}
          how={closing.how}
          onDone={() => done(closing.row)}
          onClose={() => setClosing(undefined)}
        />
      )}
    </SmallListPage>
  )
}

const days = { one: 'day', many: 'days' }

function DaysLeft({ row: { days_left, return_by } }: { row: Overpayment }) {
  const isPast = days_left < 0
  return (
    <>
      <span
        className={
          isPast ? 'font-medium text-red' : days_left <= 14 ? 'font-medium text-amber' : ''
        }
      >
        {isPast ? `Past by ${countOf(-days_left, days)}` : countOf(days_left, days)}
      </span>
      <span className="block text-xs text-ink-2">
        {isPast ? 'was due' : 'due'} <LocalDate date={return_by} />
      </span>
    </>
  )
}

type CloseDialogProps = {
  row: Overpayment
  how: 'returned' | 'none'
  onDone: () => void
  onClose: () => void
}

function CloseDialog({ row, how, onDone, onClose }: CloseDialogProps) {
  const { ask } = useAct('closeOverpayment', closeOverpayment, { tells: false })
  const isReturned = how === 'returned'
  return (
    <FormDialog
      title={isReturned ? `Overpayment of ${row.name} returned` : `No overpayment for ${row.name}`}
      description="Closes the entry. It stays in the tab Resolved with your name."
      button="Close entry"
      busyWords="Closing…"
      send={async ({ 'closing.on': on = '', 'closing.note': note = '' }) =>
        ask({ id: row.id, closing: isReturned ? { how, on, note } : { how, note } })
      }
      onDone={onDone}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          {isReturned && (
            <Field
              name="closing.on"
              label="Reported and returned on"
              required
              hint={dayNote()}
              error={
                complaint('closing.on') && 'Enter the day of the return. It can’t be in the future.'
              }
            >
              {(control) => <DateInput {...control} />}
            </Field>
          )}
          <Field
            name="closing.note"
            label={isReturned ? 'How' : 'Why'}
            hint={isReturned ? 'For example the check number or the payer’s reference.' : undefined}
            required
            error={complaint('closing.note') && 'Enter a few words.'}
          >
            {(control) => (
              <Textarea {...control} maxLength={1_000} onKeyDown={submitWithCtrlEnter} />
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
