import { CoverIcon } from '#components/coverage/cover-icon.tsx'
import { countState, problemOrder, stateWords } from '#components/coverage/state-words.ts'
import type { RowColumn, RowTable } from '#components/table/row-declaration.ts'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Money } from '#components/ui/money.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import type { RecordedSpan } from '#lib/actions/coverage-board/recorded-spans.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { BoardRow, RiskSum, RiskSums, StateCounts } from '#lib/rules/coverage/board.ts'
import { captureNoun, claimNoun, otherWords, recordedWords } from './board-words.ts'
import { compareMoney, compareNames, compareProblems, pairOf } from './sort-rows.ts'

type About = {
  asOf: LocalDate
  /** True while a panel is open beside the table. The counts then take one line. */
  isBrief: boolean
  /** The newest span of a row's pair that a person saved after the board began. */
  recordedOf: (row: BoardRow) => RecordedSpan | undefined
}

const problemNoun = { one: 'problem', many: 'problems' }

const risk = (verdict: keyof RiskSums, label: string): RowColumn<BoardRow, About> => ({
  header: label,
  kind: 'cents',
  width: 'w-25',
  sorts: [{ by: verdict, label }],
  cell: ({ risk: sums }) => <Risk sum={sums[verdict]} isAlarm={verdict === 'will'} />,
})

/**
 * Payers by contracting providers: charges that will be denied, wait or may be denied, and the
 * states of providers and facilities today.
 */
export const boardTable: RowTable<BoardRow, About> = {
  label: 'Coverage by payer and contracting provider',
  key: pairOf,
  name: ({ payer, provider }) => `${payer.name} with ${provider.name}`,
  hasKeys: true,
  className: 'min-w-170 text-sm',
  sorts: {
    by: {
      payer: compareNames('payer'),
      provider: compareNames('provider'),
      will: compareMoney('will'),
      hold: compareMoney('hold'),
      may: compareMoney('may'),
      providers: compareProblems('providers'),
      facilities: compareProblems('facilities'),
    },
    first: 'will',
    ties: ['payer', 'provider'],
  },
  columns: {
    pair: {
      header: 'Payer',
      isName: true,
      width: 'w-[26%]',
      sorts: [
        { by: 'payer', label: 'Payer' },
        { by: 'provider', label: 'Contracting provider' },
      ],
      cell: ({ payer }) => payer.name,
      below: (row, about) => <PairNotes row={row} about={about} />,
    },
    will: risk('will', 'Will deny'),
    hold: risk('hold', 'Hold'),
    may: risk('may', 'May deny'),
    providers: {
      header: 'Providers today',
      sorts: [{ by: 'providers', label: 'Providers today' }],
      cell: ({ providers, is_roster_whole: isWhole }, { isBrief }) => (
        <States counts={providers} isWhole={isWhole} isBrief={isBrief} />
      ),
    },
    facilities: {
      header: 'Facilities today',
      width: 'w-[21%]',
      sorts: [{ by: 'facilities', label: 'Facilities today' }],
      cell: ({ facilities, are_facilities_whole: isWhole }, { isBrief }) => (
        <States counts={facilities} isWhole={isWhole} isBrief={isBrief} />
      ),
    },
  },
}

function PairNotes({ row, about: { asOf, recordedOf } }: { row: BoardRow; about: About }) {
  const { provider, contracts, others, reprocess } = row
  const recorded = recordedOf(row)
  const isEnded = contracts.every(
    ({ status, expiration_date: end }) =>
      status !== 'effective' || (end !== undefined && end < asOf),
  )
  return (
    <>
      <span className="block truncate" title={provider.name}>
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
      {others && <span className="block">After a primary payer: {otherWords(others)}</span>}
      {reprocess && (
        <StatusBadge
          tone="blue"
          title="Denied because cover was missing, before the payer loaded the span"
        >
          {countOf(reprocess.claims, claimNoun)} denied before the load
        </StatusBadge>
      )}
      {isEnded && (
        <StatusBadge tone="amber" title="No contract is in force between them today">
          Contract over
        </StatusBadge>
      )}
    </>
  )
}

// The charges of one verdict with its captures; a dash if there are neither.
function Risk({ sum: { captures, cents }, isAlarm }: { sum: RiskSum; isAlarm: boolean }) {
  if (captures === 0 && cents === 0) return <span className="text-ink-3">—</span>
  return (
    <>
      <span className={`font-semibold ${isAlarm ? 'text-red' : ''}`}>
        <Money cents={cents} />
      </span>
      <span className="block text-xs whitespace-nowrap text-ink-2">
        {captures > 0 ? countOf(captures, captureNoun) : 'lines only'}
      </span>
    </>
  )
}

type StateCountsProps = { counts: StateCounts; isWhole: boolean; isBrief: boolean }

// Shows today's count of each state: covered first, then each problem. A note follows if the board
// did not read all rows.
function States({ counts, isWhole, isBrief }: StateCountsProps) {
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
