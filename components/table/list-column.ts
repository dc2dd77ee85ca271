import type { ReactNode } from 'react'
import type { BaseRow } from '#lib/lists/rows/rows.ts'

/** What a cell may need beside its row. */
export type CellContext<Extra = unknown> = {
  /** The person's local date, the same on server and in the browser. */
  today: string
  /** What the list learns about its rows after they are shown; undefined until then. */
  extra: Extra | undefined
}

/** One column of a list. Columns are module constants; `render` is a plain function without hooks, called per row. */
export type ListColumn<Row extends BaseRow, Extra = unknown> = {
  id: string
  header: string
  /** Width in pixels at the start, and the least that it may be made. */
  size: number
  minSize?: number
  align?: 'end'
  /** Takes what width is left over. One column of a list has it. */
  grows?: true
  /** The sort field that this column shows. */
  sort?: string
  /** The cell that links to the item; it cannot be hidden. One column of a list has it. */
  isMain?: true
  /** Not shown until the person chooses it. */
  isOptional?: true
  className?: string
  // Methods, so that a list's columns fit where any row is drawn: a table only ever hands them its own rows.
  render(row: Row, context: CellContext<Extra>): ReactNode
  /** The whole text for the hover, where a cell may be cut. */
  title?(row: Row, context: CellContext<Extra>): string | undefined
}
