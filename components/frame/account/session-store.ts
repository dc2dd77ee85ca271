import type { Failure } from '#lib/core/result.ts'
import { createStore } from '#components/frame/store.ts'

export const sessionEnded = createStore(false)

/**
 * True once the page's data is taken out of it, because the session has ended. Only a reload brings
 * it back.
 */
export const dataGone = createStore(false)

/**
 * When the session ends for want of work, in UTC milliseconds; set during the last two minutes
 * before.
 */
export const idleEnd = createStore<number | undefined>(undefined)

/** The id of the account that the page was loaded for; another account may be signed in by now. */
export const pageAccount = createStore('')

/**
 * The id of the connection that the page was loaded for; an administrator may have activated
 * another one by now.
 */
export const pageConnection = createStore('')

/**
 * Call it with every failure of an action. If the session has ended, a dialog offers to sign in
 * again without losing the page's content. Returns true in that case, so that the caller need not
 * show the failure.
 */
export function reportSessionEnd(failure: Pick<Failure, 'name'>): boolean {
  if (failure.name !== 'Unauthenticated') return false
  sessionEnded.set(true)
  return true
}
