'use client'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRouter } from 'next/navigation'
import {
  Fragment,
  memo,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ChangeEvent,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  type RefObject,
} from 'react'
import { holdKeysUntilPage } from '#components/frame/keys/keys.ts'
import { classNames } from '#components/ui/class-names.ts'
import { ScrollArea } from '#components/ui/scroll-area.tsx'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import type { ListView } from '#lib/lists/view.ts'
import { columnShares, columnWidths } from './column-shares.ts'
import type { CellContext, ListColumn } from './columns.tsx'
import { focusSoon } from './focus-soon.ts'
import type { RowChoice } from './selection.ts'
import { SpacerRow } from './spacer-row.tsx'
import { TableHead, useColumnState, type TableSort } from './table-head.tsx'
import { standardPreference, type TablePreference } from './table-preference.ts'
import { yieldingColumns } from './yielding-columns.ts'
import { useRowHeight } from '#components/ui/use-row-height.ts'

/** Commands of a list to its table. */
export type TableHandle = {
  /**
   * Scrolls to a row and moves the focus to its link: always, or only where no element of the page
   * has it.
   */
  focusRow: (index: number, options?: { onlyIfNothingHasFocus?: boolean }) => void
  /** Scrolls to a row, if it is out of sight. The focus stays where it is. */
  showRow: (index: number) => void
  /** How far the table is scrolled, in pixels. */
  top: () => number
  scrollTo: (top: number) => void
}

type DataTableProps<Row extends BaseRow, Extra> = {
  /** The table's accessible name: "Claim creations". */
  label: string
  columns: readonly ListColumn<Row, Extra>[]
  rows: readonly Row[]
  context: CellContext<Extra>
  /** The path of a row's own page; absent where rows have none. */
  linkOf?: (row: Row) => string
  nameOf: (row: Row) => string
  /** The person's columns; absent where they cannot be changed. */
  preference?: TablePreference
  onPreference?: (preference: TablePreference) => void
  /** Which rows are selected; absent where nothing can be done with a selection. */
  choice?: RowChoice | undefined
  /** The list's order and what a press on a sortable column does. */
  sort?: TableSort
  /** The whole list is on this page, so that its length is known. */
  isComplete: boolean
  isBusy: boolean
  /** The list's filters. With them, columns that say nothing yield their room. */
  filters?: ListView['filters']
  /**
   * Columns keep their widths as long as this stays the same, so that turning a page moves none of
   * them.
   */
  widthsFor?: string
  /** How far the table is scrolled when it is first drawn, in pixels. */
  startAt?: number
  /** Which rows are in sight, whenever that changes. */
  onRange?: (start: number, end: number) => void
  onScroll?: (top: number) => void
  /** A press on the button of a cell that edits it, `data-edit`. */
  onEdit?: (index: number) => void
  /** A plain press on a row's link opens something under the row, instead of going to its page. */
  onOpen?: (index: number) => void
  /** Rows of two lines. */
  isTall?: boolean
  /** What is open under one of the rows, which stays where it is. */
  open?: { id: string; content: ReactNode } | undefined
  handle?: Ref<TableHandle>
}

/** The rows drawn before the browser has measured anything, on the server too. */
const firstRect = { width: 1200, height: 840 }
const selectWidth = 36
// Of the height of a row with one line; `tall-rows` has the same.
const tall = 1.6
// `card-rows` has the same, in the root's text size.
const cardRems = 4.25
const openPart = 'open-row'
// Columns that are together a hair wider than the scroller would make it scroll.
const slack = 1

/**
 * Rows as a real table: only the rows near the sight are in the document, between two spacers, so
 * that row, header and column semantics stay the browser's own, and 100,000 rows scroll as few do.
 */
