import { Search } from 'lucide-react'
import type { RefObject } from 'react'

/** The search over the rows that were read: as one types, without asking anybody. */
export function RosterSearch({
  box,
  value,
  onValue,
}: {
  box: RefObject<HTMLInputElement | null>
  value: string
  onValue: (value: string) => void
}) {
  return (
    <label className="relative">
      <span className="sr-only">Search the roster</span>
      <Search aria-hidden="true" className="pointer-events-none absolute top-2 left-2 size-3.5 text-ink-3" />
      <input
        ref={box}
        type="search"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        placeholder="Search name, NPI or id"
        autoComplete="off"
        spellCheck={false}
        className="h-control w-72 rounded-control border border-control bg-panel pr-2 pl-7 text-sm text-ink hover:border-ink-3"
      />
    </label>
  )
}
