'use client'
import { noteSessionEnd, pageAccount, sessionEnded } from '#components/frame/session-store.ts'
import { fail } from '#lib/core/result.ts'
import type { Result } from '#lib/core/result.ts'
import type { SendDraft } from './draft-keeper.ts'

// Browsers let requests of a page that is gone carry 64 KiB in all.
const keepaliveBytes = 60_000
const longestMs = 15_000

/**
 * Sends a draft's message to the console. No server action: those wait for each other, so that a draft would wait for
 * a slow save, and they end with the page.
 */
export const sendDraft: SendDraft = async (message, isLast) => {
  if (sessionEnded.read()) return undefined
  const body = JSON.stringify({ account: pageAccount.read(), ...message })
  const keepalive = isLast && new TextEncoder().encode(body).length < keepaliveBytes
  try {
    const reply = await fetch('/api/drafts', { method: 'POST', headers: { 'content-type': 'application/json' }, body, keepalive, signal: AbortSignal.timeout(longestMs) })
    if (reply.status === 413) return fail('TooLarge', 'These changes are too large for a draft. Save them soon.')
    const result = (await reply.json()) as Result<{ saved_at: string } | null>
    return !result.ok && (noteSessionEnd(result.error) || result.error.name === 'Unexpected') ? undefined : result
  } catch {
    return undefined
  }
}
