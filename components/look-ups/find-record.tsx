'use client'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { useMemo, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { SearchDialog, SearchDialogClose } from '#components/ui/search-dialog.tsx'
import { SearchList } from '#components/ui/search-list.tsx'
import { useDebounced } from '#components/ui/use-debounced.ts'
import type { LookUpReply } from '#lib/actions/finding/look-up.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { countOf, type Noun } from '#lib/core/count-of.ts'
import { lookUpKinds, shownAtOnce, type Among, type LookUpKind } from './look-up-kinds.ts'
import type { Found, Line } from './look-up-lines.ts'

type FindRecordProps<K extends LookUpKind> = {
  kind: K
  /** The dialog's title: "Find the rendering provider". */
  title: string
  /** Advice for a key that may not look up: "Type the NPI in its field." */
  byHand: string
  among?: Among | undefined
  /** For several choices: marks the chosen ones; the dialog stays open after a choice. */
  isChosen?: ((item: Found[K]) => boolean) | undefined
  onChoose: (item: Found[K]) => void
  onClose: () => void
}

/** A search for a record in a dialog. Load it with `onDemand`. */
export function FindRecord<K extends LookUpKind>({
  kind,
  title,
  byHand,
  among,
  isChosen,
  onChoose,
  onClose,
}: FindRecordProps<K>) {
  const input = useRef<HTMLInputElement>(null)
  const choose = (item: Found[K]) => {
    if (!isChosen) onClose()
    onChoose(item)
  }
  return (
    <SearchDialog title={title} input={input} onClose={onClose}>
      <FindPanel
        kind={kind}
        byHand={byHand}
        among={among}
        input={input}
        end={<SearchDialogClose />}
        {...(isChosen && { isChosen, isMultiple: true })}
        onChoose={choose}
      />
    </SearchDialog>
  )
}

type FindPanelProps<K extends LookUpKind> = {
  kind: K
  /** Advice for a key that may not look up: "Type the NPI in its field." */
  byHand: string
  among?: Among | undefined
  input?: RefObject<HTMLInputElement | null>
  /** Stands at the end of the search box. */
  end?: ReactNode
  /** Inside of a form or popover: smaller, and no more than a few lines high. */
  isSmall?: boolean
  /** Marks the chosen records, where the search stays open after a choice. */
  isChosen?: (item: Found[K]) => boolean
  /** Several records can be chosen. */
  isMultiple?: boolean
  onChoose: (item: Found[K]) => void
}

type Entry = { key: string; item: unknown; line: Line }

/**
 * A search of the partner's records by name: type a part of it, arrows to move, Enter to choose.
 */
export function FindPanel<K extends LookUpKind>({
  kind,
  byHand,
  among,
  input,
  end,
  isSmall = false,
  isChosen,
  isMultiple = false,
  onChoose,
}: FindPanelProps<K>) {
  const { noun, label, from, query, line } = lookUpKinds[kind]
  const [typed, setTyped] = useState('')
  const text = useDebounced(typed.trim())
  const isAsked = text.length >= from
  const options = query(text, among) as unknown as UseQueryOptions<LookUpReply<Found[K]>>
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...options,
    enabled: isAsked,
    placeholderData: (before: LookUpReply<Found[K]> | undefined) => before,
  })
  const entries = useMemo(() => (isAsked ? entriesOf(data, line) : []), [isAsked, data, line])
  const isBusy = isAsked && (isFetching || isPlaceholderData || text !== typed.trim())
  const isClosed = !error && data?.is_available === false
  const noticeStyle = classNames('text-sm', isSmall ? 'py-2' : 'px-4 py-5')
  const notice =
    error && isAsked ? (
      <div role="alert" className={classNames('flex items-center gap-3', noticeStyle)}>
        <p className="min-w-0 grow">
          {failureOf(error).message} {byHand}
        </p>
        <Button size="small" onClick={() => void refetch()}>
          Try again
        </Button>
      </div>
    ) : (
      isClosed && (
        <p role="alert" className={noticeStyle}>
          This connection can’t look up {noun.many}. {byHand}
        </p>
      )
    )
  return (
    <SearchList
      label={label}
      listLabel={noun.many}
      look={isSmall ? 'small' : 'bar'}
      lines={entries}
      typed={typed}
      onTyped={setTyped}
      keyOf={({ key }) => key}
      onPick={({ item }) => onChoose(item as Found[K])}
      isChosen={isChosen && (({ item }) => isChosen(item as Found[K]))}
      isMultiple={isMultiple}
      isBusy={isBusy}
      input={input}
      end={end}
      notice={notice || undefined}
      status={
        !notice && !error && statusOf({ isAsked, isBusy, count: entries.length, noun, text, from })
      }
    >
      {({ line: { title, code, note } }) => (
        <span className="flex min-w-0 grow flex-col gap-0.5">
          <span className="flex items-baseline gap-3">
            <span className="min-w-0 truncate font-medium">{title || 'No name'}</span>
            <span className="ml-auto shrink-0 font-mono text-xs text-ink-2">{code}</span>
          </span>
          {note && <span className="truncate text-xs text-ink-2">{note}</span>}
        </span>
      )}
    </SearchList>
  )
}

function entriesOf<Item>(data: LookUpReply<Item> | undefined, line: (item: Item) => Line): Entry[] {
  return (data?.items ?? [])
    .filter((item) => typeof item === 'object' && item !== null)
    .map((item, index) => ({ key: String(index), item, line: line(item) }))
}

function statusOf({
  isAsked,
  isBusy,
  count,
  noun,
  text,
  from,
}: {
  isAsked: boolean
  isBusy: boolean
  count: number
  noun: Noun
  text: string
  from: number
}): string {
  if (!isAsked) return `Type at least ${from} letters.`
  if (isBusy && count === 0) return 'Searching…'
  if (count === 0) return text === '' ? `No ${noun.many}.` : `No ${noun.many} match “${text}”.`
  if (count >= shownAtOnce) return `First ${count} ${noun.many}. Type more to narrow the list.`
  return countOf(count, noun)
}
