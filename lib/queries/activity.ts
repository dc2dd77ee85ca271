import { queryOptions } from '@tanstack/react-query'
import { readRecordHistory, revealChange } from '#lib/actions/activity.ts'
import type { RecordKind } from '#lib/acts/acts.ts'
import type { ActivityRow } from '#lib/lists/activity.ts'
import type { PageSource } from './pages.ts'
import { unwrapReply } from './reply.ts'

type Record = { kind: RecordKind; ids: readonly string[] }

/** The history of a record, newest first, in pages. */
export function historyPages({ kind, ids }: Record): PageSource<ActivityRow> {
  return {
    queryKey: ['readRecordHistory', { kind, ids }],
    read: (position) =>
      unwrapReply(readRecordHistory({ kind, ids, position: position ?? undefined })),
  }
}

/**
 * What an entry of a record's history changed. Each reading of it is in the trail, so it is kept
 * until the page is left.
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
