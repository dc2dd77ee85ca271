import { firstDayAwaited, problemOrder, stateWords } from '#components/coverage/state-words.ts'
import { toCsv, type CsvCell } from '#lib/core/csv.ts'
import { dollarsText } from '#lib/core/money.ts'
import type { ReplyOf } from '#lib/actions/act.ts'
import type { readCoverageBoardCauses } from '#lib/actions/coverage-board.ts'
import type { BoardRow, NamedCause, StateCounts } from '#lib/rules/coverage/board.ts'
import { verdictOfReason } from '#lib/rules/coverage/at-risk.ts'
import {
  certaintyWords,
  otherClaimWords,
  verdictWords,
  waitNouns,
  whyWords,
} from '#lib/rules/coverage/why-words.ts'

const states = ['covered', ...problemOrder] as const

const heads = [
  'Payer',
  'Payer ID',
  'Contracting provider',
  'Contracting NPI',
  'Captures that will deny',
  'Dollars that will deny',
  'Captures to hold',
  'Dollars to hold',
  'Captures that may deny',
  'Dollars that may deny',
  'Verdict',
  'Certainty',
  'Missing',
  'Name',
  'NPI',
  'State',
  'Why',
  'Captures',
  'Dollars',
  'Captures freed alone',
  'Dollars freed alone',
  'Effective date',
  'End date',
  'Covered from',
  'Waits for',
  'Submitted',
  'Will be loaded',
  'Earliest last day to file',
  'Captures without a known last day',
  ...states.map((state) => `Providers: ${stateWords[state].word}`),
  ...states.map((state) => `Facilities: ${stateWords[state].word}`),
]

/** The board as CSV text. Each cause has one line, and so has each row without causes. */
export function boardCsv(
  rows: readonly BoardRow[],
  causes: ReplyOf<typeof readCoverageBoardCauses>,
): string {
  const causesOf = new Map(causes.map(({ place, causes: own }) => [place, own]))
  const lines = rows.flatMap((row) => {
    const own = causesOf.get(row.place) ?? []
    return own.length > 0 ? own.map((cause) => lineOf(row, cause)) : [lineOf(row)]
  })
  return toCsv([heads, ...lines])
}

function lineOf(
  { payer, provider, risk, providers, facilities, is_roster_whole, are_facilities_whole }: BoardRow,
  cause?: NamedCause,
): CsvCell[] {
  return [
    payer.name,
    payer.id,
    provider.name,
    provider.npi,
    risk.will.captures,
    dollarsText(risk.will.cents),
    risk.hold.captures,
    dollarsText(risk.hold.cents),
    risk.may.captures,
    dollarsText(risk.may.cents),
    ...(cause
      ? [
          cause.rank
            ? `${otherClaimWords(cause.rank, payer.name)}: ${verdictWords[verdictOfReason(cause)].toLowerCase()}`
            : verdictWords[verdictOfReason(cause)],
          certaintyWords(cause),
          cause.kind,
          cause.name,
          cause.npi,
          cause.state === 'submitted' && cause.awaits_first_day
            ? firstDayAwaited
            : stateWords[cause.state].word,
          whyWords(cause),
          cause.captures,
          cause.rank ? null : dollarsText(cause.cents),
          cause.alone_captures,
          cause.rank ? null : dollarsText(cause.alone_cents),
          cause.first_date,
          cause.last_date,
          cause.covered_from,
          cause.waits_for && waitNouns[cause.waits_for],
          cause.submitted_on,
          cause.loads_on,
          cause.file_by,
          cause.without_file_by,
        ]
      : Array.from({ length: 19 }, () => null)),
    ...countsOf(providers, is_roster_whole),
    ...countsOf(facilities, are_facilities_whole),
  ]
}

// A state without a count is 0 if the board read the whole list. Otherwise its cell is empty.
function countsOf(counts: StateCounts, isWhole: boolean): CsvCell[] {
  return states.map((state) => counts[state] ?? (isWhole ? 0 : null))
}
