'use client'
import { railCounts } from './rail-counts.ts'
import { useStore } from './use-store.ts'

/** The number that waits at a place, at the end of its line in the rail. */
export function RailCount({ href }: { href: string }) {
  const count = useStore(railCounts)[href]
  if (count === undefined) return null
  return <span className="ml-auto pl-2 text-xs font-normal text-ink-3 narrow:hidden">{count.toLocaleString('en-US')}</span>
}
