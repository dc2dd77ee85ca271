'use client'
import { useId, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { TextInput } from '#components/ui/text-input.tsx'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import { findFilters } from './filter-edit.ts'

/** Every filter of the list behind one search box: type to narrow, arrows to move, Enter to choose. */
export function FilterFinder({ spec, hidden, onChoose }: { spec: ListSpec; hidden: readonly string[]; onChoose: (name: string) => void }) {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const found = findFilters(spec, typed).filter((name) => !hidden.includes(name))
  const move = (to: number) => {
    const next = Math.max(0, Math.min(found.length - 1, to))
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown') move(at + 1)
    else if (event.key === 'ArrowUp') move(at - 1)
    else if (event.key === 'Enter' && found[at] !== undefined) onChoose(found[at])
    else return
    event.preventDefault()
  }
  return (
    <div className="flex flex-col gap-1.5">
      <label htmlFor={`${id}-box`} className="text-xs font-medium text-ink-2">
        Find a filter
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
      <div id={`${id}-list`} role="listbox" aria-label="Filters" className="-mx-1.5 max-h-80 overflow-y-auto">
        {found.map((name, place) => (
          <button
            key={name}
            type="button"
            tabIndex={-1}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            onClick={() => onChoose(name)}
            onMouseMove={() => place !== at && setAt(place)}
            className="flex h-8 w-full items-center gap-3 text-left rounded-control px-1.5 text-sm aria-selected:bg-hover"
          >
            <span className="truncate">{spec.filters[name]!.label}</span>
            <span className="ml-auto text-2xs text-ink-3">{spec.filters[name]!.group}</span>
          </button>
        ))}
      </div>
      {found.length === 0 && <p className="pb-1 text-sm text-ink-2">No filter is called that.</p>}
    </div>
  )
}
