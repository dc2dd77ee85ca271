'use client'
import type { RowData } from '@tanstack/react-table'
import {
  Fragment,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  useState,
  type ReactNode,
  type Ref,
} from 'react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import { focusSoon } from './focus-soon.ts'
import {
  Cell,
  cellLook,
  GroupRow,
  headLook,
  isNumber,
  RowButtons,
  SortButtons,
} from './row-cells.tsx'
import { valueOf, type RowAction, type RowTable } from './row-declaration.ts'
import { SpacerRow } from './spacer-row.tsx'
import { useRowKeys } from './use-row-keys.ts'
import { useRowModel, type RowModel } from './use-row-model.ts'

/** Moves the focus to a row by its key; false if there is none. */
export type RowTableHandle = { focusRow: (key: string) => boolean }

export type RowTableViewProps<Row, About> = {
  table: RowTable<Row, About>
  rows: readonly Row[]
  /** What cells need besides their row. */
  about: NoInfer<About>
  /** What is shown without rows. */
  empty?: ReactNode
  actions?: readonly RowAction<NoInfer<Row>>[]
  /** The rows are those of a former question. */
  isBusy?: boolean
  /** The key of the row that is open beside the table. A press on a row opens or closes it. */
  chosen?: string | undefined
  onChoose?: (row: Row) => void
  handle?: Ref<RowTableHandle>
  /** Reads the next rows. */
  more?: { run: () => void; isBusy: boolean } | undefined
  /** What is below the rows; the current row is the one that keys act on. */
  children?: (current: Row | undefined, showCurrent: () => void) => ReactNode
}

/** The rows that are drawn of a table with its own scroller. */
export type RowWindow = {
  places: readonly number[]
  /** The pixels of the rows before and after the drawn ones. */
  before: number
  after: number
  /** The ref of a drawn row. */
  measure: (row: Element | null) => void
  scrollTo: (place: number) => void
}

/** Rows as a table; all of them are in the document. */
export function RowTableView<Row extends RowData, About>(props: RowTableViewProps<Row, About>) {
  return <RowTableBody {...props} model={useRowModel(props.table, props.rows, props.about)} />
}

type RowTableBodyProps<Row extends RowData, About> = RowTableViewProps<Row, About> & {
  model: RowModel<Row>
  /** Absent where the page scrolls. */
  window?: RowWindow
  scroller?: Ref<HTMLDivElement>
}

