'use client'
import { ChevronDown, Plus, Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { useKeys } from '#components/frame/keys/keys.ts'
import { Chip } from '#components/ui/chip.tsx'
import { onDemand } from '#components/ui/on-demand.tsx'
import {
  describeFilter,
  describeRange,
  describeValue,
  filterTexts,
} from '#lib/lists/filter-value.ts'
import type { FilterChoices, FilterValues, ListSpec } from '#lib/lists/list-spec.ts'
import {
  chipsOf,
  clearFilters,
  setFilter,
  setRange,
  withoutPosition,
  type FilterTarget,
  type ListView,
  type ViewChange,
} from '#lib/lists/view.ts'
import { searchText } from '#lib/lists/search-text.ts'

// Loaded when a person is about to add or edit a filter: the list itself does without it.
const loadEditor = () => import('./filter-editor.tsx').then((module) => module.FilterEditor)
const prepareEditor = () => void loadEditor().catch(() => undefined)
const FilterEditor = onDemand(loadEditor)
// Loaded for the first chip that holds an id, which is shown until its name is there.
const RecordNames = lazy(() =>
  import('#components/look-ups/record-names.ts').then(
    (module) => ({ default: module.RecordNames }),
    () => ({ default: ({ fallback }: { fallback: string }) => fallback }),
  ),
)

type FilterBarProps = {
  spec: ListSpec
  view: ListView
  choices: FilterChoices
  /** Filters that belong to the page: they show, and cannot be removed. */
  always: FilterValues
  /** `replaces`: the change takes the place of the last step of the browser's history. */
  onView: (change: ViewChange, how?: { replaces?: boolean }) => void
  /** Begins with a search box, which shows `search_term` in place of its chip. */
  hasSearch?: boolean
  after?: ReactNode
}

/** The filters in use as chips, and the way to any other. */
export function FilterBar({
  spec,
  view,
  choices,
  always,
  onView,
  hasSearch = false,
  after,
}: FilterBarProps) {
  const [open, setOpen] = useState<{ target: FilterTarget | undefined; anchor: HTMLElement }>()
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => setOpen({ target: undefined, anchor: addButton.current! })
  const filterKey = { label: 'Filter the list', run: add, opens: true }
  useKeys([{ keys: 'f', ...filterKey }, ...(hasSearch ? [] : [{ keys: '/', ...filterKey }])])
  const chips = chipsOf(spec, view, always)
  const shown = hasSearch ? chips.filter((chip) => chip.name !== 'search_term') : chips
  const close = () => {
    // A removed chip takes the focused button with it: the focus moves to "Add filter".
    setOpen(undefined)
    requestAnimationFrame(
      () => document.activeElement === document.body && addButton.current?.focus(),
    )
  }
  return (
    <div
      role="group"
      aria-label="Filters"
      className="flex min-h-8 shrink-0 flex-wrap items-center gap-2"
    >
      {hasSearch && <SearchBox spec={spec} view={view} onView={onView} />}
      {Object.entries(always).map(([name, value]) => (
        <Chip
          key={name}
          label={spec.filters[name]!.label}
          value={describeValue(spec.filters[name]!, value)}
          name={spec.filters[name]!.label}
        />
      ))}
      {shown.map(({ name, mode, value, range }) => {
        const filter = spec.filters[name]!
        const { label, operator, words } = {
          ...describeFilter(filter, value),
          words: describeValue(filter, value),
          ...(range && describeRange(range, filter.chip?.operator)),
        }
        const first = mode === 'first'
        // An id says nothing to a person: the chip shows the record's name once it is read.
        const isId = filter.lookUp !== undefined && filter.lookUp.member !== 'payer_name'
        const text = isId ? (
          <Suspense fallback={words}>
            <RecordNames lookUp={filter.lookUp!} values={filterTexts(value)} fallback={words} />
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
                  {label} {operator} {text}
                </>
              ) : (
                text
              )
            }
            name={`${first ? 'Show first ' : ''}${label}${isId ? '' : ` ${operator} ${words}`}`}
            onEdit={(anchor) => setOpen({ target: { name, mode }, anchor })}
            onRemove={() => {
              onView((now) => setRange(now, filter, { name, mode }, {}))
              addButton.current?.focus()
            }}
          />
        )
      })}
      <button
        ref={addButton}
        type="button"
        aria-haspopup="dialog"
        title="Add filter (f)"
        aria-keyshortcuts="f"
        onClick={add}
        onPointerEnter={prepareEditor}
        onFocus={prepareEditor}
        className="inline-flex h-7 max-sm:h-11 items-center gap-1 rounded-control border border-dashed border-control px-2.5 text-sm text-ink-2 hover:bg-hover hover:text-ink"
      >
        <Plus aria-hidden="true" className="size-3.5" />
        Add filter
      </button>
      {chips.length > 0 && (
        <button
          type="button"
          onClick={() => onView(clearFilters)}
          className="h-7 max-sm:h-11 rounded-control px-2 text-sm text-ink-2 hover:bg-hover hover:text-ink"
        >
          Clear all
        </button>
      )}
      {after && (
        <div className="ml-auto flex items-center gap-2 max-sm:ml-0 max-sm:flex-wrap">{after}</div>
      )}
      {open && (
        <FilterEditor
          key={open.target ? `${open.target.mode}.${open.target.name}` : ''}
          anchor={open.anchor}
          spec={spec}
          view={view}
          choices={choices}
          hidden={Object.keys(always)}
          target={open.target}
          onView={onView}
          onClose={close}
        />
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

const searchTarget = { name: 'search_term', mode: 'filters' as const }
// Milliseconds after the last key: each search is a read that the trail has.
const pause = 250

/**
 * The search of the list, the filter `search_term`. It searches when the person pauses, or at once by
 * Enter; less than two letters search nothing. What is typed in one go is one step of the browser's
 * history.
 */
function SearchBox({ spec, view, onView }: Pick<FilterBarProps, 'spec' | 'view' | 'onView'>) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const current = typeof view.filters.search_term === 'string' ? view.filters.search_term : ''
  // The terms that were asked for and that the view does not have yet.
  const asked = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTyping = useRef(false)
  // Back and "Clear all" change the view too: the box follows. It keeps text that was typed before
  // this script ran, or after the search that has just come.
  const shown = useRef(current)
  useEffect(() => {
    if (shown.current === current) return
    shown.current = current
    const place = asked.current.indexOf(current)
    asked.current = asked.current.slice(place + 1)
    if (place < 0 && box.current) box.current.value = current
  }, [current])
  useEffect(() => () => clearTimeout(timer.current), [])
  const focus = () => {
    box.current?.focus()
    box.current?.select()
  }
  useKeys([
    { keys: '/', label: 'Search the list', run: focus },
    { keys: 'Escape', label: 'Leave the search box, so that these keys work' },
  ])
  const search = (typed: string) => {
    clearTimeout(timer.current)
    const term = searchText(typed) ? typed.trim() : ''
    if (term === (asked.current.at(-1) ?? current)) return
    asked.current.push(term)
    onView((now) => setFilter(now, searchTarget, term === '' ? undefined : term), {
      replaces: isTyping.current,
    })
    isTyping.current = true
  }
  return (
    <form
      role="search"
      // Without the page's script a GET would put the term, which can name a patient, into the
      // address.
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        search(box.current?.value ?? '')
        isTyping.current = false
      }}
      className="relative max-sm:w-full"
    >
      <label htmlFor={id} className="sr-only">
        {spec.filters.search_term!.label}
      </label>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1.75 max-sm:top-3.75 left-2 size-3.5 text-ink-3"
      />
      <input
        ref={box}
        id={id}
        type="search"
        name={searchTarget.name}
        defaultValue={current}
        placeholder="Search ID, patient, date"
        title={spec.filters.search_term!.hint}
        autoComplete="off"
        spellCheck={false}
        aria-keyshortcuts="/"
        onChange={({ target: { value } }) => {
          clearTimeout(timer.current)
          if (value === '') search('')
          else timer.current = setTimeout(() => search(value), pause)
        }}
        onBlur={() => (isTyping.current = false)}
        onKeyDown={(event) => {
          // The browser would empty the box.
          if (event.key !== 'Escape') return
          event.preventDefault()
          event.currentTarget.blur()
        }}
        className="h-7 w-58 max-sm:h-11 max-sm:w-full rounded-control border border-control bg-panel pr-2 pl-7 text-sm text-ink hover:border-ink-3"
      />
    </form>
  )
}

