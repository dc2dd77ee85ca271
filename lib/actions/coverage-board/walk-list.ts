import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import type { JobProgress } from '#lib/console/jobs.ts'
import type { Operation } from '#lib/contract/operation.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { Failure } from '#lib/core/result.ts'
import { askPages, eachPage } from '#lib/actions/lists/partner-pages.ts'
import type { Unread } from '#lib/rules/coverage/board.ts'

/** The input of a walk: the partner, the report of progress, and the signal to stop. */
export type Reading = {
  connection: Connection
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

/**
 * Hands every item of a list to `take`, page after page, and keeps none: what is held is bounded by one page. Stops at the
 * first failure, at a token that comes twice, and after the signal.
 */
export async function walkList<T>(
  { connection, report, signal }: Reading,
  { operation, params, query, limit, toFacts, take }: Walk<T>,
): Promise<WalkEnd> {
  let unreadable = 0
  // Each caller gives its operation's own parameters, which this type cannot tie together.
  const ask = askPages(connection, operation, (params ? { params } : {}) as never, { signal })
  for await (const page of eachPage(ask, { ...query, limit }, { signal })) {
    if (!page.ok) return { failure: page.error, unreadable }
    let progress: JobProgress | undefined
    for (const item of page.value.items) {
      const facts = toFacts(item)
      if (facts === undefined) unreadable += 1
      else progress = take(facts)
    }
    if (progress) await report(progress)
  }
  return { failure: null, unreadable }
}

/** What a walk could not read, in words: the rest after a failure, and items of an unknown format. */
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
