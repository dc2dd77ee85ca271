import type { ReactNode } from 'react'
import { LocalDate } from '#components/ui/local-date.tsx'
import { middleTruncate } from '#components/ui/middle-truncate.ts'
import { Money } from '#components/ui/money.tsx'
import {
  cellText,
  dateText,
  type Column,
  type ColumnKind,
  type Columns,
} from '#lib/lists/columns.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'

/** Data for cells beside their row. */
export type CellContext<Extra = unknown> = {
  /** The person's local date, the same on server and in the browser. */
  today: string
  /** Data about the rows that the list loads after them; undefined until then. */
  extra: Extra | undefined
}

/**
 * One column of a table. Columns are module constants; `text` and `render` are plain functions
 * without hooks.
 */
export type ListColumn<Row extends BaseRow, Extra = unknown> = {
  id: string
  header: string
  /**
   * Pixels: the least that the column is squeezed to, the most that it asks for, and what a cell
   * shows beside its text (the dot and ends of a badge).
   */
  width: { least: number; most: number; beside?: number }
  align?: 'end'
  /** As wide as its longest text, like a number: half a date is useless. */
  isNeverCut?: true
  /** Tells whose, where or by whom: it is whole before a problem gets more than its least width. */
  isName?: true
  /**
   * Says why the row needs work: it gets its room after the names, before the other columns. One
   * column of a list has it.
   */
  isCause?: true
  /** The sort field that this column shows. */
  sort?: string
  /** The list's filters that ask for a value of this column. */
  filters?: readonly string[]
  /** The cell that links to the item; it cannot be hidden. One column of a list has it. */
  isMain?: true
  /** Not shown until the person chooses it. */
  isOptional?: true
  /**
   * Its place in the card that a row is on a phone: `title` and `money` on the first line, `detail`
   * and `end` on the second, `whole` on both. A column without a place is left out there. The row's
   * link has one.
   */
  card?: 'title' | 'money' | 'detail' | 'end' | 'whole'
  /** What its number counts, said on a card. */
  cardNoun?: string
  /** Its text may come after the rows, so that an empty one may fill. */
  isLate?: true
  className?: string
  // Methods, so that a list's columns fit where any row is drawn: a table only ever hands them its
  // own rows.
  /**
   * The cell's text, from which its width follows; also shown on hover, because a cell may be cut.
   */
  text(row: Row, context: CellContext<Extra>): string | undefined
  /** The cell's content where it is more than its text. */
  render?(row: Row, context: CellContext<Extra>): ReactNode
  /** A second line under the cell's content, outside of its link, in a table of two lines. */
  below?(row: Row, context: CellContext<Extra>): ReactNode
  /** The hover's text where it is more than the cell's. */
  title?(row: Row, context: CellContext<Extra>): string | undefined
}

/** How a local date is written, and what stands where there is none. */
type DateLook = { weekday?: boolean; year?: boolean; none?: string }

/** What a table draws otherwise than the column's kind says. */
export type Look<Row extends BaseRow, Extra = unknown> = Partial<
  Omit<ListColumn<Row, Extra>, 'id' | 'header' | 'sort' | 'filters' | 'isMain' | 'isOptional'>
> & { date?: DateLook }

/** The looks of a list's columns, by id. A column that only a file has has none. */
export type Looks<List extends Columns, Row extends BaseRow, Extra = unknown> = {
  readonly [Id in keyof List as List[Id] extends { screen: false } ? never : Id]?: Look<Row, Extra>
}

/** A list's columns as its table draws them, in their order. */
export function columnsOf<List extends Columns, Row extends BaseRow, Extra = unknown>(
  columns: List,
  looks: Looks<NoInfer<List>, Row, Extra>,
): ListColumn<Row, Extra>[] {
  const byId: { readonly [id: string]: Look<Row, Extra> | undefined } = looks
  return Object.entries<Column>(columns)
    .filter(([, column]) => column.screen !== false)
    .map(([id, column]) => drawn(id, column as Column<Row>, byId[id]))
}

function drawn<Row extends BaseRow, Extra>(
  id: string,
  column: Column<Row>,
  { date, ...look }: Look<Row, Extra> = {},
): ListColumn<Row, Extra> {
  const { header, kind = 'text', sort, filters, isMain, isOptional } = column
  return {
    id,
    header,
    sort,
    filters,
    isMain,
    isOptional,
    text: (row) => cellText(column, row),
    // What a person adds to a table is quieter than what it shows at first.
    ...(isOptional && { className: 'text-ink-2' }),
    ...kindLooks[kind],
    ...(kind === 'id' && idLook(column)),
    ...(kind === 'cents' && { render: (row: Row) => <Money cents={numberIn(column, row)} /> }),
    ...(kind === 'date' && dateLook(column, date)),
    ...look,
  }
}

const kindLooks: {
  readonly [kind in ColumnKind]: Pick<
    ListColumn<BaseRow>,
    'width' | 'align' | 'isNeverCut' | 'className'
  >
} = {
  text: { width: { least: 76, most: 170 } },
  words: { width: { least: 76, most: 170 } },
  code: { width: { least: 76, most: 170 }, className: 'font-mono text-xs text-ink-2' },
  id: { width: { least: 76, most: 170 }, className: 'font-mono text-xs text-ink-2' },
  count: { width: { least: 48, most: 70 }, align: 'end' },
  cents: { width: { least: 64, most: 130 }, align: 'end', className: '' },
  date: {
    width: { least: 92, most: 120, beside: 3 },
    isNeverCut: true,
    className: 'text-ink-2',
  },
}

function textIn<Row extends BaseRow>(column: Column<Row>, row: Row): string | undefined {
  const value = column.value?.(row)
  return typeof value === 'string' && value !== '' ? value : undefined
}

function numberIn<Row extends BaseRow>(column: Column<Row>, row: Row): number | undefined {
  const value = column.value?.(row)
  return typeof value === 'number' ? value : undefined
}

// The ends of ids tell them apart; the whole id is in the hover.
function idLook<Row extends BaseRow>(column: Column<Row>) {
  const title = (row: Row) => textIn(column, row)
  const text = (row: Row) => {
    const id = title(row)
    return id && middleTruncate(id, 13)
  }
  return { text, title }
}

function dateLook<Row extends BaseRow>(
  column: Column<Row>,
  { weekday = false, year = true, none }: DateLook = {},
) {
  return {
    text: (row: Row) => {
      const date = textIn(column, row)
      return date === undefined ? none : dateText(date, { weekday, year })
    },
    render: (row: Row) => {
      const date = textIn(column, row)
      return date !== undefined || none === undefined ? (
        <LocalDate date={date} weekday={weekday} year={year} />
      ) : (
        <span className="text-ink-3">{none}</span>
      )
    },
  }
}
