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

type Column = { id: string; sorts: readonly { by: BoardSort['by']; label: string }[]; end?: true; width: string }

const columns: readonly Column[] = [
  { id: 'pair', sorts: [{ by: 'payer', label: 'Payer' }, { by: 'provider', label: 'Contracting provider' }], width: 'w-[26%]' },
  { id: 'cents', sorts: [{ by: 'cents', label: 'Will deny' }], end: true, width: 'w-26' },
  { id: 'captures', sorts: [{ by: 'captures', label: 'Captures' }], end: true, width: 'w-19' },
  { id: 'providers', sorts: [{ by: 'providers', label: 'Providers today' }], width: '' },
  { id: 'facilities', sorts: [{ by: 'facilities', label: 'Facilities today' }], width: 'w-[21%]' },
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
      <table aria-label="Coverage by payer and contracting provider" aria-rowcount={rows.length + 1} className="w-full min-w-170 table-fixed border-separate border-spacing-0 text-sm">
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, sorts, end, width }) => (
              <th
                key={id}
                scope="col"
                aria-sort={sorts.some(({ by }) => by === sort.by) ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}
                className={classNames('sticky top-0 z-10 h-row border-b border-line bg-panel px-2 text-xs font-medium text-ink-2 first:pl-3 last:pr-3', width, end ? 'text-right' : 'text-left')}
              >
                {sorts.map(({ by, label }, place) => (
                  <span key={by}>
                    {place > 0 && <span aria-hidden="true"> × </span>}
                    <button type="button" onClick={() => onSort(by)} className="inline-flex items-center gap-1 rounded-sm hover:text-ink">
                      {label}
                      {sort.by === by && <Arrow aria-hidden="true" className="size-3" />}
                    </button>
                  </span>
                ))}
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
  const { payer, provider, contracts } = row
  const { will, may } = row.risk
  const isEnded = contracts.every(({ status, expiration_date }) => status !== 'effective' || (expiration_date !== undefined && expiration_date < asOf))
  return (
    <tr
      aria-rowindex={place + 2}
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
        <span className="block truncate text-xs text-ink-2" title={provider.name}>
          {provider.name}
        </span>
        {isEnded && (
          <StatusBadge tone="amber" title="No contract of the two is in force today">
            Contract over
          </StatusBadge>
        )}
      </th>
      <td className={classNames(cell, 'text-right tabular-nums', will.captures > 0 ? 'font-semibold text-red' : 'text-ink-3')}>
        {will.captures > 0 ? <Money cents={will.cents} /> : '—'}
        {may.captures > 0 && (
          <span className="block text-xs font-normal whitespace-nowrap text-ink-2">
            <Money cents={may.cents} /> may
          </span>
        )}
      </td>
      <td className={classNames(cell, 'text-right tabular-nums', will.captures > 0 ? 'text-ink' : 'text-ink-3')}>
        {will.captures > 0 ? will.captures.toLocaleString('en-US') : '—'}
        {may.captures > 0 && <span className="block text-xs text-ink-2">{may.captures.toLocaleString('en-US')}</span>}
      </td>
      <td className={cell}>
        <StateCountsCell counts={row.providers} />
      </td>
      <td className={cell}>
        <StateCountsCell counts={row.facilities} />
      </td>
    </tr>
  )
}
