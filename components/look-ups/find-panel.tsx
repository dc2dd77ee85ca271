'use client'
import { Autocomplete } from '@base-ui/react/autocomplete'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import { Check, Search } from 'lucide-react'
import { useEffect, useMemo, useState, type ReactNode, type RefObject } from 'react'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { Spinner } from '#components/ui/spinner.tsx'
import type { LookUpReply } from '#lib/actions/replies.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { countOf, type Noun } from '#lib/lists/count-of.ts'
import { lookUpKinds, shownAtOnce, type Among, type Found, type Line, type LookUpKind } from './look-up-kinds.ts'

type FindPanelProps<K extends LookUpKind> = {
  kind: K
  /** What to do where the key may not look up: "Type the NPI in its field." */
  byHand: string
  among?: Among | undefined
  input?: RefObject<HTMLInputElement | null>
  /** What stands at the end of the search box. */
  end?: ReactNode
  /** Inside of a form or popover: smaller, and no more than a few lines high. */
  isSmall?: boolean
  /** Marks what is chosen already, where several can be. */
  isChosen?: (item: Found[K]) => boolean
  onChoose: (item: Found[K]) => void
}

type Entry = { item: unknown; line: Line }

function entriesOf<Item>(data: LookUpReply<Item> | undefined, line: (item: Item) => Line): Entry[] {
  return (data?.items ?? [])
    .filter((item) => typeof item === 'object' && item !== null)
    .map((item) => ({ item, line: line(item) }))
}

const pause = 200

/** A search of the partner's records by name: type a part of it, arrows to move, Enter to choose. */
export function FindPanel<K extends LookUpKind>({
  kind,
  byHand,
  among,
  input,
  end,
  isSmall = false,
  isChosen,
  onChoose,
}: FindPanelProps<K>) {
  const { noun, label, from, query, line } = lookUpKinds[kind]
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim())
  const isAsked = text.length >= from
  const options = query(text, among) as unknown as UseQueryOptions<LookUpReply<Found[K]>>
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...options,
    enabled: isAsked,
    placeholderData: (before: LookUpReply<Found[K]> | undefined) => before,
  })
  // The same entries as long as nothing else was found: new ones would take the highlight back to the first.
  const entries = useMemo(() => (isAsked ? entriesOf(data, line) : []), [isAsked, data, line])
  const isOpen = data?.is_available !== false && !error
  const isOld = isFetching || isPlaceholderData || text !== typed.trim()
  return (
    // The partner has searched: the list shows every line that it is given. What was typed stays while one chooses several.
    <Autocomplete.Root
      open
      inline
      items={entries}
      filter={null}
      autoHighlight="always"
      keepHighlight
      value={typed}
      onValueChange={(next, { reason }) => reason !== 'item-press' && setTyped(next)}
      itemToStringValue={(entry) => entry.line.title}
    >
      <div
        className={classNames(
          'flex items-center gap-2.5',
          isSmall
            ? 'h-8 rounded-control border border-control px-2 focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent'
            : 'h-11 border-b border-line px-4',
        )}
      >
        <Search aria-hidden="true" className={classNames('shrink-0 text-ink-3', isSmall ? 'size-3.5' : 'size-4')} />
        <Autocomplete.Input
          ref={input}
          aria-label={label}
          placeholder={label}
          autoComplete="off"
          spellCheck={false}
          // Enter chooses; where there is nothing to choose it must not send the form around the box either.
          onKeyDown={(event) => event.key === 'Enter' && entries.length === 0 && event.preventDefault()}
          className={classNames('h-full w-full bg-transparent outline-none', isSmall ? 'text-sm' : 'text-base')}
        />
        {isAsked && isOld && <Spinner />}
        {end}
      </div>
      {error && isAsked && (
        <div role="alert" className={classNames('flex items-center gap-3 text-sm', isSmall ? 'py-2' : 'px-4 py-5')}>
          <p className="min-w-0 grow">
            {failureOf(error).message} {byHand}
          </p>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {!error && data?.is_available === false && (
        <p role="alert" className={classNames('text-sm', isSmall ? 'py-2' : 'px-4 py-5')}>
          This connection can’t look up {noun.many}. {byHand}
        </p>
      )}
      {isOpen && (
        <Autocomplete.List
          className={classNames('min-h-0 overflow-y-auto empty:hidden', isSmall ? '-mx-1.5 max-h-44 py-1' : 'p-1.5')}
          aria-busy={isOld}
        >
          {(entry: Entry) => {
            const marked = isChosen?.(entry.item as Found[K])
            return (
              <Autocomplete.Item
                key={entries.indexOf(entry)}
                value={entry}
                onClick={() => onChoose(entry.item as Found[K])}
                className="flex cursor-default items-start gap-2 rounded-control px-2.5 py-1.5 text-sm select-none data-highlighted:bg-hover"
              >
                {isChosen && (
                  <Check
                    role="img"
                    aria-label={marked ? 'Chosen' : undefined}
                    aria-hidden={!marked}
                    className={classNames('mt-0.5 size-3.5 shrink-0 text-accent', !marked && 'opacity-0')}
                  />
                )}
                <span className="flex min-w-0 grow flex-col gap-0.5">
                  <span className="flex items-baseline gap-3">
                    <span className="min-w-0 truncate font-medium">{entry.line.title || 'No name'}</span>
                    <span className="ml-auto shrink-0 font-mono text-xs text-ink-2">{entry.line.code}</span>
                  </span>
                  {entry.line.note && <span className="truncate text-xs text-ink-2">{entry.line.note}</span>}
                </span>
              </Autocomplete.Item>
            )
          }}
        </Autocomplete.List>
      )}
      <Autocomplete.Status
        className={classNames('text-xs text-ink-2 empty:hidden', isSmall ? 'pb-1' : 'border-t border-line px-4 py-2')}
      >
        {isOpen && standing({ isAsked, isOld, count: entries.length, noun, text, from })}
      </Autocomplete.Status>
    </Autocomplete.Root>
  )
}

function standing({
  isAsked,
  isOld,
  count,
  noun,
  text,
  from,
}: {
  isAsked: boolean
  isOld: boolean
  count: number
  noun: Noun
  text: string
  from: number
}): string {
  if (!isAsked) return `Type at least ${from} letters.`
  if (isOld && count === 0) return 'Searching…'
  if (count === 0) return text === '' ? `No ${noun.many}.` : `No ${noun.many} match “${text}”.`
  if (count >= shownAtOnce) return `First ${count} ${noun.many}. Type more to narrow the list.`
  return countOf(count, noun)
}

// What was typed, once the person pauses: each letter would be a request to the partner.
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
