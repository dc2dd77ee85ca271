'use client'
import type { RowData } from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRef } from 'react'
import { useRowHeight } from '#components/ui/use-row-height.ts'
import { RowTableBody, type RowTableViewProps } from './row-table.tsx'
import { useRowModel } from './use-row-model.ts'

// Up to this length all rows are in the document, so that the browser's search finds them.
const wholeUpTo = 200
// The estimated height of a row, until it is rendered and measured.
const usualHeight = 51
const firstRect = { width: 1200, height: 840 }

/**
 * A table that fills its page: it has its own scroller and a head that stays in sight. In a long one
 * only the rows near the viewport are in the document.
 */
export function FillingTableView<Row extends RowData, About>(props: RowTableViewProps<Row, About>) {
  const model = useRowModel(props.table, props.rows, props.about)
  const { items } = model
  const scroller = useRef<HTMLDivElement>(null)
  const headHeight = useRowHeight()
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => items[index]!.id,
    initialRect: firstRect,
    overscan: items.length <= wholeUpTo ? wholeUpTo : 10,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
  })
  const drawn = virtual.getVirtualItems()
  const window = {
    places: drawn.map(({ index }) => index),
    before: (drawn[0]?.start ?? headHeight) - headHeight,
    after: virtual.getTotalSize() - (drawn.at(-1)?.end ?? headHeight),
    measure: virtual.measureElement,
    scrollTo: (place: number) => virtual.scrollToIndex(place),
  }
  return <RowTableBody {...props} model={model} window={window} scroller={scroller} />
}