export function DataTable<Row extends BaseRow, Extra>(props: DataTableProps<Row, Extra>) {
  const {
    label,
    columns,
    rows,
    context,
    preference,
    onPreference,
    choice,
    linkOf,
    nameOf,
    startAt = 0,
    open,
  } = props
  const scroller = useRef<HTMLDivElement>(null)
  const hasCards = columns.some(({ card }) => card !== undefined)
  const isPhone = useIsPhone() && hasCards
  const lineHeight = useRowHeight()
  const headHeight = isPhone ? 0 : lineHeight
  const rowHeight = isPhone ? cardHeight() : props.isTall ? lineHeight * tall : lineHeight
  const [openHeight, setOpenHeight] = useState(0)
  const openId = open?.id
  const standard = useMemo(() => standardPreference(columns), [columns])
  const arranged = preference ?? standard
  const table = useColumnState(columns, arranged, onPreference)
  const { filters, isBusy } = props
  const yielding = useMemo(
    () => (filters ? yieldingColumns(columns, rows, filters, context) : []),
    [columns, rows, filters, context],
  )
  const [kept, setKept] = useState(yielding)
  // The rows before stay until those of another page or view are there, with their columns.
  if (!isBusy && kept.join(' ') !== yielding.join(' ')) setKept(yielding)
  const layout = table
    .getVisibleLeafColumns()
    .map((column) => column.id)
    .filter((id) => !kept.includes(id))
    .join(' ')
  const shown = useMemo(
    () => layout.split(' ').map((id) => columns.find((column) => column.id === id)!),
    [layout, columns],
  )
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) =>
      rowHeight + (openId !== undefined && rows[index]?.id === openId ? openHeight : 0),
    initialRect: firstRect,
    initialOffset: startAt,
    overscan: 8,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
  })
  useEffect(() => virtual.measure(), [virtual, rowHeight, openId, openHeight])
  const items = virtual.getVirtualItems()
  const first = items[0]?.index ?? 0
  const last = items.at(-1)?.index ?? -1
  const { onRange } = props
  useEffect(() => onRange?.(first, last), [onRange, first, last])
  useImperativeHandle(props.handle, () => ({
    focusRow: (index, { onlyIfNothingHasFocus = false } = {}) => {
      if (onlyIfNothingHasFocus && document.activeElement !== document.body) return
      virtual.scrollToIndex(index)
      focusSoon(scroller.current, index)
    },
    showRow: (index) => virtual.scrollToIndex(index),
    top: () => scroller.current?.scrollTop ?? 0,
    scrollTo: (top) => scroller.current?.scrollTo({ top }),
  }))
  useRoom(scroller)
  const events = useRowEvents(choice, props.onEdit, props.onOpen)
  const sample = useSample(rows, props.widthsFor ?? label, props.isBusy)
  const { today } = context
  const shares = useMemo(
    // Without what the list learns later: columns would move when it comes.
    () => columnShares(shown, sample, { today, extra: undefined }, arranged.widths),
    [shown, sample, today, arranged.widths],
  )
  const beside = choice ? selectWidth : 0
  const widths = columnWidths(shares, beside + slack)
  const least = beside + shares.reduce((sum, share) => sum + share.least, 0)
  // Without rows the head is as wide as its frame.
  const isFlexible = rows.length === 0 || shares.some(({ grow }) => grow > 0)
  const cells = shown.length + (choice ? 1 : 0)
  const body = (
    <table
      aria-label={label}
      aria-rowcount={props.isComplete ? rows.length + 1 : -1}
      aria-busy={props.isBusy || undefined}
      style={{ minWidth: least, width: isFlexible ? '100%' : least }}
      className={classNames(
        hasCards && 'card-rows',
        'table-fixed border-separate border-spacing-0 text-left transition-opacity',
        props.isBusy && 'opacity-60',
      )}
      {...events}
    >
      <colgroup>
        {choice && <col style={{ width: selectWidth }} />}
        {shown.map((column, index) => (
          <col key={column.id} style={{ width: widths[index] }} />
        ))}
      </colgroup>
      <TableHead
        table={onPreference && table}
        columns={shown}
        choice={choice}
        count={rows.length}
        sort={props.sort}
      />
      <tbody className={props.isTall ? 'tall-rows' : undefined}>
        {first > 0 && <SpacerRow height={items[0]!.start - headHeight} columns={cells} />}
        {items.map(({ index }) => {
          const row = rows[index]!
          return (
            <Fragment key={row.id || `unreadable-${index}`}>
              <TableRow
                row={row}
                index={index}
                columns={shown}
                context={context}
                href={linkOf?.(row)}
                name={nameOf(row)}
                isSelected={choice?.selection.ids.has(row.id)}
                isFixed={choice?.fixed?.has(row.id) ?? false}
                isUsual={choice?.isUsual ?? false}
                isActive={index === choice?.active}
                isOpen={props.onOpen && row.id === openId}
              />
              {open && row.id === open.id && (
                <OpenRow columns={cells} onHeight={setOpenHeight}>
                  {open.content}
                </OpenRow>
              )}
            </Fragment>
          )
        })}
        {last < rows.length - 1 && (
          <SpacerRow
            height={virtual.getTotalSize() - (items.at(-1)?.end ?? headHeight)}
            columns={cells}
          />
        )}
      </tbody>
    </table>
  )
  const { onScroll } = props
  const area = {
    ref: scroller,
    onScroll: onScroll && (() => onScroll(scroller.current?.scrollTop ?? 0)),
    className: 'table-room relative min-h-0 grow overscroll-contain',
  }
  // Rows without links hold nothing to stop at, so that the keyboard scrolls the table itself.
  return linkOf ? (
    <div {...area} className={`${area.className} overflow-auto outline-none`} tabIndex={-1}>
      {body}
    </div>
  ) : (
    <ScrollArea {...area} label={`${label}, scrollable`}>
      {body}
    </ScrollArea>
  )
}

