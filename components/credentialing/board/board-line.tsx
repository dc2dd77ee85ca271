import { memo, type Ref } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Money } from '#components/ui/money.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { BoardRow } from '#lib/rules/coverage/board.ts'
import { StateCountsCell } from './state-counts.tsx'

type BoardLineProps = {
  row: BoardRow
  index: number
  asOf: LocalDate
  isChosen: boolean
  onChoose: (row: BoardRow, isChosen: boolean) => void
  ref: Ref<HTMLTableRowElement>
}

const cell = 'border-b border-line px-2 py-1.5 align-top first:pl-3 last:pr-3'

/** One payer with one contracting provider, as a row of the board. */
export const BoardLine = memo(function BoardLine({ row, index, asOf, isChosen, onChoose, ref }: BoardLineProps) {
  const { payer, provider, contracts } = row
  const { will, may } = row.risk
  const isEnded = contracts.every(
    ({ status, expiration_date }) =>
      status !== 'effective' || (expiration_date !== undefined && expiration_date < asOf),
  )
  return (
    <tr
      ref={ref}
      aria-rowindex={index + 2}
      data-index={index}
      // The button in the first cell is the way for keys and readers; the row is a larger target for the mouse.
      onClick={() => onChoose(row, isChosen)}
      className={classNames('cursor-default', isChosen ? 'bg-accent-tint' : 'hover:bg-hover')}
    >
      <th scope="row" className={classNames(cell, 'text-left font-normal')}>
        <button
          type="button"
          data-main=""
          aria-expanded={isChosen}
          aria-label={`${payer.name} with ${provider.name}`}
          onClick={(event) => {
            event.stopPropagation()
            onChoose(row, isChosen)
          }}
          className="max-w-full truncate rounded-sm text-left font-medium text-ink hover:underline"
        >
          {payer.name}
        </button>
        <span className="block truncate text-xs text-ink-2" title={provider.name}>
          {provider.name}
        </span>
        {isEnded && (
          <StatusBadge tone="amber" title="No contract is in force between them today">
            Contract over
          </StatusBadge>
        )}
      </th>
      <td
        className={classNames(
          cell,
          'text-right tabular-nums',
          will.captures > 0 ? 'font-semibold text-red' : 'text-ink-3',
        )}
      >
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
        <StateCountsCell counts={row.providers} isWhole={row.is_roster_whole} />
      </td>
      <td className={cell}>
        <StateCountsCell counts={row.facilities} isWhole={row.are_facilities_whole} />
      </td>
    </tr>
  )
})
