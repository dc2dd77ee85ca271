'use client'
import { useQuery, type UseQueryOptions } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { Kbd } from '#components/ui/kbd.tsx'
import { useDebounced } from '#components/ui/use-debounced.ts'
import type { LookUpReply } from '#lib/actions/finding/look-up.ts'
import { countOf } from '#lib/core/count-of.ts'
import type { PartyKind } from '#lib/queries/spans.ts'
import { lookUpKinds, type Among } from './look-up-kinds.ts'
import type { Found } from './look-up-lines.ts'

type PartyMatchesProps = {
  kind: PartyKind
  among?: Among | undefined
  /** What stands in the box: a part of a name. */
  typed: string
  onChoose: (item: Found[PartyKind]) => void
}

const mostShown = 6

/** The records whose names match what is typed in the box above, each one press away. */
export function PartyMatches({ kind, among, typed, onChoose }: PartyMatchesProps) {
  const { noun, query, line } = lookUpKinds[kind]
  const text = useDebounced(typed)
  const options = query(text, among) as unknown as UseQueryOptions<LookUpReply<Found[PartyKind]>>
  const { data, isFetching, isError } = useQuery(options)
  const items = (data?.is_available ? data.items : []).slice(0, mostShown)
  const isSettled = text === typed && !isFetching
  // The button beside the box says why nothing can be looked up.
  if (isError || data?.is_available === false) return null
  return (
    <div
      data-matches={isSettled ? 'settled' : 'searching'}
      className="mt-1 rounded-control border border-line bg-panel"
    >
      <p role="status" className="px-2.5 py-1.5 text-xs text-ink-2">
        {!isSettled && items.length === 0
          ? 'Searching…'
          : items.length === 0
            ? `No ${noun.many} match “${text}”.`
            : `${countOf(items.length, noun)}${items.length === mostShown ? ' shown. Type more to narrow them' : ''}`}
      </p>
      <ul className="pb-1 empty:hidden">
        {items.map((item, at) => {
          const { title, code, note } = line(item as never)
          return (
            <li key={at}>
              <button
                type="button"
                onClick={() => onChoose(item)}
                className="flex w-full items-baseline gap-3 px-2.5 py-1 text-left text-sm hover:bg-hover focus-visible:bg-hover"
              >
                <span className="min-w-0 grow truncate">
                  <span className="font-medium">{title || 'No name'}</span>{' '}
                  {note && <span className="text-xs text-ink-2">{note}</span>}
                </span>
                <span className="shrink-0 font-mono text-xs text-ink-2">{code}</span>
                {at === 0 && isSettled && <Kbd keys="↵" />}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/**
 * The keys of a box and of the matches under it: ↓ and ↑ move, Escape goes back to the box, Enter in
 * the box takes the first match once the search is done.
 */
export function moveInMatches(event: KeyboardEvent<HTMLElement>): void {
  const list = event.currentTarget.querySelector<HTMLElement>('[data-matches]')
  if (!list) return
  const lines = [...list.querySelectorAll<HTMLElement>('button')]
  const at = lines.findIndex((each) => each === document.activeElement)
  const box = event.currentTarget.querySelector<HTMLElement>('input')
  const isInBox = document.activeElement === box
  if (event.key === 'ArrowDown' && (isInBox || at >= 0))
    lines[Math.min(at + 1, lines.length - 1)]?.focus()
  else if (event.key === 'ArrowUp' && at >= 0) (at === 0 ? box : lines[at - 1])?.focus()
  else if (event.key === 'Escape' && at >= 0) box?.focus()
  else if (event.key === 'Enter' && isInBox && list.dataset.matches === 'settled') lines[0]?.click()
  else return
  event.preventDefault()
  event.stopPropagation()
}
