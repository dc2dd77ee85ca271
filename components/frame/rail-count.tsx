'use client'
import { countsStore } from './counts.ts'
import type { Place } from './places.ts'
import { useStore } from './use-store.ts'

/** How much waits at a place, at the end of its line in the rail; nothing where the partner does not tell. */
export function RailCount({ count }: { count: NonNullable<Place['count']> }) {
  const number = useStore(countsStore)?.[count.name]
  if (!number) return null
  return (
    <span
      title={`${number.toLocaleString('en-US')} ${count.words}`}
      className="ml-auto pl-2 text-xs tabular-nums font-normal text-ink-3 narrow:hidden"
    >
      {number.toLocaleString('en-US')}
      <span className="sr-only"> {count.words}</span>
    </span>
  )
}
