'use client'
import { useRouter } from 'next/navigation'
import { useEffect, useRef, useState } from 'react'
import { unsavedForm } from '#components/frame/unsaved-form.ts'
import { onDemand } from '#components/ui/on-demand.tsx'
import type { LeaveWords } from './leave-dialog.tsx'

const LeaveDialog = onDemand(
  () => import('./leave-dialog.tsx').then((module) => module.LeaveDialog),
  { leave: ({ onStay }) => onStay() },
)

/** Asks before typed text is left that no draft keeps. Render the answer. */
export function useTypedGuard(isTyped: () => boolean): React.ReactNode {
  return useUnsavedGuard(isTyped, undefined, typedWords).dialog
}

const typedWords: LeaveWords = {
  title: 'Leave without saving?',
  description: 'What you typed isn’t saved. If you leave, you lose it.',
  leave: 'Leave without saving',
}

type Draft = {
  /** Stores the draft; true when all edits are stored. */
  flush: () => Promise<boolean>
  /** Takes the changes out of the form and their draft away. */
  discard: () => Promise<unknown>
}

type Asking = {
  go: () => void
  isLoss?: boolean
  isKept?: boolean | undefined
}

/**
 * Asks before unsaved changes are left behind: by a link, by a key (`leaveTo`), by the browser's
 * back button, by signing out, by closing the tab. Answers `leaveTo`, which goes to a page at once
 * where there is nothing to lose. `isDirty` is called at that moment, so that the last keystroke
 * counts, and after what was just done: a save that is followed by `leaveTo` asks nothing. With a
 * `draft` the question says whether the changes are kept; without one, leaving loses them, and
 * `words` say it where it is no form that is left.
 */
export function useUnsavedGuard(
  isDirty: () => boolean,
  draft?: Draft,
  words?: LeaveWords,
): { leaveTo: (href: string) => void; dialog: React.ReactNode } {
  const router = useRouter()
  const dirty = useRef(isDirty)
  const draftNow = useRef(draft)
  const [asking, setAsking] = useState<Asking>()
  useEffect(() => {
    dirty.current = isDirty
    draftNow.current = draft
  })
  useEffect(() => {
    if (!asking || asking.isLoss) return
    if (dirty.current()) {
      setAsking({
        ...asking,
        isLoss: true,
        isKept: draftNow.current ? undefined : false,
      })
      void draftNow.current?.flush().then((isKept) => setAsking((now) => now && { ...now, isKept }))
      return
    }
    queueMicrotask(() => {
      setAsking(undefined)
      asking.go()
    })
  }, [asking])
  useEffect(() => {
    const isKept = async () => !dirty.current() || ((await draftNow.current?.flush()) ?? false)
    const release = () => {
      dirty.current = () => false
    }
    const unsaved = () => (!dirty.current() ? undefined : draftNow.current ? 'draft' : 'page')
    unsavedForm.set({ unsaved, ask: (go) => setAsking({ go }), isKept, release })
    return () => unsavedForm.set(undefined)
  }, [])
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (dirty.current()) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      const href = ownLink(event)
      if (href === undefined || !dirty.current()) return
      event.preventDefault()
      event.stopPropagation()
      setAsking({ go: () => router.push(href) })
    }
    // The back and forward buttons of browsers that can hold them; elsewhere they leave without a
    // question.
    const onNavigate = (event: NavigateLike) => {
      if (event.navigationType !== 'traverse' || !event.cancelable || !dirty.current()) return
      event.preventDefault()
      const { key } = event.destination
      setAsking({ go: () => void navigationOf(window)?.traverseTo(key) })
    }
    window.addEventListener('beforeunload', onUnload)
    document.addEventListener('click', onClick, true)
    navigationOf(window)?.addEventListener('navigate', onNavigate)
    return () => {
      window.removeEventListener('beforeunload', onUnload)
      document.removeEventListener('click', onClick, true)
      navigationOf(window)?.removeEventListener('navigate', onNavigate)
    }
  }, [router])
  const leaveTo = (href: string) => setAsking({ go: () => router.push(href) })
  const leave = () => {
    dirty.current = () => false
    setAsking(undefined)
    asking?.go()
  }
  const discard = () => {
    setAsking(undefined)
    void draft?.discard().then(leave)
  }
  const dialog = asking?.isLoss && (
    <LeaveDialog
      isKept={asking.isKept}
      onStay={() => setAsking(undefined)}
      onLeave={leave}
      onDiscard={draft ? discard : undefined}
      words={words}
    />
  )
  return { leaveTo, dialog }
}

// A plain click on a link to another page of the console; links to this page, new tabs and
// downloads are let through.
function ownLink(event: MouseEvent): string | undefined {
  if (
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey ||
    !(event.target instanceof Element)
  )
    return undefined
  const link = event.target.closest<HTMLAnchorElement>('a[href]')
  if (
    !link ||
    link.target === '_blank' ||
    link.hasAttribute('download') ||
    link.origin !== location.origin
  )
    return undefined
  return link.pathname === location.pathname ? undefined : link.pathname + link.search + link.hash
}

type NavigateLike = Event & { navigationType: string; destination: { key: string } }
type NavigationLike = {
  traverseTo: (key: string) => unknown
  addEventListener: (type: 'navigate', listener: (event: NavigateLike) => void) => void
  removeEventListener: (type: 'navigate', listener: (event: NavigateLike) => void) => void
}

// The Navigation API is newer than TypeScript's library and than some browsers.
function navigationOf(global: Window): NavigationLike | undefined {
  return (global as Window & { navigation?: NavigationLike }).navigation
}
