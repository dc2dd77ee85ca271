'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Money } from '#components/ui/money.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { BoardRow } from '#lib/rules/coverage/board.ts'
import { pairOf } from './sort-rows.ts'
import type { BoardSort } from './sort-rows.ts'
import { StateCountsCell } from './state-counts.tsx'

type BoardTableProps = {
  rows: readonly BoardRow[]
  asOf: LocalDate
  sort: BoardSort
  onSort: (by: BoardSort['by']) => void
  chosen: string | undefined
  onChoose: (row: BoardRow) => void
}

const columns: readonly { id: BoardSort['by']; header: string; end?: true; width: string }[] = [
  { id: 'payer', header: 'Payer', width: 'w-[17%]' },
  { id: 'provider', header: 'Contracting provider', width: 'w-[20%]' },
  { id: 'cents', header: 'Will deny', end: true, width: 'w-28' },
  { id: 'captures', header: 'Captures', end: true, width: 'w-22' },
  { id: 'providers', header: 'Providers today', width: '' },
  { id: 'facilities', header: 'Facilities today', width: 'w-[22%]' },
]

// More rows than anybody looks through at once would make every press slow; the rest is asked for.
const firstRows = 200

/** Payers by contracting providers: what will be denied of each, and how providers and facilities stand today. */
export function BoardTable({ rows, asOf, sort, onSort, chosen, onChoose }: BoardTableProps) {
  const [showsAll, setShowsAll] = useState(false)
  const Arrow = sort.direction === 'asc' ? ArrowUp : ArrowDown
  const shown = showsAll ? rows : rows.slice(0, firstRows)
  return (
    <>
      <table aria-label="Coverage by payer and contracting provider" aria-rowcount={rows.length + 1} className="w-full min-w-230 table-fixed border-separate border-spacing-0 text-sm">
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, header, end, width }) => (
              <th
                key={id}
                scope="col"
                aria-sort={sort.by === id ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}
                className={classNames('sticky top-0 z-10 h-row border-b border-line bg-panel px-2 text-xs font-medium text-ink-2 first:pl-3 last:pr-3', width, end ? 'text-right' : 'text-left')}
              >
                <button type="button" onClick={() => onSort(id)} className="inline-flex items-center gap-1 rounded-sm hover:text-ink">
                  {header}
                  {sort.by === id && <Arrow aria-hidden="true" className="size-3" />}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row, place) => (
            <Row key={pairOf(row)} row={row} place={place} asOf={asOf} isChosen={pairOf(row) === chosen} onChoose={onChoose} />
          ))}
        </tbody>
      </table>
      {shown.length < rows.length && (
        <p className="p-3 text-center">
          <Button onClick={() => setShowsAll(true)}>Show all {rows.length.toLocaleString('en-US')} rows</Button>
        </p>
      )}
    </>
  )
}

const cell = 'border-b border-line px-2 py-1.5 align-top first:pl-3 last:pr-3'

function Row({ row, place, asOf, isChosen, onChoose }: { row: BoardRow; place: number; asOf: LocalDate; isChosen: boolean; onChoose: (row: BoardRow) => void }) {
  const { payer, provider, contracts, risk } = row
  const isEnded = contracts.every(({ status, expiration_date }) => status !== 'effective' || (expiration_date !== undefined && expiration_date < asOf))
  return (
    <tr
      aria-rowindex={place + 2}
      aria-selected={isChosen}
      data-row={pairOf(row)}
      // The button in the first cell is the way for keys and readers; the row is a larger target for the mouse.
      onClick={() => onChoose(row)}
      className={classNames('cursor-default', isChosen ? 'bg-accent-tint' : 'hover:bg-hover')}
    >
      <th scope="row" className={classNames(cell, 'text-left font-normal')}>
        <button
          type="button"
          data-choose=""
          aria-expanded={isChosen}
          aria-label={`${payer.name} with ${provider.name}`}
          onClick={(event) => {
            event.stopPropagation()
            onChoose(row)
          }}
          className="max-w-full truncate rounded-sm text-left font-medium text-ink hover:underline"
        >
          {payer.name}
        </button>
        {isEnded && (
          <span className="mt-0.5 block">
            <StatusBadge tone="amber" title="No contract of the two is in force today">
              Contract over
            </StatusBadge>
          </span>
        )}
      </th>
      <td className={classNames(cell, 'truncate text-ink-2')} title={provider.name}>
        {provider.name}
      </td>
      <td className={classNames(cell, 'text-right tabular-nums', risk.captures > 0 ? 'font-semibold text-red' : 'text-ink-3')}>{risk.captures > 0 ? <Money cents={risk.cents} /> : '—'}</td>
      <td className={classNames(cell, 'text-right tabular-nums', risk.captures > 0 ? 'text-ink' : 'text-ink-3')}>{risk.captures > 0 ? risk.captures.toLocaleString('en-US') : '—'}</td>
      <td className={cell}>
        <StateCountsCell counts={row.providers} />
      </td>
      <td className={cell}>
        <StateCountsCell counts={row.facilities} />
      </td>
    </tr>
  )
}
