'use client'
import { Building2, FileSignature, UserRound } from 'lucide-react'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useImperativeHandle, useMemo, useRef, type Ref } from 'react'
import { focusSoon } from '#components/table/focus-soon.ts'
import { SpacerRow } from '#components/table/spacer-row.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { LocalDate } from '#components/ui/local-date.tsx'
import { Money } from '#components/ui/money.tsx'
import { SoftLink } from '#components/ui/soft-link.tsx'
import { StatusBadge } from '#components/ui/status-badge.tsx'
import { useRowHeight } from '#components/ui/use-row-height.ts'
import type { EndingMark } from '#lib/actions/replies.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { LocalDate as Day } from '#lib/core/local-date.ts'
import { daysLeft, endKinds } from '#lib/rules/coverage/expiring.ts'
import {
  hrefOf,
  leftWords,
  renewalWords,
  whoOf,
  withOf,
  type Amounts,
  type EndingGroup,
  type EndingRow,
} from './expiring-rows.ts'

/** Commands of a page to the table. */
export type ExpiringTableHandle = { focusRow: (index: number) => void }

type ExpiringTableProps = {
  groups: readonly EndingGroup[]
  amounts: Amounts
  /** The mark of a row; undefined while the marks are not known. */
  markOf: ((row: EndingRow) => EndingMark) | undefined
  today: Day
  /** The place of the row that the keys act on. */
  current: number | undefined
  onVisit: (place: number) => void
  handle: Ref<ExpiringTableHandle>
}

type Item = { group: EndingGroup } | { row: EndingRow }

// A column without room stays one, because other rows span all of them.
const columns: readonly { label: string; className: string; hides?: string }[] = [
  { label: 'Ends', className: 'w-36' },
  { label: 'Kind', className: 'w-34 max-lg:w-0 max-lg:px-0', hides: 'max-lg:hidden' },
  { label: 'Who', className: '' },
  { label: 'With', className: '' },
  { label: 'Captures', className: 'w-34 text-right' },
  { label: 'Renewal', className: 'w-40 max-md:w-0 max-md:px-0', hides: 'max-md:hidden' },
]
const icons = { contract: FileSignature, facility: Building2, provider: UserRound }
const cell = 'border-b border-line px-2 py-1.5 align-top first:pl-3 last:pr-3'
const captureNoun = { one: 'capture', many: 'captures' }
// The estimated height of a row, until it is rendered and measured.
const usualHeight = 51
const firstRect = { width: 1200, height: 840 }
// Up to this length all rows are in the document, so that the browser's search finds them.
const wholeUpTo = 200
/** So near an end, the days are red. */
const urgentDays = 14

/** What ends, in groups of 30 days. In a long list only rows near the viewport are in the document. */
export function ExpiringTable({
  groups,
  amounts,
  markOf,
  today,
  current,
  onVisit,
  handle,
}: ExpiringTableProps) {
  const items = useMemo(
    () =>
      groups.flatMap((group): Item[] => [{ group }, ...group.rows.map((row): Item => ({ row }))]),
    [groups],
  )
  const places = useMemo(
    () => items.flatMap((item, index) => ('row' in item ? index : [])),
    [items],
  )
  const scroller = useRef<HTMLDivElement>(null)
  const headHeight = useRowHeight()
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => usualHeight,
    getItemKey: (index) => keyOf(items[index]!),
    initialRect: firstRect,
    overscan: items.length <= wholeUpTo ? wholeUpTo : 10,
    paddingStart: headHeight,
    scrollPaddingStart: headHeight,
  })
  useImperativeHandle(handle, () => ({
    focusRow: (index) => {
      const place = places[index]
      if (place === undefined) return
      // The head of the group is in sight with its first row.
      virtual.scrollToIndex(index === 0 ? 0 : place)
      focusSoon(scroller.current, place)
    },
  }))
  const drawn = virtual.getVirtualItems()
  const before = (drawn[0]?.start ?? headHeight) - headHeight
  const after = virtual.getTotalSize() - (drawn.at(-1)?.end ?? headHeight)
  return (
    // Keys scroll it too: the links inside take the focus.
    <div ref={scroller} className="relative min-h-0 grow overflow-auto overscroll-contain">
      <table
        aria-label="What expires"
        aria-rowcount={items.length + 1}
        className="card-rows w-full table-fixed border-separate border-spacing-0 text-sm"
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ label, className, hides }) => (
              <th
                key={label}
                scope="col"
                className={classNames(
                  'sticky top-0 z-10 h-row border-b border-line bg-panel px-2 text-left text-xs font-medium text-ink-2 first:pl-3 last:pr-3',
                  className,
                )}
              >
                <span className={hides}>{label}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {before > 0 && <SpacerRow height={before} columns={columns.length} />}
          {drawn.map(({ index, key }) => {
            const item = items[index]!
            const at = { ref: virtual.measureElement, 'data-index': index }
            return 'group' in item ? (
              <GroupLine key={key} {...at} group={item.group} amounts={amounts} />
            ) : (
              <EndingLine
                key={key}
                {...at}
                row={item.row}
                amounts={amounts}
                mark={markOf?.(item.row)}
                today={today}
                isCurrent={item.row.place === current}
                onVisit={onVisit}
              />
            )
          })}
          {after > 0 && <SpacerRow height={after} columns={columns.length} />}
        </tbody>
      </table>
    </div>
  )
}

