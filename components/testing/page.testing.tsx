import { AppRouterContext } from 'next/dist/shared/lib/app-router-context.shared-runtime'
import {
  PathnameContext,
  SearchParamsContext,
} from 'next/dist/shared/lib/hooks-client-context.shared-runtime'
import { useMemo, useSyncExternalStore, type ReactNode } from 'react'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { FrameOverlays } from '#components/frame/frame-overlays.tsx'
import { closeOverlay } from '#components/frame/overlay-store.ts'
import { QueryProvider } from '#components/frame/query-provider.tsx'
import { ReadyFieldset } from '#components/frame/ready.tsx'
import { ToastRegion } from '#components/ui/toast.tsx'

let address = '/'
let visited: string[] = []
const listeners = new Set<() => void>()

function go(href: string): void {
  address = new URL(href, new URL(address, location.origin)).href.slice(location.origin.length)
  visited.push(address)
  for (const tell of listeners) tell()
}

const router = {
  push: go,
  replace: go,
  refresh: () => {},
  back: () => visited.push('back'),
  forward: () => visited.push('forward'),
  prefetch: () => {},
}

/** Where the page has gone to since it was shown, the newest last. */
export function visits(): readonly string[] {
  return visited
}

/**
 * Shows a page at an address as the frame does: with its cache, its messages, its keys and its
 * dialogs. The address is a state of this test; the browser's own stays.
 */
export async function showPage(at: string, content: ReactNode) {
  address = at
  visited = []
  closeOverlay()
  return render(<World>{content}</World>)
}

function World({ children }: { children: ReactNode }) {
  const href = useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => void listeners.delete(tell)
    },
    () => address,
  )
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