/** The order of a list whose orders have one direction each. */
export function SortSelect({
  spec,
  view,
  onView,
}: Pick<FilterBarProps, 'spec' | 'view' | 'onView'>) {
  return (
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
  )
}

/** The order of a list, and its direction. */
export function SortControl({
  spec,
  view,
  onView,
}: Pick<FilterBarProps, 'spec' | 'view' | 'onView'>) {
  if (Object.keys(spec.sorts).length === 0) return null
  return (
    <>
      <SortSelect spec={spec} view={view} onView={onView} />
      <SmallSelect
        label="Sort direction"
        hidesLabel
        name="sort_direction"
        value={view.sort_direction}
        onChange={(direction) =>
          onView((now) =>
            withoutPosition({ ...now, sort_direction: direction === 'asc' ? 'asc' : 'desc' }),
          )
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
export function SmallSelect({
  label,
  hidesLabel = false,
  name,
  value,
  onChange,
  children,
}: SmallSelectProps) {
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
          // A browser would restore an older choice, which may not be the one of the address.
          autoComplete="off"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-7 max-sm:h-11 appearance-none rounded-control border border-line-strong bg-panel pr-6.5 pl-2.5 text-sm font-medium text-ink hover:bg-hover"
        >
          {children}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1.75 max-sm:top-3.75 right-2 size-3.5 text-ink-3"
        />
      </span>
    </span>
  )
}