type OpenRowProps = { columns: number; onHeight: (height: number) => void; children: ReactNode }

/** What is open under a row, across the table's width in sight. It may be of any height. */
function OpenRow({ columns, onHeight, children }: OpenRowProps) {
  const cell = useRef<HTMLTableCellElement>(null)
  useLayoutEffect(() => {
    const element = cell.current
    if (!element) return
    const measure = () => onHeight(element.offsetHeight)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => {
      observer.disconnect()
      onHeight(0)
    }
  }, [onHeight])
  return (
    <tr>
      <td ref={cell} colSpan={columns} className="border-b border-line p-0">
        <div id={openPart} className="sticky left-0 w-(--table-width)">
          {children}
        </div>
      </td>
    </tr>
  )
}

/**
 * Sets `--table-width` to the room inside the scroller, before the browser paints. Container units
 * would need no script, but Chromium sometimes leaves the rows of such a container undrawn when
 * they are replaced.
 */
function useRoom(scroller: RefObject<HTMLDivElement | null>): void {
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => element.style.setProperty('--table-width', `${element.clientWidth}px`)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [scroller])
}

// As `card-rows` and the phone's controls have it.
const phone = '(width < 40rem)'

function useIsPhone(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const query = matchMedia(phone)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    () => matchMedia(phone).matches,
    () => false,
  )
}

