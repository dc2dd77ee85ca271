'use client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fromJsonText, type JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'
import { createStore } from './store.ts'

/**
 * Counts by name: the partner's by wire name, and the console's own; null if the stored key may not
 * read them, or before the first.
 */
export type Counts = Readonly<Record<string, number>> | null

/** Reads counts. Like every read, it returns a promise of the JSON text of a Result at once. */
export type ReadCounts = (input: {
  [name: string]: never
}) => Promise<{ reply: Promise<JsonText<Result<Counts>>> }>

export const countsStore = createStore<Counts>(null)

type CountsReaderProps = {
  /** The operation, with which its query's key begins. */
  of: 'getClaimCreationSummary' | 'readQueueCounts' | 'countDrafts' | 'countFollowUps'
  read: ReadCounts
}

/**
 * Keeps counts fresh: it reads them when the page is idle, after a navigation (mount it again), and
 * after every write that changes them, because the query has the operation's key. It never polls:
 * polling would keep an idle session alive.
 */
export function CountsReader({ of, read }: CountsReaderProps) {
  const isQuiet = useQuietPage()
  const { data } = useQuery({
    queryKey: [of, {}],
    queryFn: async () => {
      const result = fromJsonText(await (await read({})).reply)
      if (result.ok) return result.value
      throw Object.assign(new Error(result.error.name), { failure: result.error })
    },
    enabled: isQuiet,
  })
  useEffect(() => {
    // A failed read keeps the old counts; nobody depends on them.
    if (data) countsStore.set({ ...countsStore.read(), ...data })
  }, [data])
  return null
}

/** True a moment after mounting, so that the page's rows load first. */
export function useQuietPage(): boolean {
  const [isQuiet, setQuiet] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setQuiet(true), 1_200)
    return () => clearTimeout(timer)
  }, [])
  return isQuiet
}
