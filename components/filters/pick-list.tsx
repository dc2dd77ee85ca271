'use client'
import { Check } from 'lucide-react'
import { useId, useState, type KeyboardEvent } from 'react'
import { TextInput } from '#components/ui/text-input.tsx'

/** One line: `note` tells it from others, `isChosen` marks it where several can be chosen. */
export type PickItem = { key: string; title: string; note: string; isChosen?: boolean }

type PickListProps = {
  /** Names the search box. */
  label: string
  /** Names the list. */
  listLabel: string
  /** The lines for what was typed. */
  find: (typed: string) => PickItem[]
  /** What is said when there is none. */
  none: string
  /** Several can be chosen, each is pressed again to take it off. */
  isMultiple?: boolean
  onPick: (key: string) => void
}

/** A list behind a search box: type to narrow, arrows to move, Enter to choose. */
export function PickList({ label, listLabel, find, none, isMultiple = false, onPick }: PickListProps) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const found = find(typed)
  const move = (to: number) => {
    const next = Math.max(0, Math.min(found.length - 1, to))
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(at + 1)
    else if (event.key === 'ArrowUp') move(at - 1)
    else if (event.key !== 'Enter') return
    // Enter in this box chooses, and never sends the form around it.
    else if (found[at]) onPick(found[at].key)
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={`${id}-box`} className="text-xs font-medium text-ink-2">
        {label}
      </label>
      <TextInput
        id={`${id}-box`}
        role="combobox"
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found.length > 0 ? `${id}-${at}` : undefined}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={listLabel}
        aria-multiselectable={isMultiple || undefined}
        className={isMultiple ? '-mx-1.5 max-h-48 overflow-y-auto' : '-mx-1.5 max-h-80 overflow-y-auto'}
      >
        {found.map(({ key, title, note, isChosen }, place) => (
          <button
            key={key}
            type="button"
            tabIndex={-1}
            id={`${id}-${place}`}
            role="option"
            aria-selected={isMultiple ? isChosen : place === at}
            data-active={place === at || undefined}
            onClick={() => onPick(key)}
            onMouseMove={() => place !== at && setAt(place)}
            className="flex h-8 w-full items-center gap-3 rounded-control px-1.5 text-left text-sm data-active:bg-hover"
          >
            {isMultiple && (
              <Check
                aria-hidden="true"
                className={isChosen ? 'size-3.5 shrink-0 text-accent' : 'size-3.5 shrink-0 opacity-0'}
              />
            )}
            <span className="truncate">{title}</span>
            <span className="ml-auto text-2xs text-ink-3">{note}</span>
          </button>
        ))}
      </div>
      {found.length === 0 && <p className="pb-1 text-sm text-ink-2">{none}</p>}
    </div>
  )
}
