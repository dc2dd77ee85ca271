import { memo, type Ref } from 'react'
import { classNames } from '#components/ui/class-names.ts'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Money } from '#components/ui/money.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { RecordedSpan } from '#lib/actions/replies.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { BoardRow, RiskSum, StateCounts } from '#lib/rules/coverage/board.ts'
import { captureNoun, claimNoun, otherWords, recordedWords } from './board-words.ts'
import { CoverIcon } from '#components/coverage/cover-icon.tsx'
import { pairOf } from './sort-rows.ts'
import { countState, problemOrder, stateWords } from '#components/coverage/state-words.ts'

type BoardLineProps = {
  row: BoardRow
  index: number
  asOf: LocalDate
  /** The keys act on this row. */
  isCurrent: boolean
  isChosen: boolean
  /** True while a panel is open beside the table. The counts then take one line. */
  isBrief: boolean
  /** The newest span of this payer and provider that a person saved after the board began. */
  recorded: RecordedSpan | undefined
  /** Hears the pair when something in its row takes the focus. */
  onVisit: (pair: string) => void
  onChoose: (row: BoardRow, isChosen: boolean) => void
  ref: Ref<HTMLTableRowElement>
}

const problemNoun = { one: 'problem', many: 'problems' }
const cell = 'border-b border-line px-2 py-1.5 align-top first:pl-3 last:pr-3'

/** One payer with one contracting provider, as a row of the board. */
export const BoardLine = memo(function BoardLine({
  row,
  index,
  asOf,
  isCurrent,
  isChosen,
  isBrief,
  recorded,
  onVisit,
  onChoose,
  ref,
}: BoardLineProps) {
  const { payer, provider, contracts } = row
  const isEnded = contracts.every(
    ({ status, expiration_date }) =>
      status !== 'effective' || (expiration_date !== undefined && expiration_date < asOf),
  )
  return (
    <tr
      ref={ref}
      aria-rowindex={index + 2}
      data-index={index}
      // Keyboards and screen readers use the button in the first cell. The row is a larger target
      // for the mouse.
      onClick={() => onChoose(row, isChosen)}
      onFocus={() => onVisit(pairOf(row))}
      aria-current={isCurrent || undefined}
      className={classNames(
        'cursor-default',
        isChosen ? 'bg-accent-tint' : 'hover:bg-hover',
        isCurrent && 'shadow-[inset_2px_0_0_var(--accent)]',
      )}
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
        {recorded && (
          <StatusBadge
            tone={recorded.is_counted ? 'green' : 'amber'}
            title={
              recorded.is_counted
                ? 'This row was counted anew with it.'
                : 'These numbers are from before. This row is counted anew.'
            }
          >
            {recordedWords(recorded)}, <LocalTime at={recorded.at} />
            {recorded.is_counted && ', counted'}
          </StatusBadge>
        )}
        {row.others && (
          <span className="block text-xs text-ink-2">
            After a primary payer: {otherWords(row.others)}
          </span>
        )}
        {row.reprocess && (
          <StatusBadge
            tone="blue"
            title="Denied because cover was missing, before the payer loaded the span"
          >
            {countOf(row.reprocess.claims, claimNoun)} denied before the load
          </StatusBadge>
        )}
        {isEnded && (
          <StatusBadge tone="amber" title="No contract is in force between them today">
            Contract over
          </StatusBadge>
        )}
      </th>
      <RiskCell sum={row.risk.will} isAlarm />
      <RiskCell sum={row.risk.hold} />
      <RiskCell sum={row.risk.may} />
      <td className={cell}>
        <StateCountsCell counts={row.providers} isWhole={row.is_roster_whole} isBrief={isBrief} />
      </td>
      <td className={cell}>
        <StateCountsCell
          counts={row.facilities}
          isWhole={row.are_facilities_whole}
          isBrief={isBrief}
        />
      </td>
    </tr>
  )
})

// The charges of one verdict with its captures; a dash if there are neither.
function RiskCell({ sum, isAlarm = false }: { sum: RiskSum; isAlarm?: boolean }) {
  const { captures, cents } = sum
  const isEmpty = captures === 0 && cents === 0
  const tone = isEmpty ? 'text-ink-3' : isAlarm ? 'text-red' : 'text-ink'
  return (
    <td className={classNames(cell, 'text-right tabular-nums', tone)}>
      {isEmpty ? (
        '—'
      ) : (
        <>
          <span className="font-semibold">
            <Money cents={cents} />
          </span>
          <span className="block text-xs whitespace-nowrap text-ink-2">
            {captures > 0 ? countOf(captures, captureNoun) : 'lines only'}
          </span>
        </>
      )}
    </td>
  )
}

type StateCountsProps = { counts: StateCounts; isWhole: boolean; isBrief: boolean }

// Shows today's count of each state: covered first, then each problem. A note follows if the board
// did not read all rows.
function StateCountsCell({ counts, isWhole, isBrief }: StateCountsProps) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  if (total === 0)
    return isWhole ? (
      <span className="text-ink-3">None</span>
    ) : (
      <span className="text-amber">Not read</span>
    )
  // Late, expiring and overlapping spans cover today too.
  const covered = (['covered', 'expiring', 'late', 'overlap'] as const).reduce(
    (sum, state) => sum + (counts[state] ?? 0),
    0,
  )
  const states = problemOrder.flatMap((state) =>
    counts[state] ? [{ state, count: counts[state] }] : [],
  )
  const ofAll = `${covered.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
  if (isBrief)
    return (
      <span
        className="inline-flex items-center gap-1 whitespace-nowrap text-ink-2 tabular-nums"
        title={[
          `${ofAll} covered`,
          ...states.map(({ state, count }) => countState(count, state)),
        ].join(', ')}
      >
        <CoverIcon state={covered > 0 ? 'covered' : 'none'} />
        {ofAll}
        {states.length > 0 &&
          ` · ${countOf(
            states.reduce((sum, { count }) => sum + count, 0),
            problemNoun,
          )}`}
        {!isWhole && <span className="text-amber">not all read</span>}
      </span>
    )
  return (
    <span className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
      <span className="mr-1 inline-flex items-center gap-1 whitespace-nowrap text-ink-2 tabular-nums">
        <CoverIcon state={covered > 0 ? 'covered' : 'none'} />
        {ofAll} covered
      </span>
      {states.map(({ state, count }) => {
        const { word, tone } = stateWords[state]
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
