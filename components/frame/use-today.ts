import { useSyncExternalStore } from 'react'
import type { LocalDate } from '#lib/core/local-date.ts'
import { pageTimeZone, pageToday } from './page-day.ts'

/**
 * The organization's day, which is `first` while the page is made. A page that was left open has the
 * new one when it is shown again, and when the organization's time zone is changed.
 */
export function useToday(first: LocalDate): LocalDate {
  return useSyncExternalStore(
    onShown,
    () => (pageTimeZone.read() === '' ? first : pageToday()),
    () => first,
  )
}

function onShown(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  const stop = pageTimeZone.subscribe(changed)
  return () => {
    stop()
    document.removeEventListener('visibilitychange', changed)
  }
}
