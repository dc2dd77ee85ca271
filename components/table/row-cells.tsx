import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { LocalDate } from '#components/ui/local-date.tsx'
import { LocalTime } from '#components/ui/local-time.tsx'
import { Money } from '#components/ui/money.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { valueOf, type RowAction, type RowColumn, type RowFold } from './row-declaration.ts'
import type { RowSort } from './use-row-model.ts'

type SortButtonsProps = {
  sorts: readonly { by: string; label: string }[]
  sort: RowSort
  onSort: (by: string) => void
}

export function SortButtons({ sorts, sort, onSort }: SortButtonsProps) {
  const Arrow = sort.desc ? ArrowDown : ArrowUp
  return sorts.map(({ by, label }, place) => (
    <span key={by} className="whitespace-nowrap">
      {place > 0 && <span aria-hidden="true"> × </span>}
      <button
        type="button"
        onClick={() => onSort(by)}
        className="inline-flex items-center gap-1 rounded-sm hover:text-ink"
      >
        {label}
        {sort.id === by && <Arrow aria-hidden="true" className="size-3" />}
      </button>
    </span>
  ))
}

export type Look = { isFilling: boolean; isDense: boolean; hasCards: boolean }
export type ShownColumn<Row, About> = readonly [id: string, column: RowColumn<Row, About>]

export const isNumber = (kind: RowColumn<never>['kind']) => kind === 'count' || kind === 'cents'

function edges({ isFilling }: Look): string {
  return `border-b border-line px-2 ${isFilling ? 'first:pl-3 last:pr-3' : 'first:pl-4 last:pr-4'}`
}

export function headLook(look: Look): string {
  return classNames(
    edges(look),
    'text-left text-xs font-medium text-ink-2',
    look.isFilling ? 'sticky top-0 z-10 h-row bg-panel' : 'py-1.5',
  )
}

export function cellLook(look: Look): string {
  return `${edges(look)} align-top ${look.isDense ? 'py-1.5' : 'py-2'}`
}

type GroupRowProps<Row, About> = {
  at: object
  label: ReactNode
  rows: readonly Row[]
  columns: readonly ShownColumn<Row, About>[]
  across: number
  about: About
  look: Look
}

export function GroupRow<Row, About>(props: GroupRowProps<Row, About>) {
  const { at, label, rows, columns, across, about, look } = props
  const first = columns.findIndex(([, { sum }]) => sum)
  return (
    <tr {...at} className="bg-ground max-sm:h-auto!">
      <th
        scope="rowgroup"
        colSpan={first < 0 ? across : first}
        className={classNames(
          edges(look),
          'py-1.5 text-left font-semibold max-sm:border-0',
          look.hasCards && 'max-sm:px-0! max-sm:[grid-area:title]',
        )}
      >
        {label}{' '}
        <span className="font-normal text-ink-2">· {rows.length.toLocaleString('en-US')}</span>
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
  /** The button that the row's press is for. */
  press: Pick<ComponentProps<'button'>, 'aria-label' | 'aria-expanded'> | undefined
  look: Look
}

export function Cell<Row, About>({
  column,
  row,
  about,
  fold,
  href,
  press,
  look,
}: CellProps<Row, About>) {
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
        {press ? (
          <button
            {...press}
            type="button"
            data-main=""
            className="max-w-full truncate rounded-sm text-left font-medium text-ink hover:underline"
          >
            {content}
          </button>
        ) : href === undefined ? (
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

export function RowButtons<Row>({
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
