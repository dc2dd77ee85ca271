'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import { focusSoon } from './focus-soon.ts'
import type { CellContext, ListColumn } from './list-column.ts'
import type { Selection } from './selection.ts'
import { SpacerRow } from './spacer-row.tsx'
import { TableHead } from './table-head.tsx'
import type { TablePreference } from './table-preference.ts'
import { TableRow } from './table-row.tsx'
import { useListTable } from './use-list-table.ts'
import { useRowHeight } from '#components/ui/use-row-height.ts'
import { useRowEvents, type RowActions } from './use-row-events.ts'

/** What the list does to its table from outside. */
export type TableHandle = { focusRow: (index: number) => void; scrollToTop: () => void }

type DataTableProps<Row extends BaseRow, Extra> = {
  /** What the table holds, for assistive technology: "Claim creations". */
  label: string
  columns: readonly ListColumn<Row, Extra>[]
  rows: Row[]
  context: CellContext<Extra>
  hrefOf: (row: Row) => string
  nameOf: (row: Row) => string
  preference: TablePreference
  onPreference: (preference: TablePreference) => void
  selection: Selection
  active: number
  actions: RowActions
  /** How the list is sorted, and what a press on a sortable column does. */
  sort: { field: string; direction: 'asc' | 'desc'; onSort: (field: string) => void }
  /** The whole list is on this page, so that its length is known. */
  isWhole: boolean
  isBusy: boolean
  /** Which rows are in sight, whenever that changes. */
  onRange?: (start: number, end: number) => void
  handle: Ref<TableHandle>
}

/** The rows drawn before the browser has measured anything, on the server too. */
const firstRect = { width: 1200, height: 840 }

/**
 * A page of rows as a real table: only the rows near the sight are in the document, between two spacers, so that
 * row, header and column semantics stay the browser's own. Columns are resized, reordered and hidden by react-table.
 */
export function DataTable<Row extends BaseRow, Extra>(props: DataTableProps<Row, Extra>) {
  const { columns, rows, context, preference, selection, active, actions, hrefOf, nameOf } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const table = useListTable(columns, rows, preference, props.onPreference)
  const visible = table.getVisibleLeafColumns()
  const layout = visible.map((column) => column.id).join(' ')
  const shown = useMemo(
    () => layout.split(' ').map((id) => columns.find((column) => column.id === id)!),
    [layout, columns],
  )
  const model = table.getRowModel().rows
  const virtual = useVirtualizer({
    count: model.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    initialRect: firstRect,
    overscan: 8,
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  const { onRange } = props
  useEffect(() => onRange?.(first, last), [onRange, first, last])
  useImperativeHandle(props.handle, () => ({
    focusRow: (index) => {
      virtual.scrollToIndex(index)
      focusSoon(scroller.current, index)
    },
    scrollToTop: () => scroller.current?.scrollTo({ top: 0 }),
  }))
  const events = useRowEvents(actions)
  const sizes = Object.fromEntries(visible.map((column) => [column.id, column.getSize()]))
  const growing = shown.some((column) => column.grows && preference.widths[column.id] === undefined)
  const total = selectWidth + table.getTotalSize()
  return (
    <div ref={scroller} className="relative min-h-0 grow overflow-auto overscroll-contain outline-none" tabIndex={-1}>
      <table
        aria-label={props.label}
        aria-rowcount={props.isWhole ? model.length + 1 : -1}
        aria-busy={props.isBusy || undefined}
        style={{ minWidth: total, width: growing ? '100%' : total }}
        className={`table-fixed border-separate border-spacing-0 text-left transition-opacity ${props.isBusy ? 'opacity-60' : ''}`}
        {...events}
      >
        <colgroup>
          <col style={{ width: selectWidth }} />
          {shown.map((column) => (
            <col key={column.id} style={growing && column.grows ? undefined : { width: sizes[column.id] }} />
          ))}
        </colgroup>
        <TableHead table={table} columns={shown} selection={selection} count={model.length} sort={props.sort} />
        <tbody>
          {first > 0 && <SpacerRow height={first * rowHeight} columns={shown.length + 1} />}
          {items.map((item) => {
            const row = model[item.index]!.original
            return (
              <TableRow
                key={row.id || `unreadable-${item.index}`}
                row={row}
                index={item.index}
                columns={shown}
                context={context}
                href={hrefOf(row)}
                name={nameOf(row)}
                isSelected={selection.ids.has(row.id)}
                isActive={item.index === active}
              />
            )
          })}
          {last < model.length - 1 && (
            <SpacerRow height={(model.length - 1 - last) * rowHeight} columns={shown.length + 1} />
          )}
        </tbody>
      </table>
    </div>
  )
}

const selectWidth = 36
