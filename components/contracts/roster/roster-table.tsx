'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useRef, type Dispatch, type SetStateAction } from 'react'
import { selectRange, toggleOne, type Selection } from '#components/table/selection.ts'
import { SpacerRow } from '#components/table/spacer-row.tsx'
import { useRowHeight } from '#components/ui/use-row-height.ts'
import { ScrollArea } from '#components/ui/scroll-area.tsx'
import { humanize } from '#lib/lists/filter-value.ts'
import type { RosterRow } from '#lib/lists/rows/roster-rows.ts'

type RosterTableProps = {
  rows: readonly RosterRow[]
  /** Every row there is was read, so that the table's length is known. */
  isWhole: boolean
  isBusy: boolean
  /** Which rows are chosen; undefined where nothing can be done with them. */
  selection: Selection | undefined
  onSelection: Dispatch<SetStateAction<Selection>>
}

const head =
  'sticky top-0 z-10 h-row border-b border-line bg-panel px-2 text-xs font-medium text-ink-2 first:pl-3 last:pr-3'

/** A roster as a table whose far rows are not in the document: 100,000 of them scroll as few do. */
export function RosterTable({ rows, isWhole, isBusy, selection, onSelection }: RosterTableProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    paddingStart: rowHeight,
    scrollPaddingStart: rowHeight,
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight])
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  const columns = selection ? 5 : 4
  const order = useRef(rows)
  useEffect(() => {
    order.current = rows
  }, [rows])
  const choose = useCallback(
    (id: string, withRange: boolean) =>
      onSelection((now) =>
        withRange ? selectRange(now, id, order.current.map((row) => row.id).filter(Boolean)) : toggleOne(now, id),
      ),
    [onSelection],
  )
  return (
    <ScrollArea ref={scroller} label="Providers, scrollable" className="relative min-h-0 grow overscroll-contain">
      <table
        aria-label="Providers"
        aria-rowcount={isWhole ? rows.length + 1 : -1}
        aria-busy={isBusy || undefined}
        className="w-full min-w-200 table-fixed border-separate border-spacing-0 text-left"
      >
        <colgroup>
          {selection && <col style={{ width: 36 }} />}
          <col />
          <col style={{ width: 130 }} />
          <col style={{ width: 150 }} />
          <col style={{ width: 340 }} />
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {selection && (
              <th scope="col" className={head}>
                <span className="sr-only">Chosen</span>
              </th>
            )}
            {['Name', 'NPI', 'Type', 'Provider id'].map((name) => (
              <th key={name} scope="col" className={head}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {first > 0 && <SpacerRow height={first * rowHeight} columns={columns} />}
          {items.map(({ index }) => {
            const row = rows[index]!
            return (
              <Line
                key={row.id || `unreadable-${index}`}
                row={row}
                index={index}
                isChosen={selection?.ids.has(row.id)}
                onChoose={choose}
              />
            )
          })}
          {last < rows.length - 1 && <SpacerRow height={(rows.length - 1 - last) * rowHeight} columns={columns} />}
        </tbody>
      </table>
    </ScrollArea>
  )
}

type LineProps = {
  row: RosterRow
  index: number
  isChosen: boolean | undefined
  onChoose: (id: string, withRange: boolean) => void
}

const Line = memo(function Line({ row, index, isChosen, onChoose }: LineProps) {
  const name = row.name ?? 'No name'
  return (
    <tr aria-rowindex={index + 2} className={isChosen ? 'bg-accent-tint' : 'hover:bg-hover'}>
      {isChosen !== undefined && (
        <td className="row-cell">
          {!row.unreadable && (
            <input
              type="checkbox"
              readOnly
              checked={isChosen}
              onClick={(event) => onChoose(row.id, event.shiftKey)}
              aria-label={`Choose ${name}`}
              className="row-check"
            />
          )}
        </td>
      )}
      {row.unreadable ? (
        <td colSpan={4} className="row-cell text-ink-2">
          This provider can’t be shown: the partner sent it in an unknown format.
        </td>
      ) : (
        <>
          <td className="row-cell" title={name}>
            {name}
            {row.terminated && <span className="ml-2 text-xs text-amber">no longer employed</span>}
          </td>
          <td className="row-cell font-mono text-xs">{row.npi}</td>
          <td className="row-cell text-ink-2">{row.type && humanize(row.type)}</td>
          <td className="row-cell font-mono text-xs text-ink-2">{row.id}</td>
        </>
      )}
    </tr>
  )
})
