import { queryOptions } from '@tanstack/react-query'
import { readEndingMarks, readExpiringStanding, readWhatExpires } from '#lib/actions/expiring.ts'
import type { EndWindow } from '#lib/actions/replies.ts'
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
export function expiringQuery(id: string, window: EndWindow) {
  return queryOptions({
    retry,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 300_000,
    queryKey: ['readWhatExpires', { id, window }],
    queryFn: () => unwrapReply(readWhatExpires({ id, window })),
  })
}

/** Who renews what, and what was sent. */
export const endingMarksQuery = actQuery('readEndingMarks', readEndingMarks)
