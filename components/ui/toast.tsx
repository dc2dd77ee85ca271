'use client'
import { useEffect, useState } from 'react'
import { randomId } from '#lib/core/random-id.ts'
import { onDemand } from './on-demand.tsx'
import type { Tone } from './tone.ts'

export type ToastData = {
  tone: Tone
  /** A link to what the message is about. */
  link?: { label: string; href: string } | undefined
  /** Something to do about it, such as undoing it. It goes with the message, so it must be possible elsewhere too. */
  action?: { label: string; run: () => void } | undefined
}

// Milliseconds. Slow readers see a message after a moment, then read two words a second; reaching a button takes longer.
const shortest = 10_000
const beforeReading = 3_000
const perWord = 500
const withControl = 20_000

// The library for messages is 13 KB that no page needs for its first rows, so it comes a moment after them.
const libraryAfter = 1_000
const loadList = () => import('./toast-list.tsx')
const ToastList = onDemand(() => loadList().then((module) => module.ToastList))

/**
 * Shows a message in the one toast region and announces it politely; answers the id for `dismissToast`. It leaves by
 * itself, a long one later (WCAG 2.2.1), and waits while a person points at the messages or is at one of them. Never
 * the only place of an error.
 */
export function showToast({ message, tone = 'grey', link, action }: Partial<ToastData> & { message: string }): string {
  const id = randomId()
  const toRead = beforeReading + message.split(' ').length * perWord
  const timeout = Math.max(shortest, toRead, action || link ? withControl : 0)
  withList(({ addToast }) => void addToast(id, message, { tone, link, action }, timeout))
  return id
}

/** Takes a toast away before its time. */
export function dismissToast(id: string): void {
  withList(({ closeToast }) => void closeToast(id))
}

let showList = () => {}

// A file that cannot be fetched costs the message, which is never the only place of what it says; the next one tries
// again.
function withList(use: (list: Awaited<ReturnType<typeof loadList>>) => void): void {
  loadList().then(
    (list) => {
      showList()
      use(list)
    },
    () => {},
  )
}

export const regionId = 'messages'
export const regionStyle =
  'pointer-events-none fixed right-4 bottom-18 z-60 flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none'

/**
 * The one place of passing messages, above the buttons at the foot of a page. It is in the server's HTML: screen readers
 * must know it before the first message.
 */
export function ToastRegion() {
  const [hasLibrary, setHasLibrary] = useState(false)
  useEffect(() => {
    showList = () => setHasLibrary(true)
    const timer = setTimeout(() => withList(() => {}), libraryAfter)
    return () => clearTimeout(timer)
  }, [])
  return hasLibrary ? <ToastList /> : <div id={regionId} role="status" aria-label="Messages" className={regionStyle} />
}
