import type { CaptureUpdate } from '#lib/actions/charge-captures/billed-captures.ts'
import { isWithoutCharges, mayIgnore } from '#lib/rules/billed-diff/without-charges.ts'

type Diff = Parameters<typeof mayIgnore>[0]

/**
 * The ids of unresolved changes that came by a message without charges, where the comparison with
 * the billed claim lets them be ignored: the console offers to ignore them first.
 */
export function ignorableOf(updates: readonly CaptureUpdate[], diff: Diff): string[] {
  if (!mayIgnore(diff)) return []
  return updates
    .filter((update) => !update.resolved && isWithoutCharges(update))
    .map(({ id }) => id)
}

/**
 * The same changes: those to be ignored first, then the unresolved, then the resolved; else in
 * their order.
 */
export function ignorableFirst<T extends CaptureUpdate>(updates: readonly T[], diff: Diff): T[] {
  const isFirst = mayIgnore(diff)
  const rank = (update: T) => (update.resolved ? 2 : isFirst && isWithoutCharges(update) ? 0 : 1)
  return updates.toSorted((a, b) => rank(a) - rank(b))
}

/** The label of the button that ignores this many. */
export function ignoreWords(count: number): string {
  return count === 1 ? 'Ignore ADT message' : `Ignore ${count} ADT messages`
}

/** The state of one change, and the message that it came by. */
export function standingWords({ resolved, message_type }: CaptureUpdate): string {
  const standing = resolved ? 'resolved' : 'unresolved'
  return message_type === undefined ? standing : `${standing} · ${message_type} message`
}
