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
 * Keeps the session alive while a person works, and ends it on the page when it ends on the server. A person who types
 * into a long form sends no requests, so the page reports activity from time to time. After 15 minutes without a key or
 * a pointer in any tab the page covers itself, because the server has ended the session and patient data is on screen.
 * A page of another connection than the newest tab's reloads, so that it sends nothing to the wrong partner.
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
    // A sign-out in one tab also removes patient data from the other tabs' screens.
    const onNote = ({ key, newValue }: StorageEvent) => {
      if (key === activityKey && newValue === null) sessionEnded.set(true)
      if (key === connectionKey && newValue !== pageConnection.read()) void askSession()
    }
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('storage', onNote)
    addEventListener('pagehide', hideLeftPage)
    addEventListener('pageshow', showPageAgain)
    for (const kind of ['keydown', 'pointerdown', 'wheel'] as const)
      addEventListener(kind, noteActivity, { passive: true, capture: true })
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('storage', onNote)
      removeEventListener('pagehide', hideLeftPage)
      removeEventListener('pageshow', showPageAgain)
      for (const kind of ['keydown', 'pointerdown', 'wheel'] as const)
        removeEventListener(kind, noteActivity, { capture: true })
    }
  }, [])
}

// The browser may keep a page that was left whole, and Back shows it without asking the server. It is hidden while it is
// away, and shown again only to the person who left it.
function hideLeftPage({ persisted }: PageTransitionEvent): void {
  if (persisted) document.documentElement.hidden = true
}

async function showPageAgain({ persisted }: PageTransitionEvent): Promise<void> {
  if (!persisted) return
  if ((await askSession()) === 'alive') document.documentElement.hidden = false
  else {
    unsavedForm.read()?.release()
    location.reload()
  }
}

/**
 * Checks the session. The request counts as activity; an unreachable console changes nothing. If another person has
 * signed in, or another connection is active, the page reloads, because its data may belong to another person or
 * partner.
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

/** Clears the recorded activity at sign-out: every other tab covers itself. */
export function forgetActivity(): void {
  try {
    localStorage.removeItem(activityKey)
  } catch {
    // Without browser storage the other tabs notice at their next check.
  }
}

// A connection's id is not secret: it names no partner and gives no access.
function noteConnection(id: string): void {
  try {
    if (localStorage.getItem(connectionKey) !== id) localStorage.setItem(connectionKey, id)
  } catch {
    // Without browser storage the other tabs notice at their next check.
  }
}

let noted = 0

/** Records activity now, for every tab of the console. */
export function noteActivity(): void {
  const now = Date.now()
  // At most once a second, so that keys and scrolling stay fast.
  if (now - noted < 1_000 || sessionEnded.read()) return
  noted = now
  if (now - lastActivity() >= 1_000) localStorage.setItem(activityKey, String(now))
}

function lastActivity(): number {
  return Number(localStorage.getItem(activityKey)) || 0
}
