import { problemOrder } from '#components/coverage/state-words.ts'
import type { BoardRow, StateCounts } from '#lib/rules/coverage/board.ts'

/** What the board can be sorted by. */
export const boardSorts = ['payer', 'provider', 'captures', 'cents', 'providers', 'facilities'] as const
export type BoardSort = { by: (typeof boardSorts)[number]; direction: 'asc' | 'desc' }

/** The order in which a person meets the board: where most money is lost. */
export const firstSort: BoardSort = { by: 'cents', direction: 'desc' }

/** Another column begins with what matters most: names from A, numbers from the greatest. The same one turns round. */
export function nextSort(sort: BoardSort, by: BoardSort['by']): BoardSort {
  if (sort.by === by) return { by, direction: sort.direction === 'asc' ? 'desc' : 'asc' }
  return { by, direction: by === 'payer' || by === 'provider' ? 'asc' : 'desc' }
}

/** The rows that hold the words and, if asked for, money at risk, in the order asked for. Rows that are alike keep payer and provider order. */
export function arrangeRows(
  rows: readonly BoardRow[],
  { sort, search, onlyAtRisk }: { sort: BoardSort; search: string; onlyAtRisk: boolean },
): BoardRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = (row: BoardRow) => {
    if (onlyAtRisk && !hasRisk(row)) return false
    const text = `${row.payer.name} ${row.payer.id} ${row.provider.name} ${row.provider.npi}`.toLowerCase()
    return words.every((word) => text.includes(word))
  }
  const sign = sort.direction === 'asc' ? 1 : -1
  return rows
    .filter(isWanted)
    .toSorted((a, b) => sign * compare(a, b, sort.by) || compare(a, b, 'payer') || compare(a, b, 'provider'))
}

/** How many of them need somebody's work today. */
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

/** A row's name in the page's address: ids of records, of no patient. */
export function pairOf({ payer, provider }: BoardRow): string {
  return `${payer.uuid}.${provider.id}`
}
