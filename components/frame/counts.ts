'use client'
import { useEffect } from 'react'
import type { Result } from '#lib/core/result.ts'
import { noteSessionEnd } from './session-store.ts'
import { createStore } from './store.ts'

/** The partner's counts by their wire names; null where the stored key may not read them. */
export type Counts = Readonly<Record<string, number>> | null

/** Reads the counts: answers at once with a promise of the JSON text of a Result, as every read does. */
export type ReadCounts = (input: object) => Promise<{ reply: Promise<string> }>

export const countsStore = createStore<Counts>(null)

const freshFor = 30_000
let read: ReadCounts | undefined
let readAt = 0

/** Reads the counts again: after a change that moves them. Failures leave the old ones; they are a help, not the work. */
export async function refreshCounts(): Promise<void> {
  if (!read) return
  readAt = Date.now()
  try {
    const result = JSON.parse(await (await read({})).reply) as Result<Counts>
    if (result.ok) countsStore.set(result.value)
    else noteSessionEnd(result.error)
  } catch {
    // The page itself will say when the console or the partner cannot be reached.
  }
}

/** Reads the counts once after mounting, unless they are fresh: mount it anew on going elsewhere. */
export function CountsReader({ reader }: { reader: ReadCounts }) {
  useEffect(() => {
    read = reader
    if (Date.now() - readAt < freshFor) return
    // The rows of the page come first.
    const timer = setTimeout(() => void refreshCounts(), 1_200)
    return () => clearTimeout(timer)
  }, [reader])
  return null
}
