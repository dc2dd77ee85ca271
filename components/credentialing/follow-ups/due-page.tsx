'use client'
import { useState } from 'react'
import { CredentialingTabs } from '#components/credentialing/credentialing-tabs.tsx'
import { ReadPage, useRead } from '#components/table/read-page.tsx'
import type { RowTable } from '#components/table/row-declaration.ts'
import { RowTableView } from '#components/table/row-table.tsx'
import { Card } from '#components/ui/card.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Segments } from '#components/ui/segments.tsx'
import type { FollowUp, FollowUpsReply } from '#lib/actions/follow-ups/verbs.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { followUpsDueQuery } from '#lib/queries/follow-ups.ts'
import { dueDays, dueOn, type Due } from '#lib/rules/coverage/follow-ups.ts'
import { DueBadge, ownerWords } from './due-words.tsx'
import { spanHref } from './span-href.ts'
import { useClose } from './use-close.ts'

const group = (due: Due, label: string) => ({
  label,
  has: ({ next_on }: FollowUp, { today }: FollowUpsReply) => dueOn(next_on, today) === due,
})

const table: RowTable<FollowUp, FollowUpsReply> = {
  label: 'Follow-ups due',
  className: 'table-fixed text-sm [&_th:nth-child(6)]:w-24',
  key: 'id',
  name: ({ covered, payer }) => `${covered} with ${payer}`,
  open: { label: 'Open the span', hrefOf: ({ span }) => spanHref(span) },
  hasKeys: true,
  groups: [
    group('late', 'Late'),
    group('today', 'Today'),
    group('soon', `Within ${dueDays} days`),
    group('undated', 'Without a next date'),
  ],
  columns: {
    next: {
      header: 'Next',
      width: 'w-28',
      card: 'money',
      cell: (row, { today }) => <DueBadge followUp={row} today={today} />,
    },
    payer: {
      header: 'Payer',
      width: 'w-[19%]',
      card: 'detail',
      cell: ({ payer, missing }) => (
        <>
          {payer}
          <span className="text-ink-2 sm:hidden"> · {missing}</span>
        </>
      ),
    },
    covered: {
      header: 'Provider or facility',
      width: 'w-[20%]',
      card: 'title',
      isName: true,
      value: 'covered',
      below: ({ span, covered_npi: npi }) =>
        `${span.kind === 'facility' ? 'Facility span' : 'Provider span'}${npi ? ` · NPI ${npi}` : ''}`,
    },
    missing: {
      header: 'What is missing',
      className: 'whitespace-pre-line',
      value: 'missing',
      below: ({ asked }) => `Asked ${asked}`,
    },
    owner: {
      header: 'Whose',
      width: 'w-36',
      className: 'text-ink-2',
      card: 'end',
      value: (row, { own_id }) => ownerWords(row, own_id),
    },
  },
}

type DuePageProps = {
  /** The server's read for this page: the JSON text of a Result. */
  first: JsonText<Result<FollowUpsReply>>
  mayMark: boolean
}

/** What is to be followed up: late first, then today, the next days, and what has no next date. */
export function DuePage({ first, mayMark }: DuePageProps) {
  const [whose, setWhose] = useState<'all' | 'mine'>('all')
  const read = useRead(followUpsDueQuery({ whose }), first)
  const { close, busy } = useClose()
  const done = {
    label: 'Done',
    name: ({ missing }: FollowUp) => `Done: ${missing}`,
    keys: 'r',
    keyLabel: 'Mark as done',
    isBusy: () => busy,
    run: (row: FollowUp) => close(row, true),
  }
  return (
    <ReadPage
      title="Follow-ups"
      note={read.data && headWords(read.data)}
      tabs={
        <>
          <CredentialingTabs current="/credentialing/follow-ups" />
          <div>
            <Segments
              label="Whose"
              value={whose}
              choices={{ all: 'All', mine: 'Mine' }}
              onChoose={setWhose}
            />
          </div>
        </>
      }
      read={read}
    >
      {(reply) => (
        <Card flush>
          <RowTableView
            table={table}
            rows={reply.items}
            about={reply}
            isBusy={read.isPlaceholderData}
            actions={mayMark ? [done] : []}
            empty={
              <EmptyState title={whose === 'mine' ? 'None of yours is due' : 'No follow-up is due'}>
                Open follow-ups are listed here from {dueDays} days before their next date. Log one
                on the page of a span or of a provider.
              </EmptyState>
            }
          />
        </Card>
      )}
    </ReadPage>
  )
}

function headWords({ items, is_cut, today }: FollowUpsReply): string {
  const count = (due: Due) => items.filter(({ next_on }) => dueOn(next_on, today) === due).length
  const words = `${count('late')} late · ${count('today')} today · ${count('soon')} within ${dueDays} days`
  return is_cut ? `The first ${items.length}: ${words}` : words
}
