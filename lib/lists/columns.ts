import type { CsvCell } from '#lib/core/csv.ts'
import { formatLocalDate, isLocalDate } from '#lib/core/local-date.ts'
import { dollarsText, formatCents } from '#lib/core/money.ts'
import { humanize } from './filter-value.ts'
import type { BaseRow } from './rows/rows.ts'

/**
 * The kind of a column's value. It decides the text on screen, the cell in the file and the usual
 * width. `words` is a wire word ("on_hold"), `code` is an identifier that people know an item by
 * (an NPI), `cents` is an amount in whole cents, and `date` is a local date (YYYY-MM-DD).
 */
export type ColumnKind = 'text' | 'words' | 'code' | 'id' | 'count' | 'cents' | 'date'

/**
 * One column of a list, for its table and its file. Its id is its key in `Columns`. Preferences,
 * views and exports store the id, so it must not change.
 */
export type Column<Row extends BaseRow = BaseRow> = {
  header: string
  /** The default is `text`. */
  kind?: ColumnKind
  // These are methods because TypeScript then accepts a list's columns where the columns of any row
  // are expected.
  /**
   * The column's value in a row; undefined if the row has none. A column without this method is in
   * the file only if it has `file.value`, and the table draws its cell.
   */
  value?(row: Row): string | number | undefined
  /** The text on screen, if it differs from the text that the value gives. */
  text?(row: Row): string | undefined
  /** The header and the value in the file, if they differ from those above. */
  file?: { header?: string; value?(row: Row): CsvCell }
  /** `false` if only the file has the column. */
  screen?: false
  /** The column has protected health information. A file omits it unless a person selects it. */
  isPhi?: true
  /** The column identifies the row's record. Every file has it. */
  isKey?: true
  /** Its cell says more than the partner's item: a file has to ask or to judge for it. */
  isJoined?: true
  /** The list's sort field that has this column's value. */
  sort?: string
  /** The list's filters that ask for a value of this column. */
  filters?: readonly string[]
  /** The column's cell links to the item. A person can't hide it. Each list has one such column. */
  isMain?: true
  /** The table hides the column until the person selects it. */
  isOptional?: true
}

/** The columns of a list in table order. Columns that only the file has come last. */
export type Columns<Row extends BaseRow = BaseRow> = { readonly [id: string]: Column<Row> }

/** The text of a cell on screen; undefined if the cell is empty. */
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

/**
 * A local date in the format of a table ("08/14/2026"). `weekday` adds the weekday; `year: false`
 * omits the year. Other text is returned unchanged.
 */
export function dateText(
  date: string,
  options: { weekday?: boolean; year?: boolean } = {},
): string {
  return isLocalDate(date) ? formatLocalDate(date, { weekday: false, ...options }) : date
}

/** One column of a list's file. */
export type FileColumn<Row extends BaseRow = BaseRow> = Pick<
  Column<Row>,
  'isPhi' | 'isKey' | 'isJoined' | 'kind'
> & {
  id: string
  header: string
  value(row: Row): CsvCell
}

/**
 * The columns that a list's file can have. Dates are local dates (YYYY-MM-DD) and amounts are in
 * dollars ("1234.50"), so that a spreadsheet can calculate with them.
 */
export function fileColumns<Row extends BaseRow>(columns: Columns<Row>): FileColumn<Row>[] {
  return Object.entries(columns).flatMap(([id, column]) => {
    const { isPhi, isKey, isJoined, kind, file, value } = column
    if (!value && !file?.value) return []
    const header = file?.header ?? (kind === 'cents' ? `${column.header} (USD)` : column.header)
    return {
      id,
      header,
      ...(isPhi && { isPhi }),
      ...(isKey && { isKey }),
      ...(isJoined && { isJoined }),
      ...(kind && { kind }),
      value: (row) => (file?.value ? file.value(row) : fileCell(kind, column.value!(row))),
    }
  })
}

function fileCell(kind: ColumnKind | undefined, value: string | number | undefined): CsvCell {
  if (kind === 'words' && typeof value === 'string') return value && humanize(value)
  return kind === 'cents' && typeof value === 'number' ? dollarsText(value) : value
}