type LineProps = { ref: Ref<HTMLTableRowElement>; 'data-index': number; amounts: Amounts }

function GroupLine({ group: { label, rows }, amounts, ...at }: LineProps & { group: EndingGroup }) {
  const amount = amounts.of(rows)
  return (
    <tr {...at} aria-rowindex={at['data-index'] + 2} className="bg-ground max-sm:h-auto!">
      <th
        scope="rowgroup"
        colSpan={columns.length - 2}
        className="border-b border-line px-3 py-1.5 text-left font-semibold max-sm:border-0 max-sm:px-0 max-sm:[grid-area:title]"
      >
        {label}{' '}
        <span className="font-normal text-ink-2">· {rows.length.toLocaleString('en-US')}</span>
      </th>
      <td
        data-card="money"
        className="border-b border-line px-3 py-1.5 text-right font-semibold tabular-nums"
      >
        {amount ? <Money cents={amount.cents} /> : <NotKnown />}
      </td>
      <td aria-hidden="true" className="border-b border-line" />
    </tr>
  )
}

function EndingLine({
  row,
  amounts,
  mark,
  today,
  isCurrent,
  onVisit,
  ...at
}: LineProps & {
  row: EndingRow
  mark: EndingMark | undefined
  today: Day
  isCurrent: boolean
  onVisit: (place: number) => void
}) {
  const { kind, covered, payer, provider, contract_type } = row
  const left = daysLeft(row, today)
  const Icon = icons[kind]
  const amount = amounts.ofRow(row)
  return (
    <tr
      {...at}
      aria-rowindex={at['data-index'] + 2}
      aria-current={isCurrent || undefined}
      onFocus={() => onVisit(row.place)}
      className={classNames('hover:bg-hover', isCurrent && 'shadow-[inset_2px_0_0_var(--accent)]')}
    >
      <td data-card="detail" className={`${cell} tabular-nums`}>
        <span className="flex flex-wrap gap-x-2.5 max-sm:flex-nowrap max-sm:gap-x-1.5">
          <LocalDate date={row.ends} />
          <span
            className={classNames(
              'whitespace-nowrap',
              left <= urgentDays ? 'font-medium text-red' : 'text-ink-2',
            )}
          >
            {leftWords(left)}
          </span>
          <span className="min-w-0 truncate text-ink-2 sm:hidden">{withOf(row)}</span>
        </span>
      </td>
      <td className={`${cell} text-ink-2 max-lg:px-0`}>
        <span className="flex items-center gap-1.5 whitespace-nowrap max-lg:hidden">
          <Icon aria-hidden="true" className="size-3.5 shrink-0" />
          {endKinds[kind]}
        </span>
      </td>
      <td role="rowheader" data-card="title" className={cell}>
        <span className="max-sm:flex max-sm:items-center max-sm:gap-1.5">
          <Icon aria-hidden="true" className="size-3.5 shrink-0 text-ink-2 sm:hidden" />
          <SoftLink
            href={hrefOf(row)}
            data-main=""
            className="rounded-sm font-medium break-words text-ink hover:underline max-sm:truncate"
          >
            {whoOf(row)}
          </SoftLink>
        </span>
        <span className="block text-xs break-words text-ink-2 max-sm:sr-only">
          <span className="lg:hidden">
            {endKinds[kind]}
            {(covered?.npi ?? contract_type) && ' · '}
          </span>
          {covered
            ? covered.npi && `NPI ${covered.npi}`
            : contract_type === 'institutional'
              ? 'Institutional'
              : contract_type === 'professional' && 'Professional'}
        </span>
        <span className="mt-1 block max-sm:hidden md:hidden">
          <RenewalOf mark={mark} left={left} />
        </span>
      </td>
      <td className={cell}>
        <span className="block break-words">{covered ? payer.name : provider.name}</span>
        {covered && <span className="block text-xs break-words text-ink-2">{provider.name}</span>}
      </td>
      <td data-card="money" className={`${cell} text-right tabular-nums`}>
        {amount ? (
          <>
            <span
              className={classNames('block', amount.captures > 0 ? 'font-medium' : 'text-ink-3')}
            >
              <Money cents={amount.cents} />
            </span>
            <span className="block text-xs text-ink-2 max-sm:hidden">
              {countOf(amount.captures, captureNoun)}
              {amount.planned.captures > 0 && `, ${amount.planned.captures} planned`}
            </span>
            {amount.without_amount > 0 && (
              <span className="block text-xs text-ink-2 max-sm:hidden">
                {amount.without_amount} without a charge
              </span>
            )}
          </>
        ) : (
          <NotKnown />
        )}
      </td>
      <td data-card="end" className={`${cell} max-md:px-0`}>
        <span className="block max-md:hidden max-sm:block!">
          <RenewalOf mark={mark} left={left} />
        </span>
      </td>
    </tr>
  )
}

function RenewalOf({ mark, left }: { mark: EndingMark | undefined; left: number }) {
  if (!mark) return null
  const { words, tone } = renewalWords(mark.renewal, left)
  return (
    <>
      <StatusBadge tone={tone}>{words}</StatusBadge>
      <span className="block truncate text-xs text-ink-2 max-sm:hidden">
        {mark.owner ?? 'No owner'}
      </span>
    </>
  )
}

function NotKnown() {
  return <span className="font-normal text-ink-3">Not known</span>
}

function keyOf(item: Item): string {
  return 'group' in item ? item.group.label : String(item.row.place)
}
