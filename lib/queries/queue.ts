import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type QueryClient,
} from '@tanstack/react-query'
import {
  markQueue,
  nextInQueue,
  readQueue,
  readQueueItems,
  releaseTurn,
} from '#lib/actions/queue.ts'
import { resultOf } from '#lib/core/failure-error.ts'
import { ok, type Result } from '#lib/core/result.ts'
import {
  mostVisited,
  type MarkChange,
  type MarksBefore,
  type MarkSubject,
  type QueueFilter,
  type NextInQueue,
  type RoundEnd,
  type QueueItems,
  type QueueState,
} from '#lib/lists/queue.ts'
import { outdate, queueReads } from './outdates.ts'
import { askAct } from './use-act.ts'
import { unwrapReply } from './reply.ts'

const whileReadingMs = 2_000
// The server's clock is not this machine's.
const graceMs = 4_000
const leastMs = 5_000

/**
 * The causes of a filter. It is read again when the server's next reading is due, and every two
 * seconds while one runs: that does not count as the person's work.
 */
export function queueQuery(filter: QueueFilter) {
  return queryOptions({
    queryKey: ['readQueue', filter],
    queryFn: () => unwrapReply(readQueue(filter)),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: whenQueueIsRead,
  })
}

/**
 * When to ask again for what the server counts from its snapshot of the queue, in milliseconds;
 * false for not at all.
 */
export function whenQueueIsRead({
  state: { data, status },
}: {
  state: {
    data?: { state: Pick<QueueState, 'is_reading' | 'next_at'> } | undefined
    status: string
  }
}): number | false {
  if (status === 'error' || !data) return false
  if (data.state.is_reading) return whileReadingMs
  const next = data.state.next_at
  return next === null ? false : Math.max(leastMs, Date.parse(next) - Date.now() + graceMs)
}

/** The items of a filter, 200 a page. */
export function queueItemsQuery(filter: QueueFilter) {
  return infiniteQueryOptions({
    queryKey: ['readQueueItems', filter],
    queryFn: ({ pageParam }) => unwrapReply(readQueueItems({ filter, position: pageParam })),
    initialPageParam: 0,
    getNextPageParam: (last: QueueItems) => last.next,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Reads everything of the queue again that is on screen. */
export async function readQueueAnew(client: QueryClient): Promise<void> {
  await Promise.all(queueReads.map((name) => client.invalidateQueries({ queryKey: [name] })))
}

// Nothing below throws: a console that did not answer is a failure too.

/**
 * Gives marks back what they were before a change, but for those that somebody else has changed
 * since. Answers how many were left for that.
 */
export async function undoMarks(
  client: QueryClient,
  subjects: readonly MarkSubject[],
  change: MarkChange,
  { before }: MarksBefore,
): Promise<Result<{ left: number }>> {
  const groups = Map.groupBy(
    subjects.flatMap((subject, index) => (before[index] ? [{ subject, was: before[index] }] : [])),
    ({ was }) => JSON.stringify(was),
  )
  let left = 0
  let failed: Result<never> | undefined
  for (const group of groups.values()) {
    const input = {
      subjects: group.map(({ subject }) => subject),
      change: group[0]!.was,
      only_as: change,
    }
    const result = await askAct(client, null, markQueue, input, { tells: 'Not undone.' })
    if (!result.ok) {
      failed = result
      break
    }
    left += result.value.before.filter((each) => each === null).length
  }
  // Once for all groups, also for those before one that failed.
  void outdate(client, 'markQueue')
  return failed ?? ok({ left })
}

/**
 * The next item of a filter that nobody else has; without any, how the round ended. `visitedIds` are the
 * claim creations that the person has visited, the newest last: the turn at that one ends.
 */
export function claimNext(
  client: QueryClient,
  filter: QueueFilter,
  visitedIds: readonly string[],
): Promise<Result<NextInQueue | RoundEnd>> {
  return askAct(client, null, nextInQueue, { filter, passed: visitedIds.slice(-mostVisited) })
}

/** Ends the turn at a claim creation: somebody else may get it next. */
export function releaseClaim(claimCreationId: string): Promise<Result<null>> {
  return resultOf(releaseTurn({ id: claimCreationId }))
}
