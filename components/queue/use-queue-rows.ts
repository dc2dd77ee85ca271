'use client'
import { useCallback, useMemo, useRef } from 'react'
import type { ListWalk } from '#components/frame/list-place.ts'
import type { TableHandle } from '#components/table/data-table.tsx'
import { useListKeys } from '#components/table/use-list-keys.ts'
import { useRowChoice } from '#components/table/use-row-choice.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'

const moreAtRows = 40

type QueueRows<Row extends BaseRow> = {
  rows: readonly Row[]
  /** The path of the rows' own pages. */
  base: string
  /** The address of the list as it is now. */
  href: string
  linkOf: (row: Row) => string
  walk?: ListWalk
  isLoading: boolean
  /** The rows are those of another filter, until the new ones come. */
  isOld: boolean
  /** How more rows are read, where the list has several pages. */
  more?: { hasMore: boolean; isReadingMore: boolean; onMore: () => void }
}

const onePage = { hasMore: false, isReadingMore: false, onMore: () => undefined }

/**
 * The rows of a table of the queue: place, keys and selection. More rows are read when the person
 * comes near the end. `chosen` are the rows that an action changes: the selected ones, otherwise
 * the current one.
 */
export function useQueueRows<Row extends BaseRow>(list: QueueRows<Row>) {
  const { rows, base, href, linkOf, walk, isLoading, isOld } = list
  const { hasMore, isReadingMore, onMore } = list.more ?? onePage
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const handle = useRef<TableHandle>(null)
  const { choice, onScroll, startAt, clear } = useRowChoice({
    base,
    href,
    page: href,
    ids,
    isWaiting: isLoading || isOld,
    isGrowing: isReadingMore,
    handle,
    ...(walk && { walk }),
  })
  const onRange = useCallback(
    (_: number, end: number) => {
      if (hasMore && !isReadingMore && end >= rows.length - moreAtRows) onMore()
    },
    [hasMore, isReadingMore, onMore, rows.length],
  )
  useListKeys({ rows, linkOf, handle, choice, clear })
  const selected = rows.filter(({ id }) => choice.selection.ids.has(id))
  const current = rows[choice.active]
  const showCurrent = (isByKey: boolean) =>
    isByKey ? handle.current?.focusRow(choice.active) : handle.current?.showRow(choice.active)
  return {
    choice,
    clear,
    handle,
    selected,
    current,
    /** Scrolls to the current row; by key, the focus moves to it. */
    showCurrent,
    chosen: selected.length > 0 ? selected : current ? [current] : [],
    /** The props of the table that shows the rows. */
    tableProps: {
      rows,
      linkOf,
      choice,
      isComplete: !isLoading && !isOld && !hasMore,
      isBusy: isOld,
      startAt,
      onRange,
      onScroll,
      handle,
    },
  }
}
