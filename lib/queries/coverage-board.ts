import { queryOptions } from '@tanstack/react-query'
import {
  readCoverageBoard,
  readCoverageBoardCaptures,
  readCoverageBoardCauses,
  readCoverageBoardReprocess,
  readCoverageBoardStanding,
} from '#lib/actions/coverage-board.ts'
import { asked } from './act-query.ts'
import { unwrapReply } from './reply.ts'

// A job's result changes only when a row of it is counted anew, and `countedAt` says when; its
// progress changes all the time.
const { retry } = asked
const finished = { retry, staleTime: Number.POSITIVE_INFINITY, gcTime: 300_000 } as const
const askEveryMs = 700

/** The progress of the board's job; read again and again while one runs. */
export function boardStandingQuery() {
  return queryOptions({
    retry,
    queryKey: ['readCoverageBoardStanding', {}],
    queryFn: () => unwrapReply(readCoverageBoardStanding({})),
    refetchInterval: ({ state }) => (state.data?.job?.is_open ? askEveryMs : false),
  })
}

/** The board that a job made, with the rows that were counted anew until `countedAt` (ISO). */
export function boardQuery(id: string, countedAt: string | null) {
  return queryOptions({
    ...finished,
    queryKey: ['readCoverageBoard', { id }, countedAt],
    queryFn: () => unwrapReply(readCoverageBoard({ id })),
  })
}

/** Why the captures of some rows of a board will be denied. */
export function boardCausesQuery(id: string, places: number[], countedAt: string | null) {
  return queryOptions({
    ...finished,
    queryKey: ['readCoverageBoardCauses', { id, places }, countedAt],
    queryFn: () => unwrapReply(readCoverageBoardCauses({ id, places })),
  })
}

/** The captures of a row that will be denied; without a place, those that could not be judged. */
export function boardCapturesQuery(
  id: string,
  place: number | undefined,
  countedAt: string | null,
) {
  const input = place === undefined ? { id } : { id, place }
  return queryOptions({
    ...finished,
    gcTime: 60_000,
    queryKey: ['readCoverageBoardCaptures', input, countedAt],
    queryFn: () => unwrapReply(readCoverageBoardCaptures(input)),
  })
}

/** The claims of a row that were denied before their span was loaded. */
export function boardReprocessQuery(id: string, place: number, countedAt: string | null) {
  return queryOptions({
    ...finished,
    gcTime: 60_000,
    queryKey: ['readCoverageBoardReprocess', { id, place }, countedAt],
    queryFn: () => unwrapReply(readCoverageBoardReprocess({ id, place })),
  })
}
