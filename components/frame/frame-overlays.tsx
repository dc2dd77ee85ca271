'use client'
import { useQueryClient } from '@tanstack/react-query'
import { usePathname, useRouter } from 'next/navigation'
import { useEffect, useLayoutEffect } from 'react'
import { onDemand } from '#components/ui/on-demand.tsx'
import { undoNewest } from '#components/ui/toast.tsx'
import { heedBoxes } from './keys/heed-boxes.ts'
import { notePage, useKeys } from './keys/keys.ts'
import { closeOverlay, openOverlay, overlayStore } from './overlay-store.ts'
import type { Creation } from './creations.ts'
import { chooseLook } from './look/apply-look.ts'
import { pageTimeZone } from './page-day.ts'
import { placeParts, type Place } from './places.ts'
import { usePresence } from './account/presence.ts'
import { idleEnd, sessionEnded } from './account/session-store.ts'
import { signOut } from './account/sign-out.ts'
import { leaveByKey } from './unsaved-form.ts'
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

const looks = [
  { label: 'Theme: light', change: { theme: 'light' } },
  { label: 'Theme: dark', change: { theme: 'dark' } },
  { label: 'Theme: as the system', change: { theme: 'system' } },
  { label: 'Density: compact', change: { density: 'compact' } },
  { label: 'Density: comfortable', change: { density: 'comfortable' } },
] as const

type FrameOverlaysProps = {
  accountId: string
  connectionId: string
  /** The organization's time zone. */
  timeZone: string
  /** The pages that the person may open, and the records that they may create. */
  places: readonly Pick<Place, 'letter' | 'label' | 'href'>[]
  creations: readonly Pick<Creation, 'label' | 'href'>[]
  mayBreakGlass: boolean
}

/** The actions of every page, their keys and dialogs. Each dialog's code is fetched on first use. */
export function FrameOverlays({
  accountId,
  connectionId,
  timeZone,
  places,
  creations,
  mayBreakGlass,
}: FrameOverlaysProps) {
  const router = useRouter()
  const overlay = useStore(overlayStore)
  const hasSessionEnded = useStore(sessionEnded)
  const endsAt = useStore(idleEnd)
  const pathname = usePathname()
  const client = useQueryClient()
  useEffect(() => {
    notePage(pathname)
    // Another page was opened: what was opened lately is read again when it is next shown.
    client.removeQueries({ queryKey: ['readOpenedLately'] })
  }, [client, pathname])
  useEffect(heedBoxes, [])
  usePresence(accountId, connectionId)
  // Before any effect of the page asks for the day.
  useLayoutEffect(() => pageTimeZone.set(timeZone), [timeZone])
  const go = (href: string) => leaveByKey(() => router.push(href))
  useKeys([
    ...places.flatMap((place) => [
      {
        keys: `g ${place.letter}`,
        label: place.label,
        group: 'Go to',
        run: () => go(place.href),
      },
      ...placeParts
        .filter((part) => part.place === place.href)
        .map(({ label, href }) => ({ label, group: 'Go to', run: () => go(href) })),
    ]),
    ...creations.map(({ label, href }) => ({
      label,
      group: 'New record',
      run: () => go(href),
    })),
    {
      keys: 'Mod+k',
      label: 'Search and go to',
      group: 'Everywhere',
      run: () => openOverlay('palette'),
      opens: true,
    },
    { keys: '?', label: 'Keys of this page', group: 'Everywhere', run: () => openOverlay('help') },
    ...looks.map(({ label, change }) => ({
      label,
      group: 'Everywhere',
      run: () => void chooseLook(change),
    })),
    ...(mayBreakGlass
      ? [
          {
            label: 'Emergency access…',
            group: 'Everywhere',
            run: () => openOverlay('emergency'),
            opens: true,
          },
        ]
      : []),
    { label: 'Sign out', group: 'Everywhere', run: signOut },
    { keys: 'Mod+Enter', label: 'Press the main button of a dialog', group: 'Everywhere' },
    { keys: 'z', label: 'Undo what the newest message says', group: 'Everywhere', run: undoNewest },
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
