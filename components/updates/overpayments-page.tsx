'use client'
import { useState } from 'react'
import { dayNote } from '#components/frame/page-day.ts'
import { UpdatesTabs } from '#components/resolve/updates-tabs.tsx'
import { ReadPage, usePagedRead } from '#components/table/read-page.tsx'
import type { RowTable } from '#components/table/row-declaration.ts'
import { RowTableView } from '#components/table/row-table.tsx'
import { Card } from '#components/ui/card.tsx'
import { DateInput } from '#components/ui/date-input.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { submitWithCtrlEnter, Textarea } from '#components/ui/textarea.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { closeOverpayment, type readOverpayments } from '#lib/actions/overview.ts'
import type { Overpayment } from '#lib/actions/claim-creations/resolutions.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { overpaymentsQuery } from '#lib/queries/overview.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { returnWithinDays } from '#lib/rules/billed-diff/overpayment.ts'
import { claimColumn, comparison } from './claim-column.ts'

const days = { one: 'day', many: 'days' }

const table: RowTable<Overpayment> = {
  label: 'Possible overpayments',
  key: 'id',
  name: 'name',
  open: comparison,
  hasKeys: true,
  columns: {
    claim: claimColumn,
    amount: {
      header: 'Amount',
      kind: 'cents',
      className: 'font-medium whitespace-nowrap',
      value: 'overpaid_cents',
    },
    identified: { header: 'Identified', kind: 'date', value: 'identified_on' },
    left: {
      header: `Days left of ${returnWithinDays}`,
      className: 'whitespace-nowrap',
      cell: ({ days_left: left }) => (
        <span
          className={left < 0 ? 'font-medium text-red' : left <= 14 ? 'font-medium text-amber' : ''}
        >
          {left < 0 ? `Past by ${countOf(-left, days)}` : countOf(left, days)}
        </span>
      ),
      below: ({ days_left: left, return_by: day }) => (
        <>
          {left < 0 ? 'was due' : 'due'} <LocalDate date={day} />
        </>
      ),
    },
    reason: {
      header: 'Reason',
      className: 'max-w-md',
      value: 'reason',
      below: ({ advice }) => advice !== undefined && `Suggested then: ${advice}`,
    },
    by: { header: 'By', value: 'by' },
  },
}

type OverpaymentsPageProps = {
  /** The server's read for this page, the JSON text of a Result. */
  first: JsonText<Result<ReplyOf<typeof readOverpayments>>>
  canClose: boolean
}

/**
 * The possible overpayments that nobody has closed: the amount, the day identified and the days
 * left, fewest first.
 */
export function OverpaymentsPage({ first, canClose }: OverpaymentsPageProps) {
  const { more, ...read } = usePagedRead(overpaymentsQuery(), first)
  const [closing, setClosing] = useState<{ row: Overpayment; how: 'returned' | 'none' }>()
  const actions = [
    { label: 'Returned…', run: (row: Overpayment) => setClosing({ row, how: 'returned' }) },
    { label: 'No overpayment…', run: (row: Overpayment) => setClosing({ row, how: 'none' }) },
  ]
  const done = (row: Overpayment) => {
    setClosing(undefined)
    showToast({ tone: 'green', message: `Possible overpayment of ${row.name} closed.` })
  }
  return (
    <ReadPage
      title="Updates"
      note="Identified here and not closed yet"
      tabs={
        <>
          <UpdatesTabs current="/updates/overpayments" />
          <p className="max-w-3xl text-sm text-ink-2">
            Medicare and Medicaid overpayments must be reported and returned within{' '}
            {returnWithinDays} days of the day they were identified (42 U.S.C. 1320a-7k(d), 42 CFR
            401.305). For other payers the contract or state law decides; the count is then a
            reminder only. A claim that was resolved more than once has its newest amount and
            reason, and counts from the first day.
          </p>
        </>
      }
      read={read}
    >
      {({ items, total }) => (
        <Card
          title="Possible overpayments"
          note={countOf(total, { one: 'claim', many: 'claims' })}
          flush
        >
          <RowTableView
            table={table}
            rows={items}
            about={undefined}
            actions={canClose ? actions : []}
            more={more}
            empty={
              <EmptyState title="No open possible overpayments">
                When somebody resolves a change that lowers a paid claim and states a possible
                overpayment, it is listed here until it is closed.
              </EmptyState>
            }
          />
          {closing && (
            <CloseDialog
              {...closing}
              onDone={() => done(closing.row)}
              onClose={() => setClosing(undefined)}
            />
          )}
        </Card>
      )}
    </ReadPage>
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
