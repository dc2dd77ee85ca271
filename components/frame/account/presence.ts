'use client'
import { useEffect } from 'react'
import { idleEnd, pageAccount, pageConnection, sessionEnded } from './session-store.ts'
import { pageTimeZone } from '#components/frame/page-day.ts'
import { unsavedForm } from '#components/frame/unsaved-form.ts'
import { isTimeZone, timeZoneHeader } from '#lib/core/time-zone.ts'

// The server ends a session after 15 minutes and notes its use every 10 seconds, so it never ends
// before this.
const idleLimit = 15 * 60_000 - 10_000
const warnFor = 2 * 60_000
const tellEvery = 4 * 60_000
const lookEvery = 20_000
const activityKey = 'console_last_activity'
const connectionKey = 'console_connection'

/**
 * Keeps the session alive while a person works, and ends it on the page when it ends on the server.
 * A person who types into a long form sends no requests, so the page reports activity from time to
 * time. Two minutes before 15 minutes without a key or a pointer in any tab, every tab warns. At
 * the end the page covers itself, because the server ends the session and patient data is on
 * screen. A page of another connection than the newest tab's reloads, so that it sends nothing to
 * the wrong partner.
 */
export function usePresence(accountId: string, connectionId: string): void {
  useEffect(() => {
    pageAccount.set(accountId)
    pageConnection.set(connectionId)
    noteConnection(connectionId)
  }, [accountId, connectionId])
  useEffect(() => {
    let toldAt = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    noteActivity()
    const look = async () => {
      const last = lastActivity()
      const idleFor = Date.now() - last
      const untilWarning = idleLimit - warnFor - idleFor
      clearTimeout(timer)
      timer = setTimeout(look, untilWarning > 0 ? Math.min(lookEvery, untilWarning) : 1_000)
      if (sessionEnded.read()) return idleEnd.set(undefined)
      idleEnd.set(untilWarning <= 0 && idleFor < idleLimit ? last + idleLimit : undefined)
      if (idleFor >= idleLimit) sessionEnded.set(true)
      else if (idleFor < tellEvery && Date.now() - toldAt >= tellEvery) {
        toldAt = Date.now()
        if ((await askSession()) === 'over') sessionEnded.set(true)
      }
    }
    void look()
    const onVisible = () => document.visibilityState === 'visible' && void look()
    // A sign-out in one tab also removes patient data from the other tabs' screens.
    const onNote = ({ key, newValue }: StorageEvent) => {
      if (key === activityKey && newValue === null) sessionEnded.set(true)
      if (key === activityKey && idleEnd.read() !== undefined) void look()
      if (key === connectionKey && newValue !== pageConnection.read()) void askSession()
    }
    document.addEventListener('visibilitychange', onVisible)
    addEventListener('storage', onNote)
    addEventListener('pagehide', hideLeftPage)
    addEventListener('pageshow', showPageAgain)
    for (const kind of ['keydown', 'pointerdown', 'wheel'] as const)
      addEventListener(kind, noteWork, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisible)
      removeEventListener('storage', onNote)
      removeEventListener('pagehide', hideLeftPage)
      removeEventListener('pageshow', showPageAgain)
      for (const kind of ['keydown', 'pointerdown', 'wheel'] as const)
        removeEventListener(kind, noteWork, { capture: true })
    }
  }, [])
}

// The browser may keep a page that was left whole, and Back shows it without asking the server. It
// is hidden while it is away, and shown again only to the person who left it.
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
 * Checks the session. The request counts as activity; an unreachable console changes nothing. If
 * another person has signed in, or another connection is active, the page reloads, because its data
 * may belong to another person or partner. The answer names the organization's time zone, which the
 * page counts days by from then on.
 */
export async function askSession(): Promise<'alive' | 'over' | 'unknown'> {
  try {
    const { status, headers } = await fetch('/still-here', {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: `${pageAccount.read()} ${pageConnection.read()}`,
    })
    if (status === 409) {
      unsavedForm.read()?.release()
      location.reload()
    }
    // An administrator may have chosen another one since the page was loaded.
    const zone = headers.get(timeZoneHeader)
    if (zone !== null && isTimeZone(zone)) pageTimeZone.set(zone)
    return status === 204 ? 'alive' : status === 401 ? 'over' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Extends the session from the warning, in every tab. False if the server could not be asked. */
export async function staySignedIn(): Promise<boolean> {
  const state = await askSession()
  if (state === 'unknown') return false
  idleEnd.set(undefined)
  if (state === 'over') sessionEnded.set(true)
  else noteActivity()
  return true
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

// While the warning is open, only its buttons count: the server must hear that the person stays.
function noteWork(): void {
  if (idleEnd.read() === undefined) noteActivity()
}

let noted = 0

/** Records activity now, for every tab of the console. */
export function noteActivity(): void {
  const now = Date.now()
  // At most once a second, so that keys and scrolling stay fast.
  if (now - noted < 1_000 || sessionEnded.read()) return
  const last = lastActivity()
  noted = now
  if (now - last >= 1_000) localStorage.setItem(activityKey, String(now))
}

// If the browser stored nothing, this tab's own activity counts.
function lastActivity(): number {
  return Number(localStorage.getItem(activityKey)) || noted
}
