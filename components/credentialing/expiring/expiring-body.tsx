'use client'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useMemo, useRef, useState } from 'react'
import { holdKeysUntilPage, useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Menu, MenuItem } from '#components/ui/menu.tsx'
import { Segments } from '#components/ui/segments.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { saveFile } from '#components/ui/save-file.ts'
import { showFailure } from '#components/ui/toast.tsx'
import type { EndWindow, ExpiringReply } from '#lib/actions/replies.ts'
import { countOf } from '#lib/core/count-of.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { formatCents } from '#lib/core/money.ts'
import { endingKey, endWindows, type EndKind } from '#lib/rules/coverage/expiring.ts'
import type { FileParts } from './expiring-file.ts'
import { ExpiringFoot } from './expiring-foot.tsx'
import { amountsOf, chosenRows, groupsOf, hrefOf, type EndingRow } from './expiring-rows.ts'
import { endingMarksQuery } from '#lib/queries/expiring.ts'
import { ExpiringTable, type ExpiringTableHandle } from './expiring-table.tsx'

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
  const [visited, visit] = useState<number>()
  const search = useRef<HTMLInputElement>(null)
  const table = useRef<ExpiringTableHandle>(null)
  const { today } = reply
  const amounts = useMemo(() => amountsOf(reply), [reply])
  const groups = useMemo(
    () => groupsOf(chosenRows(reply.rows, { kind, text }), today),
    [reply.rows, kind, text, today],
  )
  const rows = useMemo(() => groups.flatMap((group) => group.rows), [groups])
  const marks = useQuery(endingMarksQuery({})).data
  const markOf = useMemo(
    () => marks && ((row: EndingRow) => marks.marks[endingKey(row)] ?? {}),
    [marks],
  )
  const total = useMemo(() => amounts.of(rows), [amounts, rows])
  const active = Math.max(
    0,
    rows.findIndex(({ place }) => place === visited),
  )
  const current = rows[active]
  const move = (by: number) =>
    table.current?.focusRow(Math.max(0, Math.min(rows.length - 1, active + by)))
  const open = (href: string) => {
    holdKeysUntilPage(href)
    router.push(href)
  }
  useKeys([
    { keys: '/', label: 'Find', run: () => search.current?.focus(), opens: true },
    { keys: 'j', label: 'Next row', run: () => move(1), repeats: true },
    { keys: 'k', label: 'Previous row', run: () => move(-1), repeats: true },
    {
      keys: 'Enter',
      label: 'Open the contract or span',
      run: () => current && open(hrefOf(current)),
    },
  ])
  const counted = (name: EndWindow) =>
    `${endWindows[name]} (${reply.counts[name].toLocaleString('en-US')})`
  return (
    <section
      aria-label="What expires"
      aria-busy={isBusy || undefined}
      className="flex min-h-0 grow flex-col overflow-hidden rounded-card border border-line bg-panel"
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
          <ExportMenu rows={rows} given={{ amounts, markOf, today }} window={window} />
        )}
      </div>
      {rows.length > 0 ? (
        <ExpiringTable
          handle={table}
          groups={groups}
          amounts={amounts}
          markOf={markOf}
          today={today}
          current={current?.place}
          onVisit={visit}
        />
      ) : (
        <div className="min-h-0 grow overflow-auto">
          {reply.rows.length > 0 ? (
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
          )}
        </div>
      )}
      <ExpiringFoot
        row={current}
        mark={current && markOf?.(current)}
        people={marks?.team ?? []}
        ownId={ownId}
        today={today}
        rights={rights}
        showCurrent={() => table.current?.focusRow(active)}
        onOpen={open}
      >
        {countOf(rows.length, rowNoun)}
        {total ? (
          <>
            {' · '}
            <strong className="font-semibold text-ink">{formatCents(total.cents)}</strong> of{' '}
            {countOf(total.captures, { one: 'capture', many: 'captures' })}: planned, or with a
            service in the last 90 days. Each counts once.
          </>
        ) : (
          ' · captures not known'
        )}
      </ExpiringFoot>
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

function ExportMenu({
  rows,
  given,
  window,
}: {
  rows: readonly EndingRow[]
  given: FileParts
  window: EndWindow
}) {
  const [anchor, setAnchor] = useState<HTMLElement>()
  const save = async (format: 'csv' | 'xlsx') => {
    setAnchor(undefined)
    try {
      const { expiringFile } = await import('./expiring-file.ts')
      const name = window === 'ended' ? 'ended' : `expiring-${window}-days`
      saveFile(`${name}-${given.today}.${format}`, await expiringFile(format, rows, given))
    } catch (error) {
      showFailure(failureOf(error))
    }
  }
  return (
    <>
      <Button
        className="ml-auto"
        aria-haspopup="menu"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        Export
      </Button>
      {anchor && (
        <Menu anchor={anchor} onClose={() => setAnchor(undefined)} label="Export" align="end">
          <MenuItem onSelect={() => void save('csv')}>CSV</MenuItem>
          <MenuItem onSelect={() => void save('xlsx')}>Excel</MenuItem>
        </Menu>
      )}
    </>
  )
}
