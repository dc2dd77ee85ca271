'use client'
import { useEffect, useState } from 'react'
import { failureOf } from '#lib/core/failure-error.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Failure } from '#lib/core/result.ts'
import { onDemand } from './on-demand.tsx'
import type { Tone } from './tone.ts'

export type ToastData = {
  tone: Tone
  /** A link to the message's subject. */
  link?: { label: string; href: string } | undefined
  /**
   * An action such as undo. It disappears with the message, so it must be possible elsewhere too.
   */
  action?: { label: string; run: () => void } | undefined
  /** The `requestId` of the failure that the message tells. */
  requestId?: string | undefined
}

// Milliseconds. A slow reader notices a message after a moment, then reads two words a second;
// reaching a button takes longer.
const shortest = 10_000
const beforeReading = 3_000
const perWord = 500
const withControl = 20_000

// The message library has 13 KB that no page needs for its first rows, so it is fetched a moment
// later.
const libraryAfter = 1_000
const loadList = () => import('./toast-list.tsx')
const ToastList = onDemand(() => loadList().then((module) => module.ToastList), { isPart: true })

/**
 * Shows a message in the toast region and announces it politely; returns the id for `dismissToast`.
 * It closes by itself, a long one later (WCAG 2.2.1), and stays open while a person points at the
 * messages or focuses one. Never show an error only here.
 */
export function showToast({
  message,
  tone = 'grey',
  link,
  action,
  requestId,
}: Partial<ToastData> & { message: string }): string {
  const id = randomId()
  const toRead = beforeReading + message.split(' ').length * perWord
  const timeout = Math.max(shortest, toRead, action || link || requestId ? withControl : 0)
  withList(({ addToast }) => void addToast(id, message, { tone, link, action, requestId }, timeout))
  return id
}

/**
 * Tells a failure in a toast, with the request that an operator looks up. `before` says what was not
 * done.
 */
export function showFailure({ message, requestId }: Failure, before = ''): void {
  showToast({ tone: 'red', message: `${before} ${message}`.trim(), requestId })
}

/** Tells what was thrown, such as by code that could not be fetched. */
export function tellFailure(error: unknown): void {
  showFailure(failureOf(error))
}

/** Closes a toast early. */
export function dismissToast(id: string): void {
  withList(({ closeToast }) => void closeToast(id))
}

/** Takes back what the newest message that offers it says. */
export function undoNewest(): void {
  const buttons = document.querySelectorAll<HTMLElement>(`#${regionId} > :not([inert]) [data-undo]`)
  buttons[buttons.length - 1]?.click()
}

let showList = () => {}

// If the file cannot be fetched, the message is lost; its content is also shown elsewhere. The next
// message tries again.
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
 * The one region of messages, above the buttons at the foot of a page. It is in the server's HTML,
 * because screen readers must know it before the first message.
 */
export function ToastRegion() {
  const [hasLibrary, setHasLibrary] = useState(false)
  useEffect(() => {
    showList = () => setHasLibrary(true)
    const timer = setTimeout(() => withList(() => {}), libraryAfter)
    return () => clearTimeout(timer)
  }, [])
  return hasLibrary ? (
    <ToastList />
  ) : (
    <div id={regionId} role="status" aria-label="Messages" className={regionStyle} />
  )
}
