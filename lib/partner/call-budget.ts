import 'server-only'
import { elapsed } from '#lib/console/clock.ts'
import { processState } from '#lib/console/process-state.ts'
import { countOf } from '#lib/core/count-of.ts'
import { fail, type Failure } from '#lib/core/result.ts'
import { longestWaitMs } from './retry.ts'

/**
 * So many calls of one account go to the partner at once, then so many a second. The partner's
 * public documents name 1,000 requests in 10 seconds for all clients of one IP address: one
 * account's calls leave it room for everybody else's.
 */
export const mostCallsAtOnce = 200
export const callsPerSecond = 50
const gapMs = 1_000 / callsPerSecond

/** When the last call of each account that was taken is due, in milliseconds of `elapsed`. */
const state = processState<{ callsDue: Map<string, number> }>()

/**
 * Takes one call from an account's budget. Answers the milliseconds to wait first, or the failure to
 * return instead if that is longer than a person waits. Each process of the console counts for
 * itself.
 */
export function takeCall(accountId: string): { waitMs: number } | Failure {
  const due = (state.callsDue ??= new Map())
  const at = elapsed()
  const mine = Math.max(due.get(accountId) ?? 0, at - mostCallsAtOnce * gapMs) + gapMs
  const waitMs = Math.max(0, mine - at)
  if (waitMs > longestWaitMs) return tooManyCalls(waitMs)
  due.set(accountId, mine)
  return { waitMs }
}

/** The failure for an account whose next call would have to wait so long. */
export function tooManyCalls(waitMs: number): Failure {
  const wait = countOf(Math.ceil(waitMs / 1_000), { one: 'second', many: 'seconds' })
  return fail(
    'TooManyCalls',
    `Your account asks the partner for too much at once, so this was not sent. Try again in ${wait}.`,
  ).error
}

/** Resets what every account has asked, so a test starts with full budgets. */
export function resetCalls(): void {
  delete state.callsDue
}
