import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { readBulkFix, readBulkRows, readOnBulkFix } from '#lib/actions/bulk-fixes.ts'
import type { BulkRow, BulkRows, BulkStanding } from '#lib/actions/replies.ts'
import { FailureError } from '#lib/core/failure-error.ts'
import { unwrapReply } from './reply.ts'

/** Which captures of a fix: by how they stand, and by what became of them. */
export type BulkRowFilter = { states: readonly BulkRow['state'][]; results?: readonly JobItemState[] }
type JobItemState = NonNullable<BulkRow['result']>['state']

const shared = { retry: (count: number, error: Error) => !(error instanceof FailureError) && count < 1 } as const
const askEveryMs = 1_000

/** Begins the key of every bulk fix's state. */
export const bulkFixesKey = ['readBulkFix'] as const

/** How far a bulk fix is; read again and again while one of its jobs is open. */
export function bulkFixQuery(id: string) {
  return queryOptions({
    ...shared,
    queryKey: [...bulkFixesKey, { id }],
    queryFn: () => unwrapReply<BulkStanding>(readBulkFix({ id })),
    refetchInterval: ({ state }) => (state.data?.job?.is_open || state.data?.undo?.is_open ? askEveryMs : false),
  })
}

/** The captures of a bulk fix in some states, page after page. They hold patients, so they leave the memory soon. */
export function bulkRowsQuery(id: string, filter: BulkRowFilter) {
  return infiniteQueryOptions({
    ...shared,
    queryKey: ['readBulkRows', { id, ...filter }],
    initialPageParam: 0,
    queryFn: ({ pageParam }) => readRowsOf(id, pageParam, filter),
    getNextPageParam: (last: BulkRows) => last.next,
    gcTime: 60_000,
  })
}

/** Reads and judges the next captures of a bulk fix. */
export function readOnFix(id: string): Promise<BulkStanding> {
  return unwrapReply<BulkStanding>(readOnBulkFix({ id }))
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
  return unwrapReply<BulkRows>(readBulkRows({ id, from, ...filter }))
}
