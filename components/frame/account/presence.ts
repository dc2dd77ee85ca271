'use client'
import { useEffect } from 'react'
import { pageAccount, pageConnection, sessionEnded } from './session-store.ts'
import { unsavedForm } from '#components/frame/unsaved-form.ts'

const idleLimit = 15 * 60_000
const tellEvery = 4 * 60_000
const lookEvery = 20_000
const activityKey = 'console_last_activity'
const connectionKey = 'console_connection'

/**
 * Keeps the page's idea of "at work" and the server's together. While a person works without asking the server for
 * anything (typing into a long form), the server hears of it now and then; after 15 minutes without a key or a
 * pointer in any tab, the page covers itself, because the server has ended the session and patient data is on screen.
 * A page of another connection than the newest tab's is read anew, so that it sends nothing to that one.
 */
export function usePresence(accountId: string, connectionId: string): void {
  useEffect(() => {
    pageAccount.set(accountId)
    pageConnection.set(connectionId)
    noteConnection(connectionId)
  }, [accountId, connectionId])
  useEffect(() => {
    let toldAt = Date.now()
    noteActivity()
    const look = async () => {
      if (sessionEnded.read()) return
      const idleFor = Date.now() - lastActivity()
      if (idleFor >= idleLimit) sessionEnded.set(true)
      else if (idleFor < tellEvery && Date.now() - toldAt >= tellEvery) {
        toldAt = Date.now()
        if ((await askSession()) === 'over') sessionEnded.set(true)
      }
    }
    const timer = setInterval(look, lookEvery)
    const onVisible = () => document.visibilityState === 'visible' && void look()
    // Somebody who signs out in one tab leaves no patient on the screen of another.
    const onNote = ({ key, newValue }: StorageEvent) => {
      if (key === activityKey && newValue === null) sessionEnded.set(true)
      if (key === connectionKey && newValue !== pageConnection.read()) void askSession()
    }
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('storage', onNote)
    for (const kind of ['keydown', 'pointerdown', 'wheel'] as const)
      addEventListener(kind, noteActivity, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('storage', onNote)
      for (const kind of ['keydown', 'pointerdown', 'wheel'] as const)
        removeEventListener(kind, noteActivity, { capture: true })
    }
  }, [])
}

/**
 * Whether the page's session still stands. Asking counts as work; a console that cannot be reached tells nothing.
 * When somebody else has signed in meanwhile, or another connection is active, the page is read anew: it shows what may
 * not be theirs to see, or what belongs to another partner.
 */
export async function askSession(): Promise<'alive' | 'over' | 'unknown'> {
  try {
    const { status } = await fetch('/still-here', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: `${pageAccount.read()} ${pageConnection.read()}`,
    })
    if (status === 409) {
      unsavedForm.read()?.release()
      location.reload()
    }
    return status === 204 ? 'alive' : status === 401 ? 'over' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Takes back what was noted of work, at sign-out: every other tab of the console covers itself. */
export function forgetActivity(): void {
  try {
    localStorage.removeItem(activityKey)
  } catch {
    // A browser that keeps nothing: the other tabs learn of it when they next ask.
  }
}

// The id of a connection is no secret: it names no partner and opens nothing.
function noteConnection(id: string): void {
  try {
    if (localStorage.getItem(connectionKey) !== id) localStorage.setItem(connectionKey, id)
  } catch {
    // A browser that keeps nothing: the other tabs learn of it when they next ask.
  }
}

let noted = 0

/** Marks this moment as work, for every tab of the console. */
export function noteActivity(): void {
  const now = Date.now()
  // At most once a second: keys and the pointer's wheel stay free of cost.
  if (now - noted < 1_000 || sessionEnded.read()) return
  noted = now
  if (now - lastActivity() >= 1_000) localStorage.setItem(activityKey, String(now))
}

function lastActivity(): number {
  return Number(localStorage.getItem(activityKey)) || 0
}
