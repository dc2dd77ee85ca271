'use client'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useImperativeHandle, useRef, type Ref } from 'react'
import { focusSoon } from '#components/table/focus-soon.ts'
import { SpacerRow } from '#components/table/spacer-row.tsx'
import { useRowHeight } from '#components/ui/use-row-height.ts'
import { classNames } from '#components/ui/class-names.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { RecordedSpan } from '#lib/actions/replies.ts'
import type { BoardRow } from '#lib/rules/coverage/board.ts'
import { BoardLine } from './board-line.tsx'
import { pairOf, type BoardSort } from './sort-rows.ts'

/** Commands of a page to the table. */
export type BoardTableHandle = { focusRow: (index: number) => void }

type BoardTableProps = {
  rows: readonly BoardRow[]
  asOf: LocalDate
  sort: BoardSort
  onSort: (by: BoardSort['by']) => void
  /** The pair that the keys act on. */
  current: string | undefined
  onVisit: (pair: string) => void
  chosen: string | undefined
  /** The newest span of a row's pair that was recorded after the board began. */
  recordedOf: (row: BoardRow) => RecordedSpan | undefined
  onChoose: (row: BoardRow, isChosen: boolean) => void
  handle: Ref<BoardTableHandle>
}

type Column = {
  id: string
  sorts: readonly { by: BoardSort['by']; label: string }[]
  end?: true
  width: string
}

const columns: readonly Column[] = [
  {
    id: 'pair',
    sorts: [
      { by: 'payer', label: 'Payer' },
      { by: 'provider', label: 'Contracting provider' },
    ],
    width: 'w-[26%]',
  },
  { id: 'will', sorts: [{ by: 'will', label: 'Will deny' }], end: true, width: 'w-25' },
  { id: 'hold', sorts: [{ by: 'hold', label: 'Hold' }], end: true, width: 'w-25' },
  { id: 'may', sorts: [{ by: 'may', label: 'May deny' }], end: true, width: 'w-25' },
  { id: 'providers', sorts: [{ by: 'providers', label: 'Providers today' }], width: '' },
  { id: 'facilities', sorts: [{ by: 'facilities', label: 'Facilities today' }], width: 'w-[21%]' },
]

// The estimated height of a row, until it is rendered and measured.
const usualHeight = 51
const firstRect = { width: 1200, height: 840 }
// Up to this length all rows are in the document, so that the browser's search finds them.
const wholeUpTo = 200

/**
 * Payers by contracting providers: charges that will be denied, wait or may be denied, and the states of providers and
 * facilities today. In a long board only rows near the viewport are in the document.
 */
export function BoardTable({
  rows,
  asOf,
  sort,
  onSort,
  current,
  onVisit,
  chosen,
  recordedOf,
  onChoose,
  handle,
}: BoardTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const headHeight = useRowHeight()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => pairOf(rows[index]!),
    initialRect: firstRect,
    overscan: rows.length <= wholeUpTo ? wholeUpTo : 10,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
  })
  useImperativeHandle(handle, () => ({
    focusRow: (index) => {
      virtual.scrollToIndex(index)
      focusSoon(scroller.current, index)
    },
  }))
  const order = useRef(rows)
  useEffect(() => {
    order.current = rows
  }, [rows])
  // The panel makes the table narrower and its rows higher, so scroll to the selected row again.
  // Back from a span does it too.
  useEffect(() => {
    const index = order.current.findIndex((row) => pairOf(row) === chosen)
    if (index < 0) return
    const frame = requestAnimationFrame(() => virtual.scrollToIndex(index))
    return () => cancelAnimationFrame(frame)
  }, [virtual, chosen])
  const items = virtual.getVirtualItems()
  const before = (items[0]?.start ?? headHeight) - headHeight
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? headHeight)
  const Arrow = sort.direction === 'asc' ? ArrowUp : ArrowDown
  return (
    // Keys scroll it too: the buttons inside take the focus.
    <div ref={scroller} className="relative min-h-0 grow overflow-auto overscroll-contain">
      <table
        aria-label="Coverage by payer and contracting provider"
        aria-rowcount={rows.length + 1}
        className="w-full min-w-170 table-fixed border-separate border-spacing-0 text-sm"
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ id, sorts, end, width }) => (
              <th
                key={id}
                scope="col"
                aria-sort={
                  sorts.some(({ by }) => by === sort.by)
                    ? sort.direction === 'asc'
                      ? 'ascending'
                      : 'descending'
                    : undefined
                }
                className={classNames(
                  'sticky top-0 z-10 h-row border-b border-line bg-panel px-2 text-xs font-medium text-ink-2 first:pl-3 last:pr-3',
                  width,
                  end ? 'text-right' : 'text-left',
                )}
              >
                {sorts.map(({ by, label }, place) => (
                  <span key={by} className="whitespace-nowrap">
                    {place > 0 && <span aria-hidden="true"> × </span>}
                    <button
                      type="button"
                      onClick={() => onSort(by)}
                      className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
                    >
                      {label}
                      {sort.by === by && <Arrow aria-hidden="true" className="size-3" />}
                    </button>
                  </span>
                ))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <SpacerRow height={before} columns={columns.length} />}
          {items.map(({ index, key }) => {
            const row = rows[index]!
            return (
              <BoardLine
                key={key}
                ref={virtual.measureElement}
                row={row}
                index={index}
                asOf={asOf}
                isCurrent={pairOf(row) === current}
                isChosen={pairOf(row) === chosen}
                isBrief={chosen !== undefined}
                recorded={recordedOf(row)}
                onVisit={onVisit}
                onChoose={onChoose}
              />
            )
          })}
          {after > 0 && <SpacerRow height={after} columns={columns.length} />}
        </tbody>
      </table>
    </div>
  )
}
