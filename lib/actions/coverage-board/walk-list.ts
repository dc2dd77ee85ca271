import 'server-only'
import { setTimeout as sleep } from 'node:timers/promises'
import { elapsed } from '#lib/console/clock.ts'
import { storedConnection, toConnection, type Connection } from '#lib/console/connections/connections.ts'
import type { JobProgress } from '#lib/console/jobs.ts'
import type { Operation } from '#lib/contract/operation.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import { askPages, eachPage, type AskPage } from '#lib/actions/lists/partner-pages.ts'
import { partnerState } from '#lib/partner/call.ts'
import type { Unread } from '#lib/rules/coverage/board.ts'

/**
 * The input of a walk: the partner, a progress callback, and the signal to stop. `connection` is read again after a
 * pause, because an administrator may have rotated its key. `pauseMs` is the wait between two tries.
 */
export type Reading = {
  connection: Connection
  pauseMs: number
  report: (progress: JobProgress) => Promise<void>
  signal: AbortSignal
  asOf: LocalDate
}

/** The end of a walk: the reason if it is incomplete, and the number of unreadable items. */
export type WalkEnd = { failure: Failure | null; unreadable: number }

type Walk<T> = {
  operation: Operation
  params?: { [name: string]: string }
  query?: { [name: string]: string | boolean }
  /** Items a page. */
  limit: number
  toFacts: (item: unknown) => T | undefined
  take: (facts: T) => JobProgress
}

// An outage or a refused key pauses a job; after this long the job gives up.
const longestPauseMs = 60 * 60_000

const pauseWords = {
  down: 'Paused: the partner isn’t answering. Read so far',
  busy: 'Paused: the partner is busy. Read so far',
  'key-refused': 'Paused: the partner refuses the stored key. Read so far',
} as const

/** Asks the partner. While it is away, wants a pause or refuses the key, the job waits and asks the same again. */
export async function askPatiently<T>(
  reading: Reading,
  done: () => number,
  ask: (connection: Connection) => Promise<Result<T>>,
): Promise<Result<T>> {
  const until = elapsed() + longestPauseMs
  for (;;) {
    const result = await ask(reading.connection)
    const { kind } = partnerState(reading.connection)
    if (result.ok || kind === 'answers' || kind === 'insecure' || elapsed() > until) return result
    await reading.report({ words: pauseWords[kind], done: done(), total: null })
    await sleep(reading.pauseMs, undefined, { signal: reading.signal }).catch(() => {})
    if (reading.signal.aborted) return result
    const stored = await storedConnection(reading.connection.id)
    if (stored) reading.connection = toConnection(stored)
  }
}

/**
 * Passes every item of a list to `take`, page by page, and keeps none, so that memory holds one page at most. Stops at
 * the first failure, at a repeated token, and after the signal.
 */
export async function walkList<T>(
  reading: Reading,
  { operation, params, query, limit, toFacts, take }: Walk<T>,
): Promise<WalkEnd> {
  const { report, signal } = reading
  let unreadable = 0
  let done = 0
  // Each caller passes its operation's own parameters; this type cannot express that.
  const input = (params ? { params } : {}) as never
  const ask: AskPage = (page) =>
    askPatiently(
      reading,
      () => done,
      (connection) => askPages(connection, operation, input, { signal })(page),
    )
  for await (const page of eachPage(ask, { ...query, limit }, { signal })) {
    if (!page.ok) return { failure: page.error, unreadable }
    let progress: JobProgress | undefined
    for (const item of page.value.items) {
      const facts = toFacts(item)
      if (facts === undefined) unreadable += 1
      else progress = take(facts)
    }
    done += page.value.items.length
    if (progress) await report(progress)
  }
  return { failure: null, unreadable }
}

/** Describes what a walk could not read: the rest after a failure, and items in an unknown format. */
export function noteUnread(
  unread: Unread[],
  { failure, unreadable }: WalkEnd,
  words: { rest: string; item: string; contract_id?: string },
): void {
  const contract = words.contract_id === undefined ? {} : { contract_id: words.contract_id }
  if (failure) unread.push({ what: words.rest, message: failure.message, ...contract })
  if (unreadable > 0)
    unread.push({
      what: `${words.item}: ${unreadable}`,
      message: 'The partner sent them in an unknown format.',
      ...contract,
    })
}
