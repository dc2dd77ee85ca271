import type { CsvCell } from '#lib/core/csv.ts'
import { formatLocalDate, isLocalDate } from '#lib/core/local-date.ts'
import { dollarsText, formatCents } from '#lib/core/money.ts'
import { humanize } from './filter-value.ts'
import type { BaseRow } from './rows/rows.ts'

/**
 * What a column's value is. The text on the screen, the cell of the file and the usual width follow
 * from it: `words` is a wire word ("on_hold"), `code` a number by which others know an item, `cents`
 * whole cents, `date` a local date.
 */
export type ColumnKind = 'text' | 'words' | 'code' | 'id' | 'count' | 'cents' | 'date'

/**
 * One column of a list, for its table and its file. Its id is its key in the list's columns; ids are
 * stored in preferences, views and exports.
 */
export type Column<Row extends BaseRow = BaseRow> = {
  header: string
  /** `text` when left out. */
  kind?: ColumnKind
  // Methods, so that a list's columns fit where any row is written.
  /** The value. Without it only the table has the column, and its look says the text. */
  value?(row: Row): string | number | undefined
  /** The text on the screen where it is more than the value. */
  text?(row: Row): string | undefined
  /** What differs in a file. */
  file?: { header?: string; value?(row: Row): CsvCell }
  /** `false`: only the file has it. */
  screen?: false
  /** Protected health information: a file leaves it out unless a person chooses it. */
  isPhi?: true
  /** The sort field that this column shows. */
  sort?: string
  /** The cell that links to the item; it cannot be hidden. One column of a list has it. */
  isMain?: true
  /** Not shown until the person chooses it. */
  isOptional?: true
}

/** The columns of a list in the order of its table; those that only a file has come last. */
export type Columns<Row extends BaseRow = BaseRow> = { readonly [id: string]: Column<Row> }

/** The text of a cell on the screen; undefined where it is empty. */
export function cellText<Row extends BaseRow>(column: Column<Row>, row: Row): string | undefined {
  if (column.text) return column.text(row)
  const value = column.value?.(row)
  if (value === undefined || value === '') return undefined
  if (typeof value === 'string') {
    if (column.kind === 'words') return humanize(value)
    return column.kind === 'date' ? dateText(value) : value
  }
  return column.kind === 'cents' ? formatCents(value) : value.toLocaleString('en-US')
}

/** A local date as a table writes it; other text stays as it is. */
export function dateText(
  date: string,
  options: { weekday?: boolean; year?: boolean } = {},
): string {
  return isLocalDate(date) ? formatLocalDate(date, { weekday: false, ...options }) : date
}

/** One column of a list's file. */
export type FileColumn<Row extends BaseRow = BaseRow> = Pick<Column<Row>, 'isPhi'> & {
  id: string
  header: string
  value(row: Row): CsvCell
}

/**
 * What a list's file can hold. Dates are local dates (YYYY-MM-DD), amounts dollars ("1234.50"), so
 * that a spreadsheet can count with them.
 */
export function fileColumns<Row extends BaseRow>(columns: Columns<Row>): FileColumn<Row>[] {
  return Object.entries(columns).flatMap(([id, column]) => {
    const { isPhi, kind, file, value } = column
    if (!value && !file?.value) return []
    const header = file?.header ?? (kind === 'cents' ? `${column.header} (USD)` : column.header)
    return {
      id,
      header,
      ...(isPhi && { isPhi }),
      value: (row) => (file?.value ? file.value(row) : fileCell(kind, column.value!(row))),
    }
  })
}

function fileCell(kind: ColumnKind | undefined, value: string | number | undefined): CsvCell {
  if (kind === 'words' && typeof value === 'string') return value && humanize(value)
  return kind === 'cents' && typeof value === 'number' ? dollarsText(value) : value
}
