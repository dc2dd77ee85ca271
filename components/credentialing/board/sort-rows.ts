import { folded, foldedWords, hasWords } from '#lib/core/folded.ts'
import { problemOrder } from '#components/coverage/state-words.ts'
import type { BoardRow, RiskSums, StateCounts } from '#lib/rules/coverage/board.ts'

/**
 * The rows that the board shows: all, those with any charges at risk, those with one verdict, or
 * those with claims that were denied before their span was loaded.
 */
export type RowFilter = 'all' | 'any' | 'denied' | keyof RiskSums

/** The rows that match the search and have captures of the wanted verdict. */
export function matchingRows(
  rows: readonly BoardRow[],
  { search, filter }: { search: string; filter: RowFilter },
): BoardRow[] {
  const words = foldedWords(search)
  return rows.filter((row) => {
    const { payer, provider } = row
    const text = folded(`${payer.name} ${payer.id} ${provider.name} ${provider.npi}`)
    return passes(row, filter) && hasWords(text, words)
  })
}

type Compare = (a: BoardRow, b: BoardRow) => number

export const compareNames =
  (of: 'payer' | 'provider'): Compare =>
  (a, b) =>
    a[of].name.localeCompare(b[of].name, 'en')

/** Equal money is told apart by that of the other verdicts, the worst first. */
export const compareMoney =
  (verdict: keyof RiskSums): Compare =>
  (a, b) =>
    [verdict, 'will' as const, 'hold' as const, 'may' as const]
      .map((each) => a.risk[each].cents - b.risk[each].cents)
      .find((difference) => difference !== 0) ?? 0

export const compareProblems =
  (of: 'providers' | 'facilities'): Compare =>
  (a, b) =>
    problemsOf(a[of]) - problemsOf(b[of])

/** The number of providers or facilities that need work today. */
export function problemsOf(counts: StateCounts): number {
  return problemOrder.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}

/** True when captures of the row will or may be denied or wait. */
export function hasRisk({ risk }: BoardRow): boolean {
  return risk.will.captures + risk.hold.captures + risk.may.captures > 0
}

/** True when the row has causes: of primary claims, or of claims to other insurances. */
export function hasCauses(row: BoardRow): boolean {
  return hasRisk(row) || row.others !== undefined
}

function passes(row: BoardRow, filter: RowFilter): boolean {
  if (filter === 'all') return true
  if (filter === 'any') return hasRisk(row)
  return filter === 'denied' ? row.reprocess !== undefined : hasVerdict(row, filter)
}

// Lines of a capture with a worse verdict count too: they have money, but no capture of their own.
function hasVerdict({ risk }: BoardRow, verdict: keyof RiskSums): boolean {
  return risk[verdict].captures > 0 || risk[verdict].cents !== 0
}

/** A row's key in the page's address. Its ids name no patient. */
export function pairOf({ payer, provider }: BoardRow): string {
  return `${payer.uuid}.${provider.id}`
}
