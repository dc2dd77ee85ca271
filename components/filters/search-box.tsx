'use client'
import { Search } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import type { ListSpec } from '#lib/lists/list-spec.ts'
import { type ListView, type ViewChange, setFilter } from '#lib/lists/view.ts'

const target = { name: 'search_term', mode: 'filters' as const }

/** The list's search: sent with Enter, taken off when it is emptied. It is the `search_term` filter, as its chip is. */
export function SearchBox({
  spec,
  view,
  onView,
}: {
  spec: ListSpec
  view: ListView
  onView: (change: ViewChange) => void
}) {
  const id = useId()
  const box = useRef<HTMLInputElement>(null)
  const current = typeof view.filters.search_term === 'string' ? view.filters.search_term : ''
  const written = useRef(current)
  // The view may change from elsewhere: the browser's Back, "Clear all". What was typed before the page's script ran stays.
  useEffect(() => {
    if (box.current && written.current !== current) box.current.value = current
    written.current = current
  }, [current])
  const search = (typed: string) => {
    const term = typed.trim()
    if (term !== current) onView((now) => setFilter(now, target, term === '' ? undefined : term))
  }
  return (
    <form
      role="search"
      // Sent before the page's script runs, a GET would put the term into the address.
      method="post"
      onSubmit={(event) => {
        event.preventDefault()
        search(String(new FormData(event.currentTarget).get(target.name) ?? ''))
      }}
      className="relative"
    >
      <label htmlFor={id} className="sr-only">
        {spec.filters.search_term!.label}
      </label>
      <Search aria-hidden="true" className="pointer-events-none absolute top-1.75 left-2 size-3.5 text-ink-3" />
      <input
        ref={box}
        id={id}
        type="search"
        name={target.name}
        defaultValue={current}
        placeholder="Search id, patient, birth date"
        title={spec.filters.search_term!.hint}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => event.target.value === '' && search('')}
        className="h-7 w-58 rounded-control border border-control bg-panel pr-2 pl-7 text-sm text-ink hover:border-ink-3"
      />
    </form>
  )
}
