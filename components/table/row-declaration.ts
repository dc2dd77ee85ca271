import type { ReactNode } from 'react'

/** What a cell shows under its row, and whether it does. */
export type RowFold = { isOpen: boolean; toggle: () => void }

type Value = string | number | undefined
type ValueName<Row> = {
  [Name in keyof Row]-?: Row[Name] extends Value ? Name : never
}[keyof Row]
// A member of the row, or what is made of it.
type Reads<Row, About = unknown> = ValueName<Row> | ((row: Row, about: About) => Value)

/** A column of rows that are all in the browser. Cell and file follow from `value` by `kind`. */
export type RowColumn<Row, About = unknown> = {
  header: string
  /** The default is `text`. `time` is an instant in ISO text. */
  kind?: 'text' | 'count' | 'cents' | 'date' | 'time'
  value?: Reads<Row, About>
  /** The cell, if it shows more than the value. */
  cell?(row: Row, about: About, fold: RowFold): ReactNode
  /** A quiet second line. */
  below?(row: Row, about: About): ReactNode
  /** What the rows of a group sum up to. */
  sum?(rows: readonly Row[], about: About): ReactNode
  /** The cell names the row. */
  isName?: true
  /** Its place in the card that a row is on a phone. A table without any scrolls sideways there. */
  card?: 'title' | 'money' | 'detail' | 'end'
  /** What presses in its head sort by; without them the head is its name. */
  sorts?: readonly { by: string; label: string }[]
  /** Classes of the head alone: cells would be narrow in a card, too. */
  width?: string
  className?: string
  /** Classes of the content, in the head too. */
  inside?: string
  /** `false` if only the file has the column. */
  screen?: false
}

/** A button at the end of each row, and its key for the current row. */
export type RowAction<Row> = {
  label: string
  /** The accessible name; by default the label with the row's name. */
  name?(row: Row): string
  keys?: string
  /** What the key does, in the list of keys. */
  keyLabel?: string
  opens?: 'dialog'
  isShown?(row: Row): boolean
  isBusy?(row: Row): boolean
  run(row: Row): unknown
}

type RowSorts<Row> = {
  by: { readonly [id: string]: (a: Row, b: Row) => number }
  /** Greatest first. */
  first: string
  /** The order of equal rows. These sort from the least first, all others from the greatest. */
  ties: readonly string[]
}

/** A table as it is declared: head, cells, cards, groups, keys and file follow. */
export type RowTable<Row, About = unknown> = {
  label: string
  key: ValueName<Row> | ((row: Row, place: number) => string)
  /** What a person calls a row. */
  name: Reads<Row>
  columns: { readonly [id: string]: RowColumn<Row, About> }
  /** The page of a row; the cell that names the row links to it. */
  open?: { label: string; hrefOf(row: Row): string }
  /** j, k and Enter are the table's. One table of a page may have them. */
  hasKeys?: true
  sorts?: RowSorts<Row>
  /** A row belongs to the first group that has it. */
  groups?: readonly { label: ReactNode; has(row: Row, about: About): boolean }[]
  /** What opens under a row. A table with groups has none. */
  detail?(row: Row, about: About): ReactNode
  /** Low rows, for a table beside others. */
  isDense?: true
  className?: string
}

/** A value of a row: a member of it, or what is made of it. */
export function valueOf<Row, About>(
  reads: Reads<Row, About> | undefined,
  row: Row,
  about: About,
): Value {
  if (typeof reads === 'function') return reads(row, about)
  return reads === undefined ? undefined : (row[reads] as Value)
}
