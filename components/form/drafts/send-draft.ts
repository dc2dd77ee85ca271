'use client'
import { noteSessionEnd, pageAccount, sessionEnded } from '#components/frame/account/session-store.ts'
import { fail, ok, type Result } from '#lib/core/result.ts'
import type { DraftMessage, SendDraft } from './draft-keeper.ts'
import { forgetLastVersion, noteAnswer, noteLastVersion } from './last-version.ts'

// Browsers let requests of a page that is gone carry 64 KiB in all.
const keepaliveBytes = 60_000
// Edits smaller than that fit, packed: prose packs to less than two fifths of its size, JSON of a capture to a tenth.
const doubtfulBytes = 150_000
const longestMs = 15_000
// The console itself failed, so the draft is as it was: it is sent again.
const saysNothing = new Set(['Unexpected', 'DatabaseAway'])

/** From this size on the packer is fetched, so that it is there when a draft has grown above what may outlive its page. */
export const largeSize = 20_000

// How far the edits of an opened form were last packed: edits of about that size pack about as far, and packing so much
// after every second of typing would be felt.
let packedLast: { editor: string; length: number; packedLength: number } | undefined
let pack: ((bytes: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer>) | undefined

/** Fetches what packs a draft. A page that goes away has no time for that: call it before. */
export function makeReadyToPack(): void {
  if (!pack) void import('./pack-bytes.ts').then((module) => (pack = module.packBytes)).catch(() => {})
}

/**
 * Sends a draft's message to the console. No server action: those wait for each other, so that a draft would wait for
 * a slow save, and they end with the page. The last message of a page is packed where it would be too large to outlive it.
 */
export const sendDraft: SendDraft = async (message, isLast) => {
  if (sessionEnded.read()) return undefined
  const whole = bytesOf(message)
  if (whole.length > largeSize) makeReadyToPack()
  const packed = isLast && whole.length > keepaliveBytes ? pack?.(whole) : undefined
  const isPacked = packed !== undefined && packed.length <= keepaliveBytes
  const stamp = 'save' in message ? message.save : message.drop
  if (isLast)
    noteLastVersion(stamp, {
      editor: stamp.editor,
      sequence: stamp.sequence,
      isDrop: 'drop' in message,
      replaces: stamp.replaces,
    })
  const headers = { 'content-type': 'application/json', ...(isPacked && { 'content-encoding': 'gzip' }) }
  try {
    const reply = await fetch('/api/drafts', {
      method: 'POST',
      headers,
      body: isPacked ? packed : whole,
      keepalive: isLast && (isPacked || whole.length <= keepaliveBytes),
      signal: AbortSignal.timeout(longestMs),
    })
    const result: Result<{ saved_at: string } | null> =
      reply.status === 413
        ? fail('TooLarge', 'These changes are too large for a draft. Save them soon.')
        : await reply.json()
    // A draft that was not kept is not waited for; one that was dropped stays away, also when dropping it failed.
    if (isLast && result.ok) noteAnswer(stamp, stamp)
    else if (!isLast || 'save' in message) forgetLastVersion(stamp, stamp)
    if (!result.ok) return noteSessionEnd(result.error) || saysNothing.has(result.error.name) ? undefined : result
    return ok(result.value && { ...result.value, isTooLargeToLeave: isTooLarge(message) })
  } catch {
    return undefined
  }
}

function bytesOf(message: DraftMessage): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify({ account: pageAccount.read(), ...message }))
}

// What the next message will be like: without the record, which the server has by now.
function isTooLarge(message: DraftMessage): boolean {
  if (!('save' in message) || message.save.value.length < (pack ? doubtfulBytes : largeSize)) return false
  const { base: _, ...edits } = message.save
  const { editor, value } = edits
  if (!pack) return bytesOf({ save: edits }).length > keepaliveBytes
  if (packedLast?.editor !== editor || Math.abs(value.length / packedLast.length - 1) > 0.1) {
    packedLast = { editor, length: value.length, packedLength: pack(bytesOf({ save: edits })).length }
  }
  return (packedLast.packedLength * value.length) / packedLast.length > keepaliveBytes
}
