'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import { holdKeysUntilPage, useKeys } from '#components/frame/keys/keys.ts'
import { RowExport } from '#components/table/row-export.tsx'
import { FillingTableView } from '#components/table/filling-table.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Segments } from '#components/ui/segments.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { ExpiringReply } from '#lib/actions/expiring/verbs.ts'
import { countOf } from '#lib/core/count-of.ts'
import { formatCents } from '#lib/core/money.ts'
import {
  endingKey,
  endWindows,
  type EndKind,
  type EndWindow,
} from '#lib/rules/coverage/expiring.ts'
import { ExpiringFoot } from './expiring-foot.tsx'
import { amountsOf, chosenRows, type EndingRow } from './expiring-rows.ts'
import { endingMarksQuery } from '#lib/queries/expiring.ts'
import { expiringTable } from './expiring-table.tsx'

export type ExpiringRights = { mayExport: boolean; mayRecordSpans: boolean; mayMark: boolean }

type ExpiringBodyProps = {
  reply: ExpiringReply
  window: EndWindow
  /** Another window is being read; the rows are those of the former one. */
  isBusy: boolean
  onWindow: (window: EndWindow) => void
  rights: ExpiringRights
  ownId: string
}

const kinds: Record<EndKind | 'all', string> = {
  all: 'All three',
  contract: 'Contracts',
  facility: 'Facility spans',
  provider: 'Provider spans',
}
const rowNoun = { one: 'row', many: 'rows' }

/** The rows of one window, with what filters them, their sums, and the actions of the current row. */
export function ExpiringBody({
  reply,
  window,
  isBusy,
  onWindow,
  rights,
  ownId,
}: ExpiringBodyProps) {
  const router = useRouter()
  const [kind, setKind] = useState<EndKind | 'all'>('all')
  const [text, setText] = useState('')
  const search = useRef<HTMLInputElement>(null)
  const { today } = reply
  const amounts = useMemo(() => amountsOf(reply), [reply])
  const rows = useMemo(() => chosenRows(reply.rows, { kind, text }), [reply.rows, kind, text])
  const marks = useQuery(endingMarksQuery({})).data
  const about = useMemo(
    () => ({
      amounts,
      markOf: marks && ((row: EndingRow) => marks.marks[endingKey(row)] ?? {}),
      today,
    }),
    [amounts, marks, today],
  )
  const total = useMemo(() => amounts.of(rows), [amounts, rows])
  const open = (href: string) => {
    holdKeysUntilPage(href)
    router.push(href)
  }
  useKeys([{ keys: '/', label: 'Find', run: () => search.current?.focus(), opens: true }])
  const counted = (name: EndWindow) =>
    `${endWindows[name]} (${reply.counts[name].toLocaleString('en-US')})`
  return (
    <section
      aria-label="What expires"
      aria-busy={isBusy || undefined}
      className="flex min-h-0 grow flex-col overflow-hidden rounded-card border border-line bg-panel max-sm:min-h-140"
    >
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-3 py-2">
        <div className="w-64 max-sm:w-full">
          <TextInput
            ref={search}
            type="search"
            aria-label="Find a payer, provider or facility"
            placeholder="Payer, provider, facility"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </div>
        <Segments
          label="Ends within"
          value={window}
          choices={endWindows}
          names={{
            '30': counted('30'),
            '60': counted('60'),
            '90': counted('90'),
            ended: counted('ended'),
          }}
          onChoose={onWindow}
        />
        <Segments label="Kind" value={kind} choices={kinds} onChoose={setKind} />
        {rights.mayExport && rows.length > 0 && (
          <RowExport
            table={expiringTable}
            rows={rows}
            about={about}
            name={`${window === 'ended' ? 'ended' : `expiring-${window}-days`}-${today}`}
          />
        )}
      </div>
      <FillingTableView
        table={expiringTable}
        rows={rows}
        about={about}
        empty={
          reply.rows.length > 0 ? (
            <EmptyState
              title="No matching rows"
              actions={
                <Button
                  onClick={() => {
                    setText('')
                    setKind('all')
                  }}
                >
                  Show all rows
                </Button>
              }
            >
              None of {countOf(reply.rows.length, rowNoun)} matches this search and this kind.
            </EmptyState>
          ) : (
            <NothingEnds reply={reply} window={window} />
          )
        }
      >
        {(current, showCurrent) => (
          <ExpiringFoot
            row={current}
            mark={current && about.markOf?.(current)}
            people={marks?.team ?? []}
            ownId={ownId}
            today={today}
            rights={rights}
            showCurrent={showCurrent}
            onOpen={open}
          >
            {countOf(rows.length, rowNoun)}
            {total ? (
              <>
                {' · '}
                <strong className="font-semibold text-ink">
                  {formatCents(total.cents)}
                </strong> of{' '}
                {countOf(total.captures, { one: 'capture', many: 'captures' })}: planned, or with a
                service in the last 90 days. Each counts once.
              </>
            ) : (
              ' · captures not known'
            )}
          </ExpiringFoot>
        )}
      </FillingTableView>
    </section>
  )
}

function NothingEnds({ reply, window }: { reply: ExpiringReply; window: EndWindow }) {
  if (window === 'ended')
    return (
      <EmptyState title="Nothing has ended without a next contract or span">
        Ends of the last 365 days are listed here.
      </EmptyState>
    )
  return (
    <EmptyState
      title={
        reply.unread.length > 0
          ? `Nothing known ends within ${endWindows[window]}`
          : `Nothing ends within ${endWindows[window]}`
      }
    >
      {reply.next_end && reply.counts['90'] === 0 && (
        <>
          The next end is on <LocalDate date={reply.next_end} />.
        </>
      )}
    </EmptyState>
  )
}
