import { unjudgedReasons } from './facts.ts'
import type {
  Amount,
  Board,
  BoardRow,
  Recount,
  RiskSums,
  StatedAmount,
  UnjudgedCapture,
} from './board.ts'
import type { ClaimAmount } from './reprocess.ts'

/** The board's sums that follow from its rows. */
export function riskSums(
  rows: readonly BoardRow[],
): Pick<Board, 'will_deny' | 'hold' | 'may_deny'> {
  const riskOf = (kind: keyof RiskSums) => sumStated(rows.map(({ risk }) => risk[kind]))
  return { will_deny: riskOf('will'), hold: riskOf('hold'), may_deny: riskOf('may') }
}

/**
 * The sums of captures that could not be judged, by reason. The capture of unjudged lines is
 * already counted at risk.
 */
export function unjudgedSums(unjudged: readonly UnjudgedCapture[]): Board['unjudged'] {
  const amountOf = (found: readonly UnjudgedCapture[]): Amount => ({
    captures: found.filter(({ lines }) => lines === undefined).length,
    cents: found.reduce((sum, { cents = 0 }) => sum + cents, 0),
  })
  return unjudgedReasons.flatMap((reason) => {
    const found = unjudged.filter((capture) => capture.reason === reason)
    return found.length > 0
      ? [
          {
            reason,
            ...amountOf(found),
            planned: amountOf(found.filter(({ isPlanned }) => isPlanned)),
          },
        ]
      : []
  })
}

/** The sum of stated amounts. */
export function sumStated(amounts: readonly StatedAmount[]): StatedAmount {
  const sum: StatedAmount = { captures: 0, cents: 0, planned: { captures: 0, cents: 0 } }
  for (const { captures, cents, planned } of amounts) {
    sum.captures += captures
    sum.cents += cents
    sum.planned.captures += planned.captures
    sum.planned.cents += planned.cents
  }
  return sum
}

/** The sum of the claims that were denied before their span was loaded. */
export function sumReprocess(rows: readonly BoardRow[]): ClaimAmount {
  const sum: ClaimAmount = { claims: 0, cents: 0, without_amount: 0 }
  for (const { reprocess } of rows) {
    sum.claims += reprocess?.claims ?? 0
    sum.cents += reprocess?.cents ?? 0
    sum.without_amount += reprocess?.without_amount ?? 0
  }
  return sum
}

/**
 * A board with the rows that were counted anew since, and sums that fit them. `unjudged` are all
 * captures that the board could not judge; those of a row that was counted anew are replaced.
 */
export function withRecounts(
  board: Board,
  unjudged: readonly UnjudgedCapture[],
  recounts: readonly Recount[],
): { board: Board; unjudged: UnjudgedCapture[] } {
  const groups = new Set(recounts.map(({ group }) => group))
  const rowsAnew = new Map(recounts.flatMap(({ rows }) => rows).map((row) => [row.place, row]))
  const rows = board.rows.map((row) => rowsAnew.get(row.place) ?? row)
  const now = [
    ...unjudged.filter(({ group }) => group === undefined || !groups.has(group)),
    ...recounts.flatMap((recount) => recount.unjudged),
  ]
  const contracts = new Set(
    [...rowsAnew.values()].flatMap((row) => row.contracts.map(({ contract_id }) => contract_id)),
  )
  return {
    unjudged: now,
    board: {
      ...board,
      ...riskSums(rows),
      rows,
      fine: sumStated([
        board.fine,
        ...recounts.flatMap(({ fine, fine_before }) => [fine, negative(fine_before)]),
      ]),
      unjudged: unjudgedSums(now),
      // A row is counted anew only where everything of it could be read.
      unread: board.unread.filter(
        ({ contract_id }) => contract_id === undefined || !contracts.has(contract_id),
      ),
    },
  }
}

function negative({ captures, cents, planned }: StatedAmount): StatedAmount {
  return {
    captures: -captures,
    cents: -cents,
    planned: { captures: -planned.captures, cents: -planned.cents },
  }
}