function cardHeight(): number {
  return cardRems * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

const sampleSize = 100
const enoughRows = 25

/**
 * The rows that the columns' widths follow: the first ones of a list, the same while the person
 * stays in it.
 */
function useSample<Row extends BaseRow>(
  rows: readonly Row[],
  list: string,
  isBusy: boolean,
): readonly Row[] {
  const [sample, setSample] = useState(() => ({ list, rows: rows.slice(0, sampleSize) }))
  const isOther = sample.list !== list
  const isMore = sample.rows.length < enoughRows && rows.length > sample.rows.length
  if (!isBusy && (isOther || isMore)) setSample({ list, rows: rows.slice(0, sampleSize) })
  return sample.rows
}

/**
 * One set of listeners for all rows, on the table: a row then needs no hook, no closure and no
 * listener of its own. A plain press on an item's link goes there without loading the page anew;
 * with a modifier the browser decides.
 */
function useRowEvents(
  choice: RowChoice | undefined,
  onEdit: ((index: number) => void) | undefined,
  onOpen: ((index: number) => void) | undefined,
) {
  const router = useRouter()
  return {
    onClick: (event: MouseEvent<HTMLElement>) => {
      const target = event.target as HTMLElement
      const link = target.closest<HTMLAnchorElement>('a[data-main]')
      const isPlain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
      const index = indexOf(target)
      if (link && isPlain && onOpen && index !== undefined) {
        event.preventDefault()
        choice?.activate?.(index)
        onOpen(index)
        return
      }
      if (link && isPlain) {
        event.preventDefault()
        const href = link.getAttribute('href')!
        holdKeysUntilPage(href)
        router.push(href)
        return
      }
      if (index === undefined) return
      if (target.matches('input[data-select]')) choice?.toggle(index, event.shiftKey)
      choice?.activate?.(index)
      if (target.closest('[data-edit]')) onEdit?.(index)
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const index = indexOf(event.target)
      if (index !== undefined) choice?.activate?.(index)
    },
    onChange: (event: ChangeEvent<HTMLElement>) => {
      if ((event.target as Element).matches('input[data-select-all]')) choice?.toggleAll?.()
    },
  }
}

function indexOf(target: Element): number | undefined {
  const row = target.closest<HTMLElement>('tr[data-index]')
  return row ? Number(row.dataset.index) : undefined
}

type TableRowProps = {
  row: BaseRow
  index: number
  columns: readonly ListColumn<BaseRow>[]
  context: CellContext
  href: string | undefined
  /** The item's own name, for the labels in its row. */
  name: string
  /** Undefined where rows cannot be selected. */
  isSelected: boolean | undefined
  isFixed: boolean
  isUsual: boolean
  isActive: boolean
  /** Undefined where nothing opens under rows. */
  isOpen: boolean | undefined
}

/**
 * One row: as few elements as it can be, no hooks, drawn again only when what it shows has changed.
 */
const TableRow = memo(function TableRow({
  row,
  index,
  columns,
  context,
  href,
  name,
  isSelected,
  isFixed,
  isUsual,
  isActive,
  isOpen,
}: TableRowProps) {
  const ground = (isSelected && !isUsual) || isActive ? 'bg-accent-tint' : 'hover:bg-hover'
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      // The first row is current without having the focus, so this says it.
      aria-current={isActive || undefined}
      className={ground}
    >
      {isSelected !== undefined && (
        <td
          data-card="select"
          className={`row-cell ${isActive ? 'shadow-[inset_2px_0_0_var(--accent)]' : ''}`}
        >
          {!row.unreadable && (
            <input
              type="checkbox"
              data-select
              readOnly
              checked={isSelected}
              disabled={isFixed}
              aria-label={`Select ${name}`}
              className="row-check"
            />
          )}
        </td>
      )}
      {row.unreadable ? (
        <td data-card="whole" className="row-cell text-ink-2" colSpan={columns.length}>
          This row can’t be shown: the partner sent it in an unknown format.
        </td>
      ) : (
        columns.map((column) => {
          const text = column.text(row, context)
          const shown = column.render ? column.render(row, context) : text
          return (
            <td
              key={column.id}
              title={column.title ? column.title(row, context) : text}
              data-card={column.card}
              data-noun={column.cardNoun}
              className={`row-cell ${column.align === 'end' ? 'text-right tabular-nums' : ''} ${column.className ?? ''}`}
            >
              {column.isMain && href !== undefined ? (
                <a
                  href={href}
                  data-main
                  aria-expanded={isOpen}
                  aria-controls={isOpen ? openPart : undefined}
                  className="text-ink underline-offset-2 hover:underline"
                >
                  {shown}
                </a>
              ) : (
                shown
              )}
              {column.below?.(row, context)}
            </td>
          )
        })
      )}
    </tr>
  )
})
