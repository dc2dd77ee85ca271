import type { PartnerState } from '#lib/core/partner-state.ts'
import type { Result } from '#lib/core/result.ts'
import { reportSessionEnd, sessionEnded } from '#components/frame/account/session-store.ts'
import { partnerTrouble } from './partner-trouble.ts'

const everyMs = 5_000
let isFollowing = false

/**
 * Asks the console every five seconds how the partner answers, while the page is in sight and the
 * partner in trouble.
 */
export async function followPartner(): Promise<void> {
  if (isFollowing) return
  isFollowing = true
  try {
    while (!sessionEnded.read()) {
      const state = document.visibilityState === 'visible' ? await askState() : undefined
      if (state) partnerTrouble.set(state.kind === 'answers' ? undefined : state)
      if (state?.kind === 'answers') break
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  } finally {
    isFollowing = false
  }
}

// Undefined while the console itself does not answer: the pages say so, and what was known of the
// partner stays.
async function askState(): Promise<PartnerState | undefined> {
  try {
    const reply = await fetch('/api/presence', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ partner: {} }),
    })
    const result = (await reply.json()) as Result<PartnerState>
    if (result.ok) return result.value
    reportSessionEnd(result.error)
    return undefined
  } catch {
    return undefined
  }
}
