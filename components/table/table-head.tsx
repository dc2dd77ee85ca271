'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState, type DragEvent, type KeyboardEvent, type PointerEvent } from 'react'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { ListColumn } from './columns.tsx'
import type { RowChoice } from './selection.ts'
import { mostWidth, leastWidth } from './table-preference.ts'

/** How rows are sorted, and what a press on a sortable column does. */
export type TableSort = {
  field: string
  direction: 'asc' | 'desc'
  onSort: (field: string) => void
}

/** What a person does to the columns in the head. */
export type HeadLayout = {
  /** The widths that the person has set, by column, in pixels. */
  widths: Readonly<Record<string, number>>
  /**
   * A new width of a column; none gives it the one that fits its rows. `isMoving`: the pointer is
   * still down.
   */
  onWidth: (id: string, width: number | undefined, isMoving?: boolean) => void
  /** A column takes the place of another. */
  onMove: (id: string, onto: string) => void
}

type TableHeadProps<Row extends BaseRow, Extra> = {
  /** Absent where the person cannot change the columns. */
  layout: HeadLayout | undefined
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
  layout,
  columns,
  choice,
  count,
  sort,
}: TableHeadProps<Row, Extra>) {
  const [drag, setDrag] = useState<{ id: string; onto: string }>()
  const places = columns.map(({ id }) => id)
  const dropEdge = (id: string) => {
    if (drag === undefined || drag.onto !== id || drag.id === id) return ''
    return places.indexOf(drag.id) < places.indexOf(id)
      ? 'shadow-[inset_-2px_0_0_var(--accent)]'
      : 'shadow-[inset_2px_0_0_var(--accent)]'
  }
  const moveTo = (event: DragEvent, id: string) => {
    if (drag === undefined) return
    event.preventDefault()
    if (drag.onto !== id) setDrag({ ...drag, onto: id })
  }
  const moveByKey = (event: KeyboardEvent<HTMLElement>, id: string) => {
    const by = event.altKey ? arrowOf(event) : 0
    if (!layout || by === 0) return
    // Else the browser would go back in its history.
    event.preventDefault()
    const onto = places[places.indexOf(id) + by]
    if (onto === undefined) return
    layout.onMove(id, onto)
    // The browser takes the focus off an element that is put elsewhere.
    const focused = event.target as HTMLElement
    requestAnimationFrame(() => focused.focus())
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
              aria-label={layout && column.header}
              onKeyDown={(event) => moveByKey(event, column.id)}
              onDragOver={(event) => moveTo(event, column.id)}
              onDrop={() => drag && drag.id !== column.id && layout?.onMove(drag.id, column.id)}
              className={`${head} group ${dropEdge(column.id)} ${column.align === 'end' ? 'text-right' : ''}`}
            >
              <span
                draggable={layout !== undefined}
                onDragStart={() => setDrag({ id: column.id, onto: column.id })}
                onDragEnd={() => setDrag(undefined)}
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
              {layout && <Edge column={column} layout={layout} />}
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

type EdgeProps = { column: Pick<ListColumn<BaseRow>, 'id' | 'header'>; layout: HeadLayout }

/** The edge of a column, which sets its width. */
function Edge({ column: { id, header }, layout }: EdgeProps) {
  const width = layout.widths[id]
  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${header}`}
      aria-valuemin={leastWidth}
      aria-valuemax={mostWidth}
      aria-valuenow={width ?? leastWidth}
      aria-valuetext={width === undefined ? 'Fits its rows' : `${width} pixels`}
      title="Drag to resize, double-click to fit. Keys: arrows, Enter; Alt+arrows move the column."
      tabIndex={0}
      onPointerDown={(event) => resizeByPointer(event, id, layout)}
      onDoubleClick={() => layout.onWidth(id, undefined)}
      onKeyDown={(event) => {
        if (event.altKey) return
        const by = arrowOf(event) * (event.shiftKey ? step.large : step.small)
        if (by === 0 && event.key !== 'Enter') return
        event.preventDefault()
        layout.onWidth(id, by === 0 ? undefined : widthIn(shownWidth(event.currentTarget) + by))
      }}
      className="absolute inset-y-1.5 -right-0.5 w-1.5 group-last:right-0 cursor-col-resize touch-none rounded-full select-none group-hover:bg-line-strong hover:bg-accent focus-visible:bg-accent"
    />
  )
}

// The pointer is captured, so that it may leave the edge; a drag that the browser takes away leaves
// the width as it is then.
function resizeByPointer(event: PointerEvent<HTMLElement>, id: string, layout: HeadLayout): void {
  if (event.button !== 0) return
  // Else the browser would drag the column, or select text.
  event.preventDefault()
  const edge: HTMLElement = event.currentTarget
  const [start, from] = [shownWidth(edge), event.clientX]
  let width: number | undefined
  const ended = new AbortController()
  const { signal } = ended
  edge.setPointerCapture(event.pointerId)
  edge.addEventListener(
    'pointermove',
    ({ clientX }) => {
      width = widthIn(start + clientX - from)
      layout.onWidth(id, width, true)
    },
    { signal },
  )
  edge.addEventListener(
    'lostpointercapture',
    () => {
      ended.abort()
      if (width !== undefined) layout.onWidth(id, width)
    },
    { signal },
  )
}

function arrowOf({ key }: KeyboardEvent): -1 | 0 | 1 {
  return key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0
}

// A column begins to move at the width that it has on screen.
function shownWidth(edge: HTMLElement): number {
  return edge.closest('th')!.offsetWidth
}

function widthIn(width: number): number {
  return Math.round(Math.min(mostWidth, Math.max(leastWidth, width)))
}
