import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { expect } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FrameOverlays } from '#components/frame/frame-overlays.tsx'
import { wakeKeys } from '#components/frame/keys/keys.ts'
import { closeOverlay } from '#components/frame/overlay-store.ts'
import { pageTimeZone } from '#components/frame/page-day.ts'
import { QueryProvider } from '#components/frame/query-provider.tsx'
import { ReadyFieldset } from '#components/frame/ready.tsx'
import { dismissToast, ToastRegion } from '#components/ui/toast.tsx'

/** The organization's time zone, in which it is another day than in the browser. */
const testTimeZone = 'America/New_York'
pageTimeZone.set(testTimeZone)

let visited: string[] = []
const listeners = new Set<() => void>()

const tell = () => {
  for (const listener of listeners) listener()
}
addEventListener('popstate', tell)
// Next follows the browser's own address, too.
for (const name of ['pushState', 'replaceState'] as const) {
  const change = history[name].bind(history)
  history[name] = (...to) => {
    change(...to)
    tell()
  }
}

/** The address of the page. */
export function address(): string {
  return location.href.slice(location.origin.length)
}

const go =
  (how: 'pushState' | 'replaceState') =>
  (href: string): void => {
    history[how](null, '', href)
    visited.push(address())
  }

const router = {
  push: go('pushState'),
  replace: go('replaceState'),
  refresh: () => {},
  back: () => history.back(),
  forward: () => history.forward(),
  prefetch: () => {},
}

/** Where the page has gone to since it was shown, the newest last. */
export function visits(): readonly string[] {
  return visited
}

/**
 * Shows a page at an address as the frame does: with its cache, its messages, its keys and its
 * dialogs.
 */
export async function showPage(at: string, content: ReactNode) {
  history.pushState(null, '', at)
  visited = []
  closeOverlay()
  wakeKeys()
  const shown = await render(<World>{content}</World>)
  // The code of the messages is there from an earlier test, so the region must listen before one
  // comes.
  dismissToast('none')
  await expect.poll(() => document.querySelector('#messages[tabindex]')).not.toBeNull()
  return shown
}

function World({ children }: { children: ReactNode }) {
  const href = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, address)
  const url = useMemo(() => new URL(href, location.origin), [href])
  return (
    <AppRouterContext.Provider value={router as never}>
      <PathnameContext.Provider value={url.pathname}>
        <SearchParamsContext.Provider value={url.searchParams}>
          <QueryProvider>
            <ReadyFieldset>
              <main id="main" tabIndex={-1}>
                {children}
              </main>
              <FrameOverlays
                accountId="account"
                connectionId="connection"
                timeZone={testTimeZone}
                places={[]}
                creations={[]}
                mayBreakGlass={false}
              />
              <ToastRegion />
            </ReadyFieldset>
          </QueryProvider>
        </SearchParamsContext.Provider>
      </PathnameContext.Provider>
    </AppRouterContext.Provider>
  )
}

/** The section of a page by its heading. */
export function sectionOf(heading: string) {
  return page.getByCss('section').filter({ has: page.getByRole('heading', { name: heading }) })
}
