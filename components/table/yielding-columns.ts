import type { ListView } from '#lib/lists/view.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { CellContext, ListColumn } from './columns.tsx'

/**
 * The columns that give their room to the others, by id: those that are empty in all rows of the
 * page, and those that say the same in all rows because a filter asks for that one value, which its
 * chip shows. A column that a person has added stays, as do the row's link and what fills later. They
 * come back with another page or without the filter.
 */
export function yieldingColumns<Row extends BaseRow, Extra>(
  columns: readonly ListColumn<Row, Extra>[],
  rows: readonly Row[],
  filters: ListView['filters'],
  context: CellContext<Extra>,
): string[] {
  const readable = rows.filter((row) => !row.unreadable)
  if (readable.length === 0) return []
  // Without what comes after the rows: columns would move when it comes.
  const early = { today: context.today, extra: undefined }
  return columns
    .filter((column) => {
      if (column.isMain || column.isOptional || column.isLate) return false
      const texts = new Set(readable.map((row) => column.text(row, early) ?? ''))
      if (texts.size > 1) return false
      return texts.has('') || column.filters?.some((name) => hasOneValue(filters[name])) === true
    })
    .map(({ id }) => id)
}

function hasOneValue(value: ListView['filters'][string] | undefined): boolean {
  return Array.isArray(value) ? value.length === 1 : value !== undefined
}
