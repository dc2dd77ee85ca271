import type { ReactNode } from 'react'
import { ToastRegion } from '#components/ui/toast-region.tsx'
import { EnvironmentStrip } from './environment-strip.tsx'
import type { StripConnection } from './environment-strip.tsx'
import { FrameOverlays } from './frame-overlays.tsx'
import { Rail } from './rail.tsx'
import type { FrameAccount } from './rail.tsx'

/** What surrounds every page of the console: the strip, the rail, the main region, messages and the global keys. */
export function Frame({ account, connection, counts, children }: { account: FrameAccount; connection: StripConnection; counts?: ReactNode; children: ReactNode }) {
  return (
    <>
      <a
        href="#main"
        className="fixed top-1 left-1 z-70 -translate-y-20 rounded-control bg-raised px-3 py-2 text-sm font-medium text-ink shadow-float focus:translate-y-0"
      >
        Skip to the page
      </a>
      <EnvironmentStrip connection={connection} />
      <div className="grid grid-cols-[var(--rail-w)_minmax(0,1fr)]">
        <Rail account={account} />
        <main id="main" tabIndex={-1} className="min-w-0 outline-none">
          {children}
        </main>
      </div>
      {counts}
      <FrameOverlays />
      <ToastRegion />
    </>
  )
}
