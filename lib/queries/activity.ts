import { queryOptions } from '@tanstack/react-query'
import { readRecordHistory, revealChange } from '#lib/actions/activity.ts'
import type { RecordKind } from '#lib/acts/acts.ts'
import type { ActivityRow } from '#lib/lists/activity.ts'
import type { PageSource } from './pages.ts'
import { unwrapReply } from './reply.ts'

type Record = { kind: RecordKind; ids: readonly string[] }

/** The pages of a record's history, newest entry first. `read` throws a `FailureError`. */
export function historyPages({ kind, ids }: Record): PageSource<ActivityRow> {
  return {
    queryKey: ['readRecordHistory', { kind, ids }],
    read: (position) =>
      unwrapReply(readRecordHistory({ kind, ids, position: position ?? undefined })),
  }
}

/**
 * The query for the changes in one entry (`id`) of a record's history. The audit trail logs every
 * read of them, so the cache keeps the answer while the page shows it and for 60 seconds after
 * that.
 */
export function changeQuery({ id, kind, ids }: Record & { id: string }) {
  return queryOptions({
    queryKey: ['revealChange', { id }],
    queryFn: () => unwrapReply(revealChange({ id, kind, ids })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 60_000,
    retry: false,
  })
}
