import { memo, type Ref } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { Money } from '#components/ui/money.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { BoardRow, StateCounts } from '#lib/rules/coverage/board.ts'
import { CoverIcon } from '#components/coverage/cover-icon.tsx'
import { countState, problemOrder, stateWords } from '#components/coverage/state-words.ts'

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
      // The button in the first cell is for keyboards and screen readers; the row is a larger target for the mouse.
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

// The counts of the states today: covered first, then each problem, then a note if not all rows were read.
function StateCountsCell({ counts, isWhole }: { counts: StateCounts; isWhole: boolean }) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0)
    return isWhole ? <span className="text-ink-3">None</span> : <span className="text-amber">Not read</span>
  // Late, expiring and overlapping spans cover today too.
  const covered = (['covered', 'expiring', 'late', 'overlap'] as const).reduce(
    (sum, state) => sum + (counts[state] ?? 0),
    0,
  )
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      <span className="mr-1 inline-flex items-center gap-1 whitespace-nowrap text-ink-2 tabular-nums">
        <CoverIcon state={covered > 0 ? 'covered' : 'none'} />
        {covered.toLocaleString('en-US')} of {total.toLocaleString('en-US')} covered
      </span>
      {problemOrder.map((state) => {
        const { word, tone } = stateWords[state]
        const count = counts[state]
        if (!count) return null
        return (
          <StatusBadge
            key={state}
            tone={tone}
            icon={<CoverIcon state={state} />}
            title={state === 'expiring' ? `${word} within 30 days` : word}
          >
            {countState(count, state)}
          </StatusBadge>
        )
      })}
      {!isWhole && <span className="text-amber">not all read</span>}
    </span>
  )
}
