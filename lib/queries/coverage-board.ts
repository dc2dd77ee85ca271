import { queryOptions } from '@tanstack/react-query'
import {
  readCoverageBoard,
  readCoverageBoardCaptures,
  readCoverageBoardCauses,
  readCoverageBoardStanding,
} from '#lib/actions/coverage-board.ts'
import type { Board, BoardCaptures, BoardStanding, RowCauses } from '#lib/actions/replies.ts'
import { FailureError } from '#lib/core/failure-error.ts'
import { unwrapReply } from './reply.ts'

// A job's result changes only when a row of it is counted anew, and `countedAt` says when; its progress changes all the time.
const shared = { retry: (count: number, error: Error) => !(error instanceof FailureError) && count < 1 } as const
const finished = { ...shared, staleTime: Number.POSITIVE_INFINITY, gcTime: 300_000 } as const
const askEveryMs = 700

/** The progress of the board's job; read again and again while one runs. */
export function boardStandingQuery() {
  return queryOptions({
    ...shared,
    queryKey: ['readCoverageBoardStanding', {}],
    queryFn: () => unwrapReply<BoardStanding>(readCoverageBoardStanding({})),
    refetchInterval: ({ state }) => (state.data?.job?.is_open ? askEveryMs : false),
  })
}

/** The board that a job made, with the rows that were counted anew until `countedAt` (ISO). */
export function boardQuery(id: string, countedAt: string | null) {
  return queryOptions({
    ...finished,
    queryKey: ['readCoverageBoard', { id }, countedAt],
    queryFn: () => unwrapReply<Board>(readCoverageBoard({ id })),
  })
}

/** Why the captures of some rows of a board will be denied. */
export function boardCausesQuery(id: string, places: number[], countedAt: string | null) {
  return queryOptions({
    ...finished,
    queryKey: ['readCoverageBoardCauses', { id, places }, countedAt],
    queryFn: () => unwrapReply<RowCauses[]>(readCoverageBoardCauses({ id, places })),
  })
}

/** The captures of a row that will be denied; without a place, those that could not be judged. */
export function boardCapturesQuery(id: string, place: number | undefined, countedAt: string | null) {
  const input = place === undefined ? { id } : { id, place }
  return queryOptions({
    ...finished,
    gcTime: 60_000,
    queryKey: ['readCoverageBoardCaptures', input, countedAt],
    queryFn: () => unwrapReply<BoardCaptures>(readCoverageBoardCaptures(input)),
  })
}
