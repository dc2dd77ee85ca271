// Without `server-only`: the front server runs outside Next's bundle.
import { processState } from '#lib/console/process-state.ts'

/**
 * So many bytes an account may send in large bodies in a minute: five records of the greatest size.
 */
export const bytesAMinute = 100 * 1024 * 1024

/** A body up to this many bytes is neither counted nor looked through before it is decoded. */
export const smallBody = 64 * 1024

/** The words for a person whose account sent too much. */
export const tooMuchSent =
  'Your account sent more than 100 MB within a minute, so this was not read and nothing was changed. Wait a minute, then try again.'

type Budget = { left: number; at: number }
const state = processState<{ bodyBudgets: Map<string, Budget> }>()

/**
 * Takes the bytes of a body from the account's budget of this process, which fills up again within
 * a minute. False, and nothing is taken, if too little is left.
 */
export function takeBytes(
  accountId: string,
  bytes: number,
  at: number = performance.now(),
): boolean {
  state.bodyBudgets ??= new Map()
  const { left, at: before } = state.bodyBudgets.get(accountId) ?? { left: bytesAMinute, at }
  const now = Math.min(bytesAMinute, left + ((at - before) / 60_000) * bytesAMinute)
  const isEnough = bytes <= now
  state.bodyBudgets.set(accountId, { left: isEnough ? now - bytes : now, at })
  return isEnough
}
