'use client'
import { useEffect, useRef, useState } from 'react'
import { reportSessionEnd, sessionEnded } from '#components/frame/account/session-store.ts'
import { watchPartner } from '#components/frame/partner/partner-trouble.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Result } from '#lib/core/result.ts'

/** Another person, with the instant (ISO text). */
export type Seen = { name: string; at: string }

/** The people who have a record open, and the change since it was read here. */
export type OpenElsewhere = { others: readonly Seen[]; changed: Seen | null }

type OpenReply = OpenElsewhere & { is_partner_away: boolean }

const everyMs = 20_000
const nobody: OpenElsewhere = { others: [], changed: null }

/**
 * Tells the console that this record is open here, every 20 seconds while the page is in sight, and
 * answers who else has it open. `readAt` (any number) says when the page last read the record:
 * changes before that are in what it shows.
 */
export function useOpenRecord(
  kind: 'charge-capture',
  record: string,
  readAt: number,
): OpenElsewhere {
  const [elsewhere, setElsewhere] = useState(nobody)
  const read = useRef(readAt)
  const look = useRef<() => void>(undefined)
  useEffect(() => {
    const tab = randomId()
    const place = { kind, record, tab }
    let isGone = false
    let told: number | undefined
    let looks = 0
    look.current = async () => {
      if (document.visibilityState !== 'visible' || sessionEnded.read()) return
      const isReadAnew = told !== read.current
      told = read.current
      const mine = ++looks
      const result = await send({ open: { ...place, is_read_anew: isReadAnew } })
      // A later request overtook this answer, so it is out of date.
      if (isGone || !result || mine !== looks) return
      if (!result.ok) return void reportSessionEnd(result.error)
      const { others, changed, is_partner_away } = result.value
      if (is_partner_away) watchPartner()
      setElsewhere((before) => (isSame(before, { others, changed }) ? before : { others, changed }))
    }
    const again = () => look.current?.()
    const leave = () => void send({ close: place }, true)
    const timer = setInterval(again, everyMs)
    document.addEventListener('visibilitychange', again)
    addEventListener('pagehide', leave)
    again()
    return () => {
      isGone = true
      look.current = undefined
      clearInterval(timer)
      document.removeEventListener('visibilitychange', again)
      removeEventListener('pagehide', leave)
      leave()
    }
  }, [kind, record])
  useEffect(() => {
    if (read.current === readAt) return
    read.current = readAt
    look.current?.()
  }, [readAt])
  return elsewhere
}

// The console did not answer; the next request may.
async function send(message: object, keepalive = false): Promise<Result<OpenReply> | undefined> {
  try {
    const reply = await fetch('/api/presence', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(message),
      keepalive,
    })
    return (await reply.json()) as Result<OpenReply>
  } catch {
    return undefined
  }
}

function isSame(a: OpenElsewhere, b: OpenElsewhere): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
