'use client'
import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The store's value, kept up to date. */
export function useStore<T>(store: Store<T>): T {
  return useSyncExternalStore(store.subscribe, store.read, store.readOnServer)
}
