'use client'
import { useEffect, useSyncExternalStore, type ReactNode } from 'react'

const never = () => () => {}

/** False while a part of the page is only the server's HTML; true as soon as what it says can be done. */
export function useIsReady(): boolean {
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  useEffect(() => {
    // The styles of a closed control begin here, so that nothing dims while a page loads (app/globals.css).
    if (isReady) document.documentElement.dataset.ready = ''
  }, [isReady])
  return isReady
}

/** Closes every field and button inside until they work. Links work without a script. */
export function ReadyFieldset({ children }: { children: ReactNode }) {
  const isReady = useIsReady()
  return (
    <fieldset role="none" disabled={!isReady} className="contents">
      {children}
    </fieldset>
  )
}
