import 'server-only'
import type { JobProgress } from '#lib/console/jobs/store.ts'
import type { Operation } from '#lib/contract/operation.ts'
import type { LocalDate } from '#lib/core/local-date.ts'
import type { Failure } from '#lib/core/result.ts'
import { askPages, eachPage, type AskPage } from '#lib/actions/lists/partner-pages.ts'
import type { JobTools } from '#lib/actions/jobs/job-kind.ts'
import type { Unread } from '#lib/rules/coverage/board.ts'

/** The input of a walk: the job's tools, and the day that the board is about. */
export type BoardTools = Pick<JobTools, 'retrying' | 'report' | 'signal'> & { asOf: LocalDate }

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
 * Passes every item of a list to `take`, page by page, and keeps none, so that memory holds one
 * page at most. Stops at the first failure, at a repeated token, and after the signal.
 */
export async function walkList<T>(
  reading: BoardTools,
  { operation, params, query, limit, toFacts, take }: Walk<T>,
): Promise<WalkEnd> {
  const { report, signal } = reading
  let unreadable = 0
  let done = 0
  // Each caller passes its operation's own parameters; this type cannot express that.
  const input = (params ? { params } : {}) as never
  const ask: AskPage = (page) =>
    reading.retrying(
      (connection) => askPages(connection, operation, input, { signal })(page),
      () => done,
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

/**
 * Describes what a walk could not read: the rest after a failure, and items in an unknown format.
 */
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
