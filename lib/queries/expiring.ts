import { queryOptions } from '@tanstack/react-query'
import { readEndingMarks, readExpiringStanding, readWhatExpires } from '#lib/actions/expiring.ts'
import { actQuery, asked } from './act-query.ts'
import { unwrapReply } from './reply.ts'

const { retry } = asked
const askEveryMs = 700

/** The progress of the check of what expires; read again and again while one runs. */
export function expiringStandingQuery() {
  return queryOptions({
    retry,
    queryKey: ['readExpiringStanding', {}],
    queryFn: () => unwrapReply(readExpiringStanding({})),
    refetchInterval: ({ state }) => (state.data?.job?.is_open ? askEveryMs : false),
  })
}

/** What a finished check found of one window. */
export const expiringQuery = actQuery('readWhatExpires', readWhatExpires, {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 300_000,
})

/** Who renews what, and what was sent. */
export const endingMarksQuery = actQuery('readEndingMarks', readEndingMarks)
