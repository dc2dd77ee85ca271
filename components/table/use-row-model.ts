import {
  columnGroupingFeature,
  createExpandedRowModel,
  createGroupedRowModel,
  createSortedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ExpandedState,
  type RowData,
} from '@tanstack/react-table'
import { useMemo, useState } from 'react'
import type { RowTable } from './row-declaration.ts'

export type RowSort = { id: string; desc: boolean }

const features = tableFeatures({
  rowSortingFeature,
  columnGroupingFeature,
  rowExpandingFeature,
  sortedRowModel: createSortedRowModel(),
  groupedRowModel: createGroupedRowModel(),
  expandedRowModel: createExpandedRowModel(),
})
const groupColumn = 'group'
const grouped = [groupColumn]
const ungrouped: string[] = []
/** The rows as they are drawn: sorted, each group after a row of its own. */
export function useRowModel<Row extends RowData, About>(
  { key, groups, sorts }: RowTable<Row, About>,
  rows: readonly Row[],
  about: About,
) {
  const [sort, setSort] = useState<RowSort>({ id: sorts?.first ?? '', desc: true })
  const [opened, setOpened] = useState<ExpandedState>({})
  const columns = useMemo<ColumnDef<typeof features, Row>[]>(
    () => [
      {
        id: groupColumn,
        accessorFn: (row) => groups?.findIndex(({ has }) => has(row, about)),
      },
      ...Object.entries(sorts?.by ?? {}).map(([id, compare]) => ({
        id,
        accessorFn: () => undefined,
        sortFn: (a: { original: Row }, b: { original: Row }) => compare(a.original, b.original),
        sortUndefined: false as const,
      })),
    ],
    [groups, sorts, about],
  )
  const sorting = useMemo(
    () => [
      ...(groups ? [{ id: groupColumn, desc: false }] : []),
      ...(sorts ? [sort, ...sorts.ties.map((id) => ({ id, desc: false }))] : []),
    ],
    [groups, sorts, sort],
  )
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: (row, place) =>
      typeof key === 'function' ? key(row, place) : String(row[key as keyof Row]),
    // The rows of a group are its sub-rows, and they are always open.
    state: { sorting, grouping: groups ? grouped : ungrouped, expanded: groups ? true : opened },
    onExpandedChange: setOpened,
    getRowCanExpand: () => true,
    autoResetExpanded: false,
  })
  return {
    items: table.getRowModel().rows,
    sort,
    sortBy: (id: string) =>
      setSort({ id, desc: id === sort.id ? !sort.desc : !sorts?.ties.includes(id) }),
  }
}

export type RowModel<Row extends RowData> = ReturnType<typeof useRowModel<Row, unknown>>
