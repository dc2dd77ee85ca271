import {
  columnOrderingFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ColumnOrderState,
  type ColumnSizingState,
  type Updater,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { ListColumn } from './list-column.ts'
import type { TablePreference } from './table-preference.ts'

/** The table features in use: columns only. Rows come filtered, sorted and paged from the partner. */
const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnSizingFeature,
  columnResizingFeature,
})

/** The table of a list: its columns as the person has arranged them, its rows as the partner sent them. */
export function useListTable<Row extends BaseRow, Extra>(
  columns: readonly ListColumn<Row, Extra>[],
  data: Row[],
  preference: TablePreference,
  onPreference: (next: TablePreference) => void,
) {
  const definitions = useMemo<ColumnDef<typeof features, Row>[]>(
    () =>
      columns.map(({ id, header, size, minSize = 56, isMain }) => ({
        id,
        header,
        size,
        minSize,
        enableHiding: !isMain,
      })),
    [columns],
  )
  const columnVisibility = useMemo(
    () => Object.fromEntries(preference.hidden.map((id) => [id, false])),
    [preference.hidden],
  )
  return useTable({
    features,
    columns: definitions,
    data,
    columnResizeMode: 'onChange',
    state: { columnOrder: preference.order, columnVisibility, columnSizing: preference.widths },
    onColumnSizingChange: (change: Updater<ColumnSizingState>) =>
      onPreference({ ...preference, widths: whole(applied(change, preference.widths)) }),
    onColumnOrderChange: (change: Updater<ColumnOrderState>) =>
      onPreference({ ...preference, order: applied(change, preference.order) }),
  })
}

/** What `useListTable` gives. */
export type ListTable<Row extends BaseRow = BaseRow> = ReturnType<typeof useListTable<Row, unknown>>

function applied<T>(change: Updater<T>, before: T): T {
  return typeof change === 'function' ? (change as (old: T) => T)(before) : change
}

function whole(widths: ColumnSizingState): ColumnSizingState {
  return Object.fromEntries(Object.entries(widths).map(([id, width]) => [id, Math.round(width)]))
}
