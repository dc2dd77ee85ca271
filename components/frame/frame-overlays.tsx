'use client'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { onDemand } from '#components/ui/on-demand.tsx'
import { notePage, useKeys } from './keys/keys.ts'
import { closeOverlay, openOverlay, overlayStore } from './overlay-store.ts'
import type { Place } from './places.ts'
import { usePresence } from './account/presence.ts'
import { idleEnd, sessionEnded } from './account/session-store.ts'
import { useStore } from './use-store.ts'

const KeysDialog = onDemand(() =>
  import('./keys/keys-dialog.tsx').then((module) => module.KeysDialog),
)
const IdleWarning = onDemand(() =>
  import('./account/idle-warning.tsx').then((module) => module.IdleWarning),
)
const SessionEndDialog = onDemand(() =>
  import('./account/session-end-dialog.tsx').then((module) => module.SessionEndDialog),
)

/** The global keys and their dialogs. Each dialog's code is fetched on first use. */
export function FrameOverlays({
  accountId,
  connectionId,
  places,
}: {
  accountId: string
  connectionId: string
  places: readonly Pick<Place, 'letter' | 'label' | 'href'>[]
}) {
  const router = useRouter()
  const overlay = useStore(overlayStore)
  const hasSessionEnded = useStore(sessionEnded)
  const endsAt = useStore(idleEnd)
  const pathname = usePathname()
  useEffect(() => notePage(pathname), [pathname])
  usePresence(accountId, connectionId)
  useKeys([
    ...places.map((place) => ({
      keys: `g ${place.letter}`,
      label: place.label,
      group: 'Go to',
      run: () => router.push(place.href),
    })),
    {
      keys: 'Mod+k',
      label: 'Search and go to',
      group: 'Everywhere',
      run: () => openOverlay('palette'),
      opens: true,
    },
    { keys: '?', label: 'This list', group: 'Everywhere', run: () => openOverlay('help') },
    { keys: 'Mod+Enter', label: 'Press the main button of a dialog', group: 'Everywhere' },
    { keys: 'F6', label: 'To the newest message', group: 'Everywhere' },
  ])
  return (
    <>
      {overlay === 'help' && <KeysDialog onClose={closeOverlay} />}
      {endsAt !== undefined && !hasSessionEnded && <IdleWarning end={endsAt} />}
      {hasSessionEnded && <SessionEndDialog />}
    </>
  )
}
