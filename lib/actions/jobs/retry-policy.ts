import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { elapsed } from '#lib/console/clock.ts'
import type { Connection } from '#lib/console/connections/connections.ts'
import type { JobProgress } from '#lib/console/jobs/store.ts'
import type { Result } from '#lib/core/result.ts'
import { partnerState } from '#lib/partner/call.ts'

/**
 * The tools of a job that waits for the partner: `wait` shows why, and `goOn` reads owner and key
 * anew.
 */
export type RetryPolicy = {
  connection: () => Connection
  signal: AbortSignal
  /** The wait between two tries, in milliseconds. */
  pauseMs: number
  wait: (progress: JobProgress) => Promise<void>
  goOn: () => Promise<void>
}

// An outage or a refused key pauses a job; after this long the job gives up what it asked for.
const longestPauseMs = 60 * 60_000

const pauseWords = {
  down: 'Paused: the partner isn’t answering. Read so far',
  busy: 'Paused: the partner is busy. Read so far',
  'key-refused': 'Paused: the partner refuses the stored key. Read so far',
} as const

/** Why a job has to wait for the partner, in words; undefined while the partner answers. */
export function pauseWordsFor(connection: Connection): string | undefined {
  const { kind } = partnerState(connection)
  return kind === 'answers' || kind === 'insecure' ? undefined : pauseWords[kind]
}

/**
 * Asks the partner. While it is away, wants a pause or refuses the key, the job waits and asks the
 * same again.
 */
export async function askWithRetry<T>(
  patience: RetryPolicy,
  ask: (connection: Connection) => Promise<Result<T>>,
  done: () => number = () => 0,
): Promise<Result<T>> {
  const until = elapsed() + longestPauseMs
  for (let waited = false; ; waited = true) {
    const result = await ask(patience.connection())
    const words = result.ok ? undefined : pauseWordsFor(patience.connection())
    if (words === undefined || elapsed() > until || patience.signal.aborted) {
      if (waited) await patience.goOn()
      return result
    }
    await patience.wait({ words, done: done(), total: null })
    await sleep(patience.pauseMs, undefined, { signal: patience.signal }).catch(() => {})
    await patience.goOn()
  }
}
