'use client'
import { Plus } from 'lucide-react'
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Chip } from '#components/ui/chip.tsx'
import { describeFilter, describeValue, filterTexts } from '#lib/lists/filter-value.ts'
import type { FilterChoices, FilterValues, ListSpec } from '#lib/lists/list-spec.ts'
import { type ListView, type ViewChange, chipsOf, clearFilters, setFilter, type FilterTarget } from '#lib/lists/view.ts'
import type { FilterFinding } from './filter-finding.ts'

// Fetched when a person is about to add or edit a filter: the list's own page does without it.
const loadPopover = () => import('./filter-popover.tsx').then((module) => ({ default: module.FilterPopover }))
const FilterPopover = lazy(loadPopover)

type FilterBarProps = {
  spec: ListSpec
  view: ListView
  choices: FilterChoices
  /** How values are found by name, for filters that have a look-up. */
  finding?: FilterFinding | undefined
  /** Filters that belong to the page: shown, but not to be taken off. */
  always: FilterValues
  onView: (change: ViewChange) => void
  /** A search box at the bar's beginning; it shows `search_term`, which then needs no chip. */
  before?: ReactNode
  after?: ReactNode
}

/** The filters in use as chips, and the way to any other. */
export function FilterBar({ spec, view, choices, finding, always, onView, before, after }: FilterBarProps) {
  const [open, setOpen] = useState<{ target: FilterTarget | undefined; anchor: HTMLElement }>()
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => setOpen({ target: undefined, anchor: addButton.current! })
  useKeys([{ keys: '/', label: 'Filter the list', run: add, opens: true }])
  const chips = chipsOf(spec, view, always)
  const drawn = before ? chips.filter((chip) => chip.name !== 'search_term') : chips
  const close = () => {
    // A chip that was removed takes its button along; the focus then goes where the next filter is made.
    setOpen(undefined)
    requestAnimationFrame(() => document.activeElement === document.body && addButton.current?.focus())
  }
  return (
    <div role="group" aria-label="Filters" className="flex min-h-8 flex-wrap items-center gap-2">
      {before}
      {Object.entries(always).map(([name, value]) => (
        <Chip
          key={name}
          label={spec.filters[name]!.label}
          value={describeValue(spec.filters[name]!, value)}
          name={spec.filters[name]!.label}
        />
      ))}
      {drawn.map(({ name, mode, value }) => {
        const filter = spec.filters[name]!
        const { label, operator } = describeFilter(filter, value)
        const words = describeValue(filter, value)
        const first = mode === 'first'
        // An id says nothing: the chip names the record once it is looked up.
        const isId = filter.lookUp !== undefined && filter.lookUp.member !== 'payer_name'
        const said =
          isId && finding ? (
            <Suspense fallback={words}>
              <finding.Names lookUp={filter.lookUp!} values={filterTexts(value)} fallback={words} />
            </Suspense>
          ) : (
            words
          )
        return (
          <Chip
            key={`${mode}.${name}`}
            kind={first ? 'first' : 'plain'}
            label={first ? 'Show first' : <ChipLabel label={label} operator={operator} />}
            value={
              first ? (
                <>
                  {label} {operator} {said}
                </>
              ) : (
                said
              )
            }
            name={`${first ? 'Show first ' : ''}${label}${isId ? '' : ` ${operator} ${words}`}`}
            onEdit={(anchor) => setOpen({ target: { name, mode }, anchor })}
            onRemove={() => {
              onView((now) => setFilter(now, { name, mode }, undefined))
              addButton.current?.focus()
            }}
          />
        )
      })}
      <button
        ref={addButton}
        type="button"
        aria-haspopup="dialog"
        title="Add filter (/)"
        onClick={add}
        onPointerEnter={() => void loadPopover()}
        onFocus={() => void loadPopover()}
        className="inline-flex h-7 items-center gap-1 rounded-control border border-dashed border-control px-2.5 text-sm text-ink-2 hover:bg-hover hover:text-ink"
      >
        <Plus aria-hidden="true" className="size-3.5" />
        Add filter
      </button>
      {chips.length > 0 && (
        <button
          type="button"
          onClick={() => onView(clearFilters)}
          className="h-7 rounded-control px-2 text-sm text-ink-2 hover:bg-hover hover:text-ink"
        >
          Clear all
        </button>
      )}
      {after && <div className="ml-auto flex items-center gap-2">{after}</div>}
      {open && (
        <Suspense fallback={null}>
          <FilterPopover
            key={open.target ? `${open.target.mode}.${open.target.name}` : ''}
            anchor={open.anchor}
            spec={spec}
            view={view}
            choices={choices}
            finding={finding}
            hidden={Object.keys(always)}
            target={open.target}
            onView={onView}
            onClose={close}
          />
        </Suspense>
      )}
    </div>
  )
}

function ChipLabel({ label, operator }: { label: string; operator: string }) {
  return (
    <>
      {label} <span className="text-ink-3">{operator}</span>
    </>
  )
}
