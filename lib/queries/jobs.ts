import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { readJobItems, readJobs } from '#lib/actions/jobs.ts'
import { unwrapReply } from './reply.ts'

const askEveryMs = 2_000

/**
 * One's own jobs or everybody's; with `recent` those that are open or have just ended. Read again
 * and again while one is open: a job of somebody else may start at any time, so the list of
 * everybody's always is.
 */
export function jobsQuery(who: 'own' | 'all', recent = false) {
  return queryOptions({
    queryKey: ['readJobs', { who, recent }],
    queryFn: () => unwrapReply(readJobs({ who, ...(recent && { recent }) })),
    refetchInterval: ({ state }) => {
      const isOpen = state.data?.some((job) => job.is_open && job.waits_for !== 'person') ?? false
      return isOpen ? askEveryMs : who === 'all' ? askEveryMs * 5 : false
    },
  })
}

/** The records of a job that did not succeed, in pages. */
export function failedItemsQuery(id: string) {
  return infiniteQueryOptions({
    queryKey: ['readJobItems', { id }],
    queryFn: ({ pageParam }) =>
      unwrapReply(
        readJobItems({ id, failed: true, ...(pageParam !== null && { after: pageParam }) }),
      ),
    // TanStack Query infers the position's type from this.
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    gcTime: 60_000,
  })
}
