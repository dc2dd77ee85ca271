import type { ReactNode } from 'react'
import { ToastRegion } from '#components/ui/toast.tsx'
import type { ReadCounts } from './counts.ts'
import { EnvironmentStrip, type StripConnection } from './environment-strip.tsx'
import { FrameOverlays } from './frame-overlays.tsx'
import { creations } from './creations.ts'
import { places } from './places.ts'
import { Rail } from './rail.tsx'
import { ReadyFieldset } from './ready.tsx'
import type { FrameAccount } from './account/account-menu.tsx'
import { SignedInContent } from './account/signed-in-content.tsx'

type FrameProps = {
  account: FrameAccount & { id: string }
  connection: StripConnection
  /** The organization's time zone. */
  timeZone: string
  /** The operations that the person's role may call. */
  tasks: readonly string[]
  readCounts?: ReadCounts
  readQueueCounts?: ReadCounts
  readDraftCount?: ReadCounts
  readFollowUpCount?: ReadCounts
  /** The saved views in the rail. */
  views: ReactNode
  /** The person's own jobs, in the strip. */
  tray: ReactNode
  /** The command palette. */
  palette: ReactNode
  /** What the top of every page tells the person. */
  notices: ReactNode
  children: ReactNode
}

/** The frame of every page: the strip, the rail, the main region, messages and the global keys. */
export function Frame({
  account,
  connection,
  timeZone,
  tasks,
  readCounts,
  readQueueCounts,
  readDraftCount,
  readFollowUpCount,
  views,
  tray,
  palette,
  notices,
  children,
}: FrameProps) {
  const destinations = places
    .filter((place) => tasks.includes(place.task))
    .map(({ letter, label, href }) => ({ letter, label, href }))
  return (
    <ReadyFieldset>
      <a
        href="#main"
        className="fixed top-1 left-1 z-70 -translate-y-20 rounded-control bg-raised px-3 py-2 text-sm font-medium text-ink shadow-float focus:translate-y-0"
      >
        Skip to the page
      </a>
      <EnvironmentStrip connection={connection} canRepair={tasks.includes('manageConnections')}>
        {tray}
      </EnvironmentStrip>
      <div className="grid grid-cols-[var(--rail-w)_minmax(0,1fr)] print:block">
        <Rail
          account={account}
          tasks={tasks}
          readCounts={readCounts}
          readQueueCounts={readQueueCounts}
          readDraftCount={readDraftCount}
          readFollowUpCount={readFollowUpCount}
          views={views}
        />
        <main
          id="main"
          tabIndex={-1}
          className="min-h-[calc(100dvh-var(--strip-h))] min-w-0 border-l border-line outline-none print:border-0"
        >
          {notices}
          <SignedInContent>{children}</SignedInContent>
        </main>
      </div>
      <FrameOverlays
        accountId={account.id}
        connectionId={connection.id}
        timeZone={timeZone}
        places={destinations}
        creations={creations.filter(({ task }) => tasks.includes(task))}
        mayBreakGlass={account.mayBreakGlass}
      />
      {palette}
      <ToastRegion />
    </ReadyFieldset>
  )
}
