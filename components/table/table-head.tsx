'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { ListColumn } from './list-column.ts'
import type { Selection } from './selection.ts'
import type { ListTable } from './use-list-table.ts'

type TableHeadProps<Row extends BaseRow, Extra> = {
  table: ListTable<Row>
  columns: readonly ListColumn<Row, Extra>[]
  selection: Selection
  count: number
  sort: { field: string; direction: 'asc' | 'desc'; onSort: (field: string) => void }
}

const head =
  'sticky top-0 z-10 h-row border-b border-line bg-panel px-2 text-xs first:pl-3 last:pr-3 font-medium text-ink-2'

/**
 * The header row: it stays in sight, sorts where the partner can sort, and its edges and names are dragged to resize and
 * reorder. The keyboard's way to both is the panel behind "Columns".
 */
export function TableHead<Row extends BaseRow, Extra>({
  table,
  columns,
  selection,
  count,
  sort,
}: TableHeadProps<Row, Extra>) {
  const dragged = useRef<string | undefined>(undefined)
  const headers = table.getFlatHeaders()
  const drop = (onto: string) => {
    const order = table.getAllLeafColumns().map((column) => column.id)
    const moved = dragged.current
    dragged.current = undefined
    if (moved === undefined || moved === onto) return
    const to = order.indexOf(onto)
    table.setColumnOrder(order.filter((id) => id !== moved).toSpliced(to, 0, moved))
  }
  const selected = selection.ids.size
  return (
    <thead>
      <tr aria-rowindex={1}>
        <th scope="col" className={head}>
          <input
            type="checkbox"
            data-select-all
            readOnly
            disabled={count === 0}
            checked={count > 0 && selected >= count}
            ref={(box) => {
              if (box) box.indeterminate = selected > 0 && selected < count
            }}
            aria-label="Select all rows on this page"
            className="row-check"
          />
        </th>
        {columns.map((column) => {
          const sorted = column.sort !== undefined && column.sort === sort.field
          const Arrow = sort.direction === 'asc' ? ArrowUp : ArrowDown
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={sorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined}
              onDragOver={(event) => dragged.current !== undefined && event.preventDefault()}
              onDrop={() => drop(column.id)}
              className={`${head} group ${column.align === 'end' ? 'text-right' : ''}`}
            >
              <span
                draggable
                onDragStart={() => (dragged.current = column.id)}
                onDragEnd={() => (dragged.current = undefined)}
                className="block truncate"
              >
                {column.sort === undefined ? (
                  column.header
                ) : (
                  <button
                    type="button"
                    onClick={() => sort.onSort(column.sort!)}
                    className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
                  >
                    {column.header}
                    {sorted && <Arrow aria-hidden="true" className="size-3" />}
                  </button>
                )}
              </span>
              <span
                aria-hidden="true"
                onMouseDown={headers.find((header) => header.column.id === column.id)?.getResizeHandler()}
                onTouchStart={headers.find((header) => header.column.id === column.id)?.getResizeHandler()}
                onDoubleClick={() => table.getColumn(column.id)?.resetSize()}
                className="absolute inset-y-1.5 -right-0.5 w-1.5 cursor-col-resize touch-none rounded-full select-none group-hover:bg-line-strong hover:bg-accent"
              />
            </th>
          )
        })}
      </tr>
    </thead>
  )
}
