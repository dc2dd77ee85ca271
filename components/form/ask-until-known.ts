import { failureOf } from '#lib/core/failure-error.ts'
import type { Failure, Result } from '#lib/core/result.ts'

/** How a creation ended. `isOpen`: nobody knows yet whether it was made, and the same operation must be asked for again. */
export type Known<Reply> = { kind: 'answered'; reply: Reply } | { kind: 'failed'; failure: Failure; isOpen: boolean }

// A write whose answer was lost may be under way at the partner for a moment.
const pause = 1_500
// The console itself not answering, or failing half-way, leaves it as open as the partner not answering.
const leavesOpen = new Set(['OutcomeUnknown', 'ConsoleUnreachable', 'DatabaseAway', 'Unexpected'])
// These say that nobody looked: what an earlier send came to is as open as before.
const saysNothing = new Set(['Unauthenticated', 'Forbidden', 'ForeignOrigin', 'RecordBusy'])

/**
 * Asks for one creation, and again while the answer is that it is being checked: `onChecking` is told each time.
 * `wasLost`: the same operation was asked for before, and nobody could tell what came of it.
 */
export async function askUntilKnown<Reply extends { kind: string }>(
  ask: () => Promise<Result<Reply | { kind: 'checking' }>>,
  { wasLost, onChecking }: { wasLost: boolean; onChecking: () => void },
): Promise<Known<Reply>> {
  let isLost = wasLost
  for (;;) {
    const result = await ask().catch((error: unknown) => ({ ok: false as const, error: failureOf(error) }))
    if (!result.ok) {
      const isOpen = leavesOpen.has(result.error.name) || (isLost && saysNothing.has(result.error.name))
      return { kind: 'failed', failure: result.error, isOpen }
    }
    if (result.value.kind !== 'checking') return { kind: 'answered', reply: result.value as Reply }
    isLost = true
    onChecking()
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}
