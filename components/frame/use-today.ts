import { useSyncExternalStore } from 'react'
import { localDateAt } from '#lib/core/local-date.ts'

/** Today's date. A page that was left open has the new one when it is shown again. */
export function useToday(): string {
  return useSyncExternalStore(onShown, today, today)
}

const today = () => localDateAt(Date.now())

function onShown(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
