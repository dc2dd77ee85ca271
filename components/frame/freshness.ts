'use client'
import { useEffect } from 'react'
import { createStore } from './store.ts'

/**
 * When the shown data was read (UTC milliseconds), and whether the partner was unreachable since
 * then. `next`: when the console reads it again by itself.
 */
export type Freshness = { at: number; unreachable: boolean; next?: number | undefined }

export const freshnessStore = createStore<Freshness | undefined>(undefined)

/**
 * Shows "as of 09:41:12" (or "…, partner unreachable") at the end of the strip while the calling
 * page is mounted.
 */
export function useFreshness(at: number | undefined, unreachable = false, next?: number): void {
  useEffect(() => {
    freshnessStore.set(at === undefined ? undefined : { at, unreachable, next })
    return () => freshnessStore.set(undefined)
  }, [at, unreachable, next])
}
