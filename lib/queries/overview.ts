import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  readOverpayments,
  readOverview,
  readResolvedUpdates,
  readTeamWork,
  readUpdatesItems,
  readUpdatesQueue,
} from '#lib/actions/overview.ts'
import type { Overview } from '#lib/lists/overview.ts'
import type { UpdatesFilter, UpdatesPage } from '#lib/lists/updates.ts'
import { whenQueueIsRead } from './queue.ts'
import { unwrapReply } from './reply.ts'

const workEveryMs = 3 * 60_000

const whileReadingMs = 2_000

/**
 * A manager's overview; read again whenever the queue was, and soon while the captures without a
 * claim are being read.
 */
export function overviewQuery() {
  return queryOptions({
    queryKey: ['readOverview', {}],
    queryFn: () => unwrapReply(readOverview({})),
    staleTime: 10_000,
    refetchInterval: ({ state }: { state: { data?: Overview; status: string } }) =>
      (state.data?.is_unlinked_read === false || state.data?.is_unlinked_reading) &&
      state.status !== 'error'
        ? whileReadingMs
        : whenQueueIsRead({ state }),
  })
}

/** The counts of the changes after billing; read again whenever the queue was. */
export function updatesQuery(filter: UpdatesFilter) {
  return queryOptions({
    queryKey: ['readUpdatesQueue', filter],
    queryFn: () => unwrapReply(readUpdatesQueue(filter)),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    refetchInterval: whenQueueIsRead,
  })
}

/** The changes after billing, 200 a page. */
export function updateItemsQuery(filter: UpdatesFilter) {
  return infiniteQueryOptions({
    queryKey: ['readUpdatesItems', filter],
    queryFn: ({ pageParam }) => unwrapReply(readUpdatesItems({ filter, position: pageParam })),
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
    queryFn: () => unwrapReply(readTeamWork({})),
    staleTime: 10_000,
    refetchInterval: workEveryMs,
  })
}

/** What was resolved here, 50 a page. */
export function resolvedUpdatesQuery() {
  return infiniteQueryOptions({
    queryKey: ['readResolvedUpdates', {}],
    queryFn: ({ pageParam }) => unwrapReply(readResolvedUpdates({ position: pageParam })),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    staleTime: 10_000,
  })
}

/** The possible overpayments that are not closed, 50 a page. */
export function overpaymentsQuery() {
  return infiniteQueryOptions({
    queryKey: ['readOverpayments', {}],
    queryFn: ({ pageParam }) => unwrapReply(readOverpayments({ position: pageParam })),
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    staleTime: 10_000,
  })
}
