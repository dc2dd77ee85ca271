'use client'
import { freshnessStore } from './freshness.ts'
import { useStore } from './use-store.ts'

/** When the data on the page was read, at the strip's end. */
export function FreshnessNote() {
  const freshness = useStore(freshnessStore)
  if (!freshness) return null
  const time = new Date(freshness.at).toLocaleTimeString('en-GB')
  return (
    <span className="ml-auto shrink-0 pl-4">
      as of {time}
      {freshness.unreachable && <strong className="font-bold">, partner unreachable</strong>}
    </span>
  )
}
