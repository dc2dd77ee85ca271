import { memo } from 'react'
import { Age } from '#components/ui/age.tsx'
import { LocalDate } from '#components/ui/local-date.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { ignorableOf } from '#components/resolve/ignorable.ts'
import { classWords, movedWords } from '#components/resolve/diff-words.ts'
import type { UpdateItem } from '#lib/actions/replies.ts'
import { diffClasses } from '#lib/rules/billed-diff/classes.ts'
import { nameOfItem, openUpdates } from './queue.ts'

type UpdateRowProps = {
  item: UpdateItem
  href: string
  today: string
  isCurrent: boolean
  isSelected: boolean
  onOpen: (id: string) => void
  onToggle: (id: string, withRange: boolean) => void
}

/**
 * One item of the queue: whose visit, how old, which kinds of difference, and the money that it
 * moves.
 */
export const UpdateRow = memo(function UpdateRow({
  item,
  href,
  today,
  isCurrent,
  isSelected,
  onOpen,
  onToggle,
}: UpdateRowProps) {
  const name = nameOfItem(item)
  const open = openUpdates(item)
  const isFromDesk =
    open.length > 0 &&
    ignorableOf(item.captures.flatMap((capture) => capture.updates)).length === open.length
  const kinds = diffClasses.filter((kind) =>
    item.diff?.changes.some((change) => change.class === kind),
  )
  return (
    <li
      className={classNames(
        'flex items-start gap-2.5 border-b border-line py-2 pr-3 pl-3 [contain-intrinsic-size:auto_3.6rem] [content-visibility:auto]',
        isCurrent ? 'bg-accent-tint shadow-[inset_2px_0_0_var(--color-accent)]' : 'hover:bg-hover',
      )}
    >
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={isSelected}
        onChange={() => undefined}
        onClick={(event) => onToggle(item.id, event.shiftKey)}
        className="row-check mt-0.5 shrink-0"
      />
      <a
        href={href}
        data-item={item.id}
        aria-current={isCurrent || undefined}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          onOpen(item.id)
        }}
        className="min-w-0 grow"
      >
        <span className="flex items-baseline gap-2 text-sm">
          <span className="truncate font-medium">{name}</span>
          <Moved item={item} />
        </span>
        <span className="flex items-baseline gap-2 text-xs text-ink-2">
          <span className="truncate">{item.payer ?? 'no payer'}</span>
          <span className="ml-auto flex shrink-0 gap-1.5 tabular-nums">
            <LocalDate date={item.date_of_service} />{' '}
            <span className="text-ink-3">
              <Age since={item.date_of_service} today={today} />
            </span>
          </span>
        </span>
        <span className="block truncate text-xs text-ink-2">
          {kinds.length > 0
            ? kinds.map((kind) => classWords[kind].word).join(', ')
            : withoutKinds(item)}
          {isFromDesk && ' · ADT, no charge message'}
        </span>
      </a>
    </li>
  )
})

function Moved({ item: { diff } }: { item: UpdateItem }) {
  if (!diff) return null
  if (diff.moved_cents === 0)
    return <span className="ml-auto shrink-0 text-xs text-ink-3">No change in charges</span>
  return (
    <span className="ml-auto shrink-0 font-medium tabular-nums">
      {movedWords(diff.moved_cents)}
    </span>
  )
}

function withoutKinds({ diff, is_complete }: UpdateItem): string {
  if (diff) return 'No differences left'
  return is_complete
    ? 'No billed data to compare'
    : 'Not compared: some captures couldn’t be loaded'
}
