import { folded, foldedWords } from '#lib/core/folded.ts'
import { problemOrder } from '#components/coverage/state-words.ts'
import type { BoardRow, RiskSums, StateCounts } from '#lib/rules/coverage/board.ts'

/** The sort columns of the board. */
const boardSorts = ['payer', 'provider', 'will', 'hold', 'may', 'providers', 'facilities'] as const
export type BoardSort = { by: (typeof boardSorts)[number]; direction: 'asc' | 'desc' }

/**
 * The rows that the board shows: all, those with any charges at risk, those with one verdict, or
 * those with claims that were denied before their span was loaded.
 */
export type RowFilter = 'all' | 'any' | 'denied' | keyof RiskSums

/** The first order of the board: the most money at risk first. */
export const firstSort: BoardSort = { by: 'will', direction: 'desc' }

/**
 * A new column starts with names from A or the greatest number; the same column reverses its order.
 */
export function nextSort(sort: BoardSort, by: BoardSort['by']): BoardSort {
  if (sort.by === by) return { by, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
  return { by, direction: by === 'payer' || by === 'provider' ? 'asc' : 'desc' }
}

/**
 * The rows that match the search and have captures of the wanted verdict, sorted. Equal rows are
 * sorted by payer and provider.
 */
export function arrangeRows(
  rows: readonly BoardRow[],
  { sort, search, filter }: { sort: BoardSort; search: string; filter: RowFilter },
): BoardRow[] {
  const words = foldedWords(search)
  const isWanted = (row: BoardRow) => {
    if (!passes(row, filter)) return false
    const text = folded(
      `${row.payer.name} ${row.payer.id} ${row.provider.name} ${row.provider.npi}`,
    )
    return words.every((word) => text.includes(word))
  }
  const sign = sort.direction === 'asc' ? 1 : -1
  return rows
    .filter(isWanted)
    .toSorted(
      (a, b) =>
        sign * compare(a, b, sort.by) || compare(a, b, 'payer') || compare(a, b, 'provider'),
    )
}

/** The number of providers or facilities that need work today. */
export function problemsOf(counts: StateCounts): number {
  return problemOrder.reduce((sum, state) => sum + (counts[state] ?? 0), 0)
}

function compare(a: BoardRow, b: BoardRow, by: BoardSort['by']): number {
  switch (by) {
    case 'payer':
    case 'provider':
      return a[by].name.localeCompare(b[by].name, 'en')
    case 'will':
    case 'hold':
    case 'may':
      // Equal money is told apart by that of the other verdicts, the worst first.
      return (
        [by, 'will' as const, 'hold' as const, 'may' as const]
          .map((verdict) => a.risk[verdict].cents - b.risk[verdict].cents)
          .find((difference) => difference !== 0) ?? 0
      )
    case 'providers':
    case 'facilities':
      return problemsOf(a[by]) - problemsOf(b[by])
  }
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
