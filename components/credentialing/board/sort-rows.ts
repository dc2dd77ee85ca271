import { problemOrder } from '#components/coverage/state-words.ts'
import type { BoardRow, StateCounts } from '#lib/rules/coverage/board.ts'

/** The sort columns of the board. */
const boardSorts = ['payer', 'provider', 'captures', 'cents', 'providers', 'facilities'] as const
export type BoardSort = { by: (typeof boardSorts)[number]; direction: 'asc' | 'desc' }

/** The first order of the board: the most money at risk first. */
export const firstSort: BoardSort = { by: 'cents', direction: 'desc' }

/**
 * A new column starts with names from A or the greatest number; the same column reverses its order.
 */
export function nextSort(sort: BoardSort, by: BoardSort['by']): BoardSort {
  if (sort.by === by) return { by, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
  return { by, direction: by === 'payer' || by === 'provider' ? 'asc' : 'desc' }
}

/**
 * The rows that match the search and, if `onlyAtRisk`, have money at risk, sorted. Equal rows are
 * sorted by payer and provider.
 */
export function arrangeRows(
  rows: readonly BoardRow[],
  { sort, search, onlyAtRisk }: { sort: BoardSort; search: string; onlyAtRisk: boolean },
): BoardRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = (row: BoardRow) => {
    if (onlyAtRisk && !hasRisk(row)) return false
    const text =
      `${row.payer.name} ${row.payer.id} ${row.provider.name} ${row.provider.npi}`.toLowerCase()
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
    case 'captures':
    case 'cents':
      return a.risk.will[by] - b.risk.will[by] || a.risk.may[by] - b.risk.may[by]
    case 'providers':
    case 'facilities':
      return problemsOf(a[by]) - problemsOf(b[by])
  }
}

/** True when captures of the row will or may be denied. */
export function hasRisk({ risk }: BoardRow): boolean {
  return risk.will.captures + risk.may.captures > 0
}

/** A row's key in the page's address. Its ids name no patient. */
export function pairOf({ payer, provider }: BoardRow): string {
  return `${payer.uuid}.${provider.id}`
}
