'use client'
import { ChevronDown } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import { withoutPosition, type ListView, type ViewChange } from '#lib/lists/view.ts'

type Props = { spec: ListSpec; view: ListView; onView: (change: ViewChange) => void }

/** What the list is sorted by and which end comes first. */
export function SortControl({ spec, view, onView }: Props) {
  if (Object.keys(spec.sorts).length === 0) return null
  return (
    <>
      <SmallSelect
        label="Sort"
        name="sort"
        value={view.sort}
        onChange={(sort) => onView((now) => withoutPosition({ ...now, sort }))}
      >
        {Object.entries(spec.sorts).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </SmallSelect>
      <SmallSelect
        label="Sort direction"
        hidesLabel
        name="sort_direction"
        value={view.sort_direction}
        onChange={(direction) =>
          onView((now) => withoutPosition({ ...now, sort_direction: direction === 'asc' ? 'asc' : 'desc' }))
        }
      >
        <option value="desc">Newest first</option>
        <option value="asc">Oldest first</option>
      </SmallSelect>
    </>
  )
}

type SmallSelectProps = {
  label: string
  hidesLabel?: boolean
  name: string
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** A select in the height of a chip, its label beside it. */
export function SmallSelect({ label, hidesLabel = false, name, value, onChange, children }: SmallSelectProps) {
  const id = useId()
  return (
    <span className="inline-flex items-center gap-1.5 text-sm">
      <label htmlFor={id} className={hidesLabel ? 'sr-only' : 'text-ink-2'}>
        {label}
      </label>
      <span className="relative inline-flex">
        <select
          id={id}
          name={name}
          // Else a browser puts back what stood here when the page was last left, which its address may not say.
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-7 appearance-none rounded-control border border-line-strong bg-panel pr-6.5 pl-2.5 text-sm font-medium text-ink hover:bg-hover"
        >
          {children}
        </select>
        <ChevronDown aria-hidden="true" className="pointer-events-none absolute top-1.75 right-2 size-3.5 text-ink-3" />
      </span>
    </span>
  )
}
