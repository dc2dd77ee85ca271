'use client'
import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ColumnOrderState,
  type ColumnSizingState,
  type Updater,
} from '@tanstack/react-table'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { ListColumn } from './columns.tsx'
import type { RowChoice } from './selection.ts'
import { leastWidth, moveOnto, mostWidth, type TablePreference } from './table-preference.ts'

/** How rows are sorted, and what a press on a sortable column does. */
export type TableSort = {
  field: string
  direction: 'asc' | 'desc'
  onSort: (field: string) => void
}

type TableHeadProps<Row extends BaseRow, Extra> = {
  /** The state of the columns, where the person may change it. */
  table: ColumnState | undefined
  columns: readonly ListColumn<Row, Extra>[]
  choice: RowChoice | undefined
  count: number
  sort: TableSort | undefined
}

const head =
  'sticky top-0 z-10 h-row border-b border-line bg-panel px-2 text-xs first:pl-3 last:pr-3 font-medium text-ink-2'

// Pixels that an arrow key resizes by; with Shift.
const step = { small: 8, large: 40 }

/**
 * The header row: it stays in sight, and sorts where the partner can sort. A person drags the edge of
 * a column to resize it and its name to move it. By keyboard: arrows on the edge, Alt+arrows
 * anywhere in the head; Enter or a double click on the edge fits the column to its rows.
 */
