import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import {
  readBulkApprovals,
  readBulkFix,
  readBulkOutcome,
  readBulkRows,
  readBulkValues,
} from '#lib/actions/bulk-fixes.ts'
import type { BulkRow, BulkRows } from '#lib/actions/bulk/read.ts'
import { actQuery, asked, edited } from './act-query.ts'
import { unwrapReply } from './reply.ts'

/** Which captures of a fix: by how they stand, and by what became of them. */
export type BulkRowFilter = Omit<Parameters<typeof readBulkRows>[0], 'id' | 'from'>

const { retry } = asked
const askEveryMs = 1_000
// The rows of a reading come in quick steps.
const readEveryMs = 400
const approvalEveryMs = 10_000
const outcomeEveryMs = 3_000
const mostOutcomes = 6

/** How far a bulk fix is; read again and again while one of its jobs is open. */
export function bulkFixQuery(id: string) {
  return queryOptions({
    retry,
    queryKey: ['readBulkFix', { id }],
    queryFn: () => unwrapReply(readBulkFix({ id })),
    refetchInterval: ({ state }) => {
      if (state.data?.reading?.is_open) return readEveryMs
      if (state.data?.job?.is_open || state.data?.undo?.is_open) return askEveryMs
      return state.data?.consent?.state === 'asked' ? approvalEveryMs : false
    },
  })
}

/**
 * What became of the captures that a fix changed. The partner tries a claim soon after a save, so
 * it is read a few times more while claims are left that neither billed nor failed.
 */
export function bulkOutcomeQuery(id: string) {
  return queryOptions({
    retry,
    queryKey: ['readBulkOutcome', { id }],
    queryFn: () => unwrapReply(readBulkOutcome({ id })),
    // More may have been sent, and more may have billed, since it was read.
    staleTime: 0,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data && state.data.other.claims > 0 && state.dataUpdateCount < mostOutcomes
        ? outcomeEveryMs
        : false,
  })
}

/**
 * The values of a cause's field. They are typed over, so they are read once, and may be patients', so
 * they leave the memory soon.
 */
export const bulkValuesQuery = actQuery('readBulkValues', readBulkValues, edited)

/** The fixes of everybody that wait for a second person. */
export function bulkApprovalsQuery() {
  return queryOptions({
    retry,
    queryKey: ['readBulkApprovals'],
    queryFn: () => unwrapReply(readBulkApprovals({})),
    refetchInterval: approvalEveryMs,
    gcTime: 60_000,
  })
}

/**
 * The captures of a bulk fix in some states, page after page. They hold patients, so they leave the
 * memory soon.
 */
export function bulkRowsQuery(id: string, filter: BulkRowFilter) {
  return infiniteQueryOptions({
    retry,
    queryKey: ['readBulkRows', { id, ...filter }],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => readRowsOf(id, pageParam, filter),
    getNextPageParam: (last: BulkRows) => last.next,
    gcTime: 60_000,
  })
}

/** Every capture of a bulk fix in some states. */
export async function allBulkRows(id: string, filter: BulkRowFilter): Promise<BulkRow[]> {
  const rows: BulkRow[] = []
  for (let from: number | null = 0; from !== null;) {
    const page: BulkRows = await readRowsOf(id, from, filter)
    rows.push(...page.rows)
    from = page.next
  }
  return rows
}

function readRowsOf(id: string, from: number, filter: BulkRowFilter): Promise<BulkRows> {
  return unwrapReply(readBulkRows({ id, from, ...filter }))
}