/** What a table in its page and a table with its own scroller have in common. */
export function RowTableBody<Row extends RowData, About>({
  table,
  rows,
  about,
  empty,
  actions = [],
  isBusy,
  chosen,
  onChoose,
  handle,
  more,
  children,
  model: { items, sort, sortBy },
  window,
  scroller,
}: RowTableBodyProps<Row, About>) {
  const { groups, hasKeys } = table
  const isFilling = window !== undefined
  const leaves = items.filter((item) => !item.getIsGrouped())
  const [visited, visit] = useState<string>()
  const indexOf = (key: string | undefined) => leaves.findIndex(({ id }) => id === key)
  // Without one that was visited or opened, the first row is current.
  const active = [indexOf(visited), indexOf(chosen)].find((index) => index >= 0) ?? 0
  const current = leaves[active]?.original
  const element = useRef<HTMLTableElement>(null)
  const focusRow = (index: number) => {
    const place = items.indexOf(leaves[Math.max(0, Math.min(leaves.length - 1, index))]!)
    if (window) {
      // The head of the group is in sight with its first row.
      window.scrollTo(index <= 0 ? 0 : place)
      focusSoon(element.current, place)
    } else
      element.current?.querySelector<HTMLElement>(`tr[data-index="${place}"] [data-main]`)?.focus()
  }
  useImperativeHandle(handle, () => ({
    focusRow: (key) => {
      const index = indexOf(key)
      if (index >= 0) focusRow(index)
      return index >= 0
    },
  }))
  const show = useEffectEvent((key: string) => {
    const place = items.findIndex(({ id }) => id === key)
    if (place >= 0) window?.scrollTo(place)
  })
  // What opens beside the table makes it narrower and its rows higher, so scroll to the row again.
  useEffect(() => {
    if (chosen === undefined) return
    const frame = requestAnimationFrame(() => show(chosen))
    return () => cancelAnimationFrame(frame)
  }, [chosen])
  const nameOf = (row: Row) => String(valueOf(table.name, row, about))
  useRowKeys(table, {
    current,
    target: current && nameOf(current),
    actions,
    move: (by) => focusRow(active + by),
    onChoose,
  })
  const below = children && (
    <Below current={current} showCurrent={() => focusRow(active)} draw={children} />
  )
  if (rows.length === 0)
    return (
      <>
        {isFilling ? <div className="min-h-0 grow overflow-auto">{empty}</div> : empty}
        {below}
      </>
    )
  const columns = Object.entries(table.columns).filter(([, { screen }]) => screen !== false)
  const across = columns.length + (actions.length > 0 ? 1 : 0)
  const hasCards = columns.some(([, { card }]) => card !== undefined)
  const look = { isFilling, isDense: table.isDense ?? isFilling, hasCards }
  const { places = [...items.keys()], before = 0, after = 0 } = window ?? {}
  const body = (
    <table
      ref={element}
      aria-label={table.label}
      aria-rowcount={isFilling ? items.length + 1 : undefined}
      aria-busy={isBusy || undefined}
      className={classNames(
        'w-full border-separate border-spacing-0',
        hasCards && 'card-rows',
        isFilling ? 'table-fixed' : '[&>tbody>tr:last-child>*]:border-b-0',
        table.className ?? 'text-sm',
      )}
    >
      <thead>
        <tr aria-rowindex={isFilling ? 1 : undefined}>
          {columns.map(([id, { header, kind, width, className, inside, sorts }]) => (
            <th
              key={id}
              scope="col"
              aria-sort={
                sorts?.some(({ by }) => by === sort.id)
                  ? sort.desc
                    ? 'descending'
                    : 'ascending'
                  : undefined
              }
              className={classNames(
                headLook(look),
                isNumber(kind) && 'text-right',
                width,
                className,
              )}
            >
              {sorts ? (
                <SortButtons
                  sorts={sorts}
                  sort={sort}
                  onSort={(by) => {
                    sortBy(by)
                    visit(undefined)
                  }}
                />
              ) : (
                <span className={inside}>{header}</span>
              )}
            </th>
          ))}
          {actions.length > 0 && (
            <th scope="col" className={classNames(headLook(look), 'text-right')}>
              Actions
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {before > 0 && <SpacerRow height={before} columns={across} />}
        {places.map((place) => {
          const item = items[place]!
          const at = {
            'data-index': hasKeys || isFilling ? place : undefined,
            ...(window && { ref: window.measure, 'aria-rowindex': place + 2 }),
          }
          if (item.getIsGrouped())
            return (
              <GroupRow
                key={item.id}
                at={at}
                label={groups?.[Number(item.groupingValue)]?.label}
                rows={item.getLeafRows().map(({ original }) => original)}
                {...{ columns, across, about, look }}
              />
            )
          const row = item.original
          const fold = {
            isOpen: table.detail !== undefined && item.getIsExpanded(),
            toggle: () => item.toggleExpanded(),
          }
          return (
            <Fragment key={item.id}>
              <tr
                {...at}
                aria-current={(hasKeys && row === current) || undefined}
                onFocus={() => visit(item.id)}
                // Keyboards and screen readers use the button in the row. The row is a larger
                // target for the mouse.
                onClick={onChoose && (() => onChoose(row))}
                className={classNames(
                  'aria-[current]:shadow-[inset_2px_0_0_var(--accent)]',
                  onChoose && 'cursor-default',
                  item.id === chosen ? 'bg-accent-tint' : hasKeys && 'hover:bg-hover',
                )}
              >
                {columns.map(([id, column]) => (
                  <Cell
                    key={id}
                    column={column}
                    row={row}
                    about={about}
                    fold={fold}
                    href={column.isName && table.open?.hrefOf(row)}
                    press={
                      column.isName && onChoose
                        ? { 'aria-label': nameOf(row), 'aria-expanded': item.id === chosen }
                        : undefined
                    }
                    look={look}
                  />
                ))}
                {actions.length > 0 && (
                  <td className={cellLook(look)}>
                    <RowButtons row={row} name={nameOf(row)} actions={actions} />
                  </td>
                )}
              </tr>
              {fold.isOpen && (
                <tr>
                  <td colSpan={across} className="border-b border-line px-4 pb-3">
                    {table.detail?.(row, about)}
                  </td>
                </tr>
              )}
            </Fragment>
          )
        })}
        {after > 0 && <SpacerRow height={after} columns={across} />}
      </tbody>
    </table>
  )
  return (
    <>
      {isFilling ? (
        // Keys scroll it too: the links inside take the focus.
        <div ref={scroller} className="relative min-h-0 grow overflow-auto overscroll-contain">
          {body}
        </div>
      ) : (
        <SideScroll>{body}</SideScroll>
      )}
      {more && (
        <p className="border-t border-line px-4 py-2">
          <Button size="small" busy={more.isBusy} onClick={more.run}>
            Load more
          </Button>
        </p>
      )}
      {below}
    </>
  )
}

// A component, because React's compiler refuses a call while drawing that is given what reads a ref.
function Below<Row>({
  current,
  showCurrent,
  draw,
}: {
  current: Row | undefined
  showCurrent: () => void
  draw: (current: Row | undefined, showCurrent: () => void) => ReactNode
}) {
  return draw(current, showCurrent)
}
