import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readOverview, readTeamWork, readUpdatesItems, readUpdatesQueue } from '#lib/actions/overview.ts'
import type { Overview, TeamWork } from '#lib/lists/overview.ts'
import type { UpdatesFilter, UpdatesPage, UpdatesReply } from '#lib/lists/updates.ts'
import { whenQueueIsRead } from './queue.ts'
import { unwrapReply } from './reply.ts'

const workEveryMs = 3 * 60_000

/** A manager's overview; read again whenever the queue was. */
export function overviewQuery() {
  return queryOptions({
    queryKey: ['readOverview', {}],
    queryFn: () => unwrapReply<Overview>(readOverview({})),
    staleTime: 10_000,
    refetchInterval: whenQueueIsRead,
  })
}

/** The counts of the changes after billing; read again whenever the queue was. */
export function updatesQuery(filter: UpdatesFilter) {
  return queryOptions({
    queryKey: ['readUpdatesQueue', filter],
    queryFn: () => unwrapReply<UpdatesReply>(readUpdatesQueue(filter)),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: whenQueueIsRead,
  })
}

/** The changes after billing, 200 a page. */
export function updateItemsQuery(filter: UpdatesFilter) {
  return infiniteQueryOptions({
    queryKey: ['readUpdatesItems', filter],
    queryFn: ({ pageParam }) => unwrapReply<UpdatesPage>(readUpdatesItems({ filter, position: pageParam })),
    initialPageParam: 0,
    getNextPageParam: (last: UpdatesPage) => last.next,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })
}

/** Who did how much on the last days. */
export function teamWorkQuery() {
  return queryOptions({
    queryKey: ['readTeamWork', {}],
    queryFn: () => unwrapReply<TeamWork>(readTeamWork({})),
    staleTime: 10_000,
    refetchInterval: workEveryMs,
  })
}
