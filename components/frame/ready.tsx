'use client'
import { Suspense, useEffect, useSyncExternalStore, type ReactNode } from 'react'

const never = () => () => {}

/** False while a part of the page is only the server's HTML; true as soon as its controls work. */
export function useIsReady(): boolean {
  const isReady = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  useEffect(() => {
    // The styles of a closed control begin here, so that nothing dims while a page loads
    // (app/globals.css).
    if (isReady) document.documentElement.dataset.ready = ''
  }, [isReady])
  return isReady
}

/**
 * Disables every field and button inside until they work, and until `isOpen`. Links work without a
 * script.
 */
export function ReadyFieldset({
  isOpen = true,
  children,
}: {
  isOpen?: boolean
  children: ReactNode
}) {
  const isReady = useIsReady() && isOpen
  return (
    <fieldset
      role="none"
      disabled={!isReady}
      data-opening={isReady ? undefined : ''}
      className="contents"
    >
      {children}
    </fieldset>
  )
}

/**
 * A part of the page whose data may come after the page: `fallback` until then. React makes it work
 * after the rest, so it is disabled for itself.
 */
export function LatePart({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return (
    <Suspense fallback={fallback}>
      <ReadyFieldset>{children}</ReadyFieldset>
    </Suspense>
  )
}
