import type { Failure } from '#lib/core/result.ts'
import { createStore } from '#components/frame/store.ts'

export const sessionEnded = createStore(false)

/** The id of the account that the page was made for: by now another may be signed in with this browser. */
export const pageAccount = createStore('')

/** The id of the connection that the page was made for: by now an administrator may have activated another. */
export const pageConnection = createStore('')

/**
 * Call with every failure that an action answers: when the session has ended, a dialog offers to sign in again
 * without losing what is on the page. True when it was that, so that the caller need not show the failure itself.
 */
export function noteSessionEnd(failure: Pick<Failure, 'name'>): boolean {
  if (failure.name !== 'Unauthenticated') return false
  sessionEnded.set(true)
  return true
}
