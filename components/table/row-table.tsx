'use client'
import {
  columnGroupingFeature,
  createExpandedRowModel,
  createGroupedRowModel,
  createSortedRowModel,
  rowExpandingFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type ColumnDef,
  type ExpandedState,
  type RowData,
} from '@tanstack/react-table'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useRouter } from 'next/navigation'
import { Fragment, useMemo, useRef, useState, type ReactNode } from 'react'
import { holdKeysUntilPage, useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { LocalDate } from '#components/ui/local-date.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Money } from '#components/ui/money.tsx'
import { SideScroll } from '#components/ui/side-scroll.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { useRowHeight } from '#components/ui/use-row-height.ts'
import { focusSoon } from './focus-soon.ts'
import { SpacerRow } from './spacer-row.tsx'

/** What a cell shows under its row, and whether it does. */
export type RowFold = { isOpen: boolean; toggle: () => void }

type Value = string | number | undefined
type ValueName<Row> = {
  [Name in keyof Row]-?: Row[Name] extends Value ? Name : never
}[keyof Row]
// A member of the row, or what is made of it.
type Reads<Row, About = unknown> = ValueName<Row> | ((row: Row, about: About) => Value)

/** A column of rows that are all in the browser. Cell and file follow from `value` by `kind`. */
export type RowColumn<Row, About = unknown> = {
  header: string
  /** The default is `text`. `time` is an instant in ISO text. */
  kind?: 'text' | 'count' | 'cents' | 'date' | 'time'
  value?: Reads<Row, About>
  /** The cell, if it shows more than the value. */
  cell?(row: Row, about: About, fold: RowFold): ReactNode
  /** A quiet second line. */
  below?(row: Row, about: About): ReactNode
  /** What the rows of a group, or all of them, sum up to. */
  sum?(rows: readonly Row[], about: About): ReactNode
  /** The cell names the row. */
  isName?: true
  /** Its place in the card that a row is on a phone. A table without any scrolls sideways there. */
  card?: 'title' | 'money' | 'detail' | 'end'
  /** Classes of the head alone: cells would be narrow in a card, too. */
  width?: string
  className?: string
  /** Classes of the content, in the head too. */
  inside?: string
  /** `false` if only the file has the column. */
  screen?: false
}

/** A button at the end of each row, and its key for the current row. */
export type RowAction<Row> = {
  label: string
  /** The accessible name; by default the label with the row's name. */
  name?(row: Row): string
  keys?: string
  /** What the key does, in the list of keys. */
  keyLabel?: string
  opens?: 'dialog'
  isShown?(row: Row): boolean
  isBusy?(row: Row): boolean
  run(row: Row): unknown
}

/** A table as it is declared: head, cells, cards, groups, keys and file follow. */
export type RowTable<Row, About = unknown> = {
  label: string
  key: ValueName<Row> | ((row: Row, place: number) => string)
  /** What a person calls a row; by default the value of the column that names it. */
  name?: Reads<Row>
  columns: { readonly [id: string]: RowColumn<Row, About> }
  /** The page of a row; the cell that names the row links to it. */
  open?: { label: string; hrefOf(row: Row): string }
  /** j, k and Enter are the table's. One table of a page may have them. */
  hasKeys?: true
  /** A row belongs to the first group that has it. */
  groups?: readonly { label: ReactNode; has(row: Row, about: About): boolean }[]
  /** The name of the last row, which has the sums of all rows. */
  total?: string
  /** What opens under a row. A table with groups has none. */
  detail?(row: Row, about: About): ReactNode
  /** The table fills its page: it has its own scroller, and a head that stays in sight. */
  isFilling?: true
  /** Low rows, for a table beside others. */
  isDense?: true
  className?: string
}

type RowTableViewProps<Row, About> = {
  table: RowTable<Row, About>
  rows: readonly Row[]
  about: NoInfer<About>
  /** What is shown without rows. */
  empty?: ReactNode
  actions?: readonly RowAction<NoInfer<Row>>[]
  /** The rows are those of a former question. */
  isBusy?: boolean
  /** Reads the next rows. */
  more?: { run: () => void; isBusy: boolean } | undefined
  /** What is below the rows; the current row is the one that keys act on. */
  children?: (current: Row | undefined, showCurrent: () => void) => ReactNode
}

const features = tableFeatures({
  rowSortingFeature,
  columnGroupingFeature,
  rowExpandingFeature,
  sortedRowModel: createSortedRowModel(),
  groupedRowModel: createGroupedRowModel(),
  expandedRowModel: createExpandedRowModel(),
})
const groupColumn = 'group'
const byGroup = { grouping: [groupColumn], sorting: [{ id: groupColumn, desc: false }] }
const ungrouped = { grouping: [], sorting: [] }
// Up to this length all rows are in the document, so that the browser's search finds them.
const wholeUpTo = 200
// The estimated height of a row, until it is rendered and measured.
const usualHeight = 51
const firstRect = { width: 1200, height: 840 }

/** Rows as a table. In a long one that fills its page, only rows near the viewport are in the document. */
export function RowTableView<Row extends RowData, About>({
  table,
  rows,
  about,
  empty,
  actions = [],
  isBusy,
  more,
  children,
}: RowTableViewProps<Row, About>) {
  const { groups, isFilling = false, isDense = isFilling, hasKeys } = table
  const model = useRowModel(table, rows, about)
  const items = model.getRowModel().rows
  const leaves = items.flatMap((item, place) =>
    item.getIsGrouped() ? [] : [{ id: item.id, row: item.original, place }],
  )
  const [visited, visit] = useState<string>()
  const active = Math.max(
    0,
    leaves.findIndex(({ id }) => id === visited),
  )
  const current = leaves[active]?.row
  const element = useRef<HTMLTableElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const headHeight = useRowHeight()
  const virtual = useVirtualizer({
    enabled: isFilling,
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => items[index]!.id,
    initialRect: firstRect,
    overscan: items.length <= wholeUpTo ? wholeUpTo : 10,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
  })
  const focusRow = (index: number) => {
    const place = leaves[Math.max(0, Math.min(leaves.length - 1, index))]?.place
    if (place === undefined) return
    if (isFilling) {
      // The head of the group is in sight with its first row.
      virtual.scrollToIndex(index <= 0 ? 0 : place)
      focusSoon(element.current, place)
    } else mainOf(element.current, place)?.focus()
  }
  const name = table.name ?? Object.values(table.columns).find(({ isName }) => isName)?.value
  const nameOf = (row: Row) => String(valueOf(name, row, about))
  const target = current && nameOf(current)
  useRowKeys(hasKeys ? table : undefined, actions, current, target, (by) => focusRow(active + by))
  const below = children?.(current, () => focusRow(active))
  if (rows.length === 0)
    return (
      <>
        {isFilling ? <div className="min-h-0 grow overflow-auto">{empty}</div> : empty}
        {below}
      </>
    )
  const columns = shownColumns(table)
  const across = columns.length + (actions.length > 0 ? 1 : 0)
  const hasCards = columns.some(([, { card }]) => card !== undefined)
  const look = { isFilling, isDense, hasCards }
  const drawn = isFilling ? virtual.getVirtualItems() : undefined
  const before = drawn ? (drawn[0]?.start ?? headHeight) - headHeight : 0
  const after = drawn ? virtual.getTotalSize() - (drawn.at(-1)?.end ?? headHeight) : 0
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
          {columns.map(([id, { header, kind, width, className, inside }]) => (
            <th
              key={id}
              scope="col"
              className={classNames(
                headLook(look),
                isNumber(kind) && 'text-right',
                width,
                className,
              )}
            >
              <span className={inside}>{header}</span>
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
        {(drawn ?? items.map((_, index) => ({ index }))).map(({ index: place }) => {
          const item = items[place]!
          const at = {
            'data-index': hasKeys || isFilling ? place : undefined,
            ...(isFilling && { ref: virtual.measureElement, 'aria-rowindex': place + 2 }),
          }
          if (item.getIsGrouped()) {
            const own = item.getLeafRows().map(({ original }) => original)
            return (
              <SumRow
                key={item.id}
                at={at}
                scope="rowgroup"
                label={
                  <>
                    {groups?.[Number(item.groupingValue)]?.label}{' '}
                    <span className="font-normal text-ink-2">
                      · {own.length.toLocaleString('en-US')}
                    </span>
                  </>
                }
                rows={own}
                {...{ columns, across, about, look }}
              />
            )
          }
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
                className={classNames(
                  'aria-[current]:shadow-[inset_2px_0_0_var(--accent)]',
                  hasKeys && 'hover:bg-hover',
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
        {table.total !== undefined && rows.length > 1 && (
          <SumRow scope="row" label={table.total} {...{ rows, columns, across, about, look }} />
        )}
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

/** A value of a row: a member of it, or what is made of it. */
export function valueOf<Row, About>(
  reads: Reads<Row, About> | undefined,
  row: Row,
  about: About,
): Value {
  if (typeof reads === 'function') return reads(row, about)
  return reads === undefined ? undefined : (row[reads] as Value)
}

// The rows as they are drawn: sorted into groups, each group after a row of its own.
function useRowModel<Row extends RowData, About>(
  { key, groups }: RowTable<Row, About>,
  rows: readonly Row[],
  about: About,
) {
  const [opened, setOpened] = useState<ExpandedState>({})
  const columns = useMemo<ColumnDef<typeof features, Row>[]>(
    () => [
      {
        id: groupColumn,
        accessorFn: (row) => groups?.findIndex(({ has }) => has(row, about)),
      },
    ],
    [groups, about],
  )
  return useTable({
    features,
    columns,
    data: rows,
    getRowId: (row, place) =>
      typeof key === 'function' ? key(row, place) : String(row[key as keyof Row]),
    // The rows of a group are its sub-rows, and they are always open.
    state: groups ? { ...byGroup, expanded: true } : { ...ungrouped, expanded: opened },
    onExpandedChange: setOpened,
    getRowCanExpand: () => true,
    autoResetExpanded: false,
  })
}

function useRowKeys<Row, About>(
  table: RowTable<Row, About> | undefined,
  actions: readonly RowAction<Row>[],
  current: Row | undefined,
  target: string | undefined,
  move: (by: number) => void,
): void {
  const router = useRouter()
  const { open } = table ?? {}
  const whyNot = current ? undefined : 'There is no row'
  useKeys([
    ...(table
      ? [
          { keys: 'j', label: 'Next row', run: () => move(1), repeats: true },
          { keys: 'k', label: 'Previous row', run: () => move(-1), repeats: true },
        ]
      : []),
    ...(open
      ? [
          {
            keys: 'Enter',
            label: open.label,
            target,
            whyNot,
            run: () => {
              if (!current) return
              holdKeysUntilPage(open.hrefOf(current))
              router.push(open.hrefOf(current))
            },
          },
        ]
      : []),
    ...actions.flatMap(({ keys, label, keyLabel = label, isShown, isBusy, run }) =>
      keys === undefined
        ? []
        : {
            keys,
            label: keyLabel,
            target,
            whyNot,
            run: () =>
              current && (isShown?.(current) ?? true) && !isBusy?.(current) && run(current),
          },
    ),
  ])
}

function mainOf(table: HTMLElement | null, place: number): HTMLElement | null | undefined {
  return table?.querySelector<HTMLElement>(`tr[data-index="${place}"] [data-main]`)
}

type Look = { isFilling: boolean; isDense: boolean; hasCards: boolean }
type Column<Row, About> = readonly [id: string, column: RowColumn<Row, About>]

function shownColumns<Row, About>({ columns }: RowTable<Row, About>): Column<Row, About>[] {
  return Object.entries(columns).filter(([, { screen }]) => screen !== false)
}

const isNumber = (kind: RowColumn<never>['kind']) => kind === 'count' || kind === 'cents'

function edges({ isFilling }: Look): string {
  return `border-b border-line px-2 ${isFilling ? 'first:pl-3 last:pr-3' : 'first:pl-4 last:pr-4'}`
}

function headLook(look: Look): string {
  return classNames(
    edges(look),
    'text-left text-xs font-medium text-ink-2',
    look.isFilling ? 'sticky top-0 z-10 h-row bg-panel' : 'py-1.5',
  )
}

function cellLook(look: Look): string {
  return `${edges(look)} align-top ${look.isDense ? 'py-1.5' : 'py-2'}`
}

type SumRowProps<Row, About> = {
  at?: object
  scope: 'row' | 'rowgroup'
  label: ReactNode
  rows: readonly Row[]
  columns: readonly Column<Row, About>[]
  across: number
  about: About
  look: Look
}

function SumRow<Row, About>({
  at,
  scope,
  label,
  rows,
  columns,
  across,
  about,
  look,
}: SumRowProps<Row, About>) {
  const first = columns.findIndex(([, { sum }]) => sum)
  return (
    <tr {...at} className={scope === 'rowgroup' ? 'bg-ground max-sm:h-auto!' : undefined}>
      <th
        scope={scope}
        colSpan={first < 0 ? across : first}
        className={classNames(
          edges(look),
          'py-1.5 text-left font-semibold max-sm:border-0',
          look.hasCards && 'max-sm:px-0 max-sm:[grid-area:title]',
        )}
      >
        {label}
      </th>
      {first >= 0 &&
        columns.slice(first).map(([id, { sum, kind, card }]) => (
          <td
            key={id}
            data-card={sum && card}
            aria-hidden={!sum || undefined}
            className={classNames(
              edges(look),
              'py-1.5 font-semibold',
              isNumber(kind) && 'text-right tabular-nums',
            )}
          >
            {sum?.(rows, about)}
          </td>
        ))}
    </tr>
  )
}

type CellProps<Row, About> = {
  column: RowColumn<Row, About>
  row: Row
  about: About
  fold: RowFold
  href: string | undefined
  look: Look
}

function Cell<Row, About>({ column, row, about, fold, href, look }: CellProps<Row, About>) {
  const { kind, card, className, inside, isName } = column
  const value = valueOf(column.value, row, about)
  const content = column.cell ? column.cell(row, about, fold) : shown(kind, value)
  const second = column.below?.(row, about)
  const isCut = card === 'title' || card === 'detail'
  return (
    <td
      role={isName && 'rowheader'}
      data-card={card}
      className={classNames(cellLook(look), isNumber(kind) && 'text-right tabular-nums', className)}
    >
      <span className={classNames('block break-words', isCut && 'max-sm:truncate', inside)}>
        {href === undefined ? (
          content
        ) : (
          <SoftLink
            href={href}
            data-main=""
            className="rounded-sm font-medium text-ink hover:underline"
          >
            {content}
          </SoftLink>
        )}
      </span>
      {second && (
        <span
          className={classNames(
            'block text-xs break-words text-ink-2',
            look.hasCards && (isName ? 'max-sm:sr-only' : 'max-sm:hidden'),
          )}
        >
          {second}
        </span>
      )}
    </td>
  )
}

function shown(kind: RowColumn<never>['kind'], value: string | number | undefined): ReactNode {
  if (value === undefined) return null
  if (typeof value === 'number')
    return kind === 'cents' ? <Money cents={value} /> : value.toLocaleString('en-US')
  if (kind === 'date') return <LocalDate date={value} />
  return kind === 'time' ? <LocalTime at={value} /> : value
}

function RowButtons<Row>({
  row,
  name,
  actions,
}: {
  row: Row
  name: string
  actions: readonly RowAction<Row>[]
}) {
  return (
    <span className="flex flex-wrap justify-end gap-2">
      {actions
        .filter(({ isShown }) => isShown?.(row) ?? true)
        .map((action) => (
          <Button
            key={action.label}
            size="small"
            busy={action.isBusy?.(row)}
            aria-haspopup={action.opens}
            aria-label={action.name?.(row) ?? `${action.label}: ${name}`}
            onClick={() => void action.run(row)}
          >
            {action.label}
          </Button>
        ))}
    </span>
  )
}
