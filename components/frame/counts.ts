'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Result } from '#lib/core/result.ts'
import { createStore } from './store.ts'

/** The partner's counts by their wire names; null where the stored key may not read them. */
export type Counts = Readonly<Record<string, number>> | null

/** Reads the counts: answers at once with a promise of the JSON text of a Result, as every read does. */
export type ReadCounts = (input: object) => Promise<{ reply: Promise<string> }>

export const countsStore = createStore<Counts>(null)

/**
 * Keeps the counts fresh: read when the page is quiet, again on going elsewhere (mount it anew), and after every write
 * that moves them, because the query has the operation's key. It never polls: that would keep an idle session alive.
 */
export function CountsReader({ read }: { read: ReadCounts }) {
  const isQuiet = useQuietPage()
  const { data } = useQuery({
    queryKey: ['getClaimCreationSummary', {}],
    queryFn: async () => {
      const result = JSON.parse(await (await read({})).reply) as Result<Counts>
      if (result.ok) return result.value
      throw Object.assign(new Error(result.error.name), { failure: result.error })
    },
    enabled: isQuiet,
  })
  useEffect(() => {
    // A failed read leaves the old counts: they are a help, not the work.
    if (data !== undefined) countsStore.set(data)
  }, [data])
  return null
}

/** True a moment after mounting: the rows of the page come first. */
function useQuietPage(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 1_200)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet
}