export function TableHead<Row extends BaseRow, Extra>({
  table,
  columns,
  choice,
  count,
  sort,
}: TableHeadProps<Row, Extra>) {
  const dragged = useRef<string | undefined>(undefined)
  const move = (id: string, onto: string) =>
    table?.setColumnOrder(
      moveOnto(
        table.getAllLeafColumns().map((column) => column.id),
        id,
        onto,
      ),
    )
  const drop = (onto: string) => {
    const moved = dragged.current
    dragged.current = undefined
    if (moved !== undefined && moved !== onto) move(moved, onto)
  }
  const moveByKey = (event: KeyboardEvent<HTMLElement>, id: string) => {
    const by = event.altKey ? arrowOf(event) : 0
    if (!table || by === 0) return
    // Else the browser would go back in its history.
    event.preventDefault()
    const onto = columns[columns.findIndex((column) => column.id === id) + by]?.id
    if (onto === undefined) return
    move(id, onto)
    // The browser takes the focus off an element that is put elsewhere.
    const focused = event.target as HTMLElement
    requestAnimationFrame(() => focused.focus())
  }
  const setWidth = (id: string, width: number) =>
    table?.setColumnSizing((widths) => ({
      ...widths,
      [id]: Math.min(mostWidth, Math.max(leastWidth, width)),
    }))
  const resizeByKey = (event: KeyboardEvent<HTMLElement>, id: string) => {
    if (event.altKey) return
    const by = arrowOf(event) * (event.shiftKey ? step.large : step.small)
    if (by === 0 && event.key !== 'Enter') return
    event.preventDefault()
    if (by === 0) return table?.getColumn(id)?.resetSize()
    setWidth(id, shownWidth(event.currentTarget) + by)
  }
  const selected = choice?.selection.ids.size ?? 0
  return (
    <thead>
      <tr aria-rowindex={1}>
        {choice && (
          <th scope="col" className={head}>
            {choice.toggleAll ? (
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
            ) : (
              <span className="sr-only">Selected</span>
            )}
          </th>
        )}
        {columns.map((column) => {
          const sorted =
            sort !== undefined && column.sort !== undefined && column.sort === sort.field
          const Arrow = sort?.direction === 'asc' ? ArrowUp : ArrowDown
          return (
            <th
              key={column.id}
              scope="col"
              aria-sort={
                sorted ? (sort.direction === 'asc' ? 'ascending' : 'descending') : undefined
              }
              // Its edge has a name of its own.
              aria-label={table && column.header}
              onKeyDown={(event) => moveByKey(event, column.id)}
              onDragOver={(event) => dragged.current !== undefined && event.preventDefault()}
              onDrop={() => drop(column.id)}
              className={`${head} group ${column.align === 'end' ? 'text-right' : ''}`}
            >
              <span
                draggable={table !== undefined}
                onDragStart={() => (dragged.current = column.id)}
                onDragEnd={() => (dragged.current = undefined)}
                className="block truncate"
              >
                {sort === undefined || column.sort === undefined ? (
                  column.header
                ) : (
                  <button
                    type="button"
                    onClick={() => sort.onSort(column.sort!)}
                    className="inline-flex max-w-full items-center gap-1 rounded-sm align-bottom hover:text-ink"
                  >
                    <span className="truncate">{column.header}</span>
                    {sorted && <Arrow aria-hidden="true" className="size-3 shrink-0" />}
                  </button>
                )}
              </span>
              {table && (
                <span
                  role="separator"
                  aria-orientation="vertical"
                  aria-label={`Width of ${column.header}`}
                  aria-valuemin={leastWidth}
                  aria-valuemax={mostWidth}
                  aria-valuenow={widthOf(table, column.id) ?? leastWidth}
                  aria-valuetext={
                    widthOf(table, column.id) === undefined
                      ? 'Fits its rows'
                      : `${widthOf(table, column.id)} pixels`
                  }
                  title="Drag to resize, double-click to fit. Keys: arrows, Enter; Alt+arrows move the column."
                  tabIndex={0}
                  onPointerDown={(event) =>
                    resizeByPointer(event, (width) => setWidth(column.id, width))
                  }
                  onDoubleClick={() => table.getColumn(column.id)?.resetSize()}
                  onKeyDown={(event) => resizeByKey(event, column.id)}
                  className="absolute inset-y-1.5 -right-0.5 w-1.5 group-last:right-0 cursor-col-resize touch-none rounded-full select-none group-hover:bg-line-strong hover:bg-accent focus-visible:bg-accent"
                />
              )}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

/**
 * The table features in use: columns only. Rows come filtered, sorted and paged from the partner.
 */
const features = tableFeatures({
  columnOrderingFeature,
  columnVisibilityFeature,
  columnSizingFeature,
})
const noRows: BaseRow[] = []
const ignore = () => {}

/**
 * The columns as the person has arranged them. It knows no rows: a row model of 100,000 would cost
 * time for nothing.
 */
export function useColumnState<Row extends BaseRow, Extra>(
  columns: readonly ListColumn<Row, Extra>[],
  preference: TablePreference,
  onPreference: (next: TablePreference) => void = ignore,
) {
  const definitions = useMemo<ColumnDef<typeof features, BaseRow>[]>(
    () =>
      columns.map(({ id, header, width, isMain }) => ({
        id,
        header,
        size: width.most,
        minSize: 44,
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
    data: noRows,
    state: { columnOrder: preference.order, columnVisibility, columnSizing: preference.widths },
    onColumnSizingChange: (change: Updater<ColumnSizingState>) =>
      onPreference({ ...preference, widths: rounded(applied(change, preference.widths)) }),
    onColumnOrderChange: (change: Updater<ColumnOrderState>) =>
      onPreference({ ...preference, order: applied(change, preference.order) }),
  })
}

type ColumnState = ReturnType<typeof useColumnState>

// The width that the person set; undefined where the column follows its rows.
function widthOf(table: ColumnState, id: string): number | undefined {
  return table.state.columnSizing[id]
}

// The pointer is captured, so that it may leave the edge; a drag that the browser takes away leaves
// the width as it is then.
function resizeByPointer(event: PointerEvent<HTMLElement>, onWidth: (width: number) => void): void {
  if (event.button !== 0) return
  // Else the browser would drag the column, or select text.
  event.preventDefault()
  const edge: HTMLElement = event.currentTarget
  const [start, from] = [shownWidth(edge), event.clientX]
  const ended = new AbortController()
  const { signal } = ended
  edge.setPointerCapture(event.pointerId)
  edge.addEventListener('pointermove', ({ clientX }) => onWidth(start + clientX - from), { signal })
  edge.addEventListener('lostpointercapture', () => ended.abort(), { signal })
}

// A column begins to move at the width that it has on screen.
function shownWidth(edge: HTMLElement): number {
  return edge.closest('th')!.offsetWidth
}

function arrowOf({ key }: KeyboardEvent): -1 | 0 | 1 {
  return key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
}

function applied<T>(change: Updater<T>, before: T): T {
  return typeof change === 'function' ? (change as (old: T) => T)(before) : change
}

function rounded(widths: ColumnSizingState): ColumnSizingState {
  return Object.fromEntries(Object.entries(widths).map(([id, width]) => [id, Math.round(width)]))
}
