'use client'
import { useMemo } from 'react'
import type { PreparedList } from '#components/table/list-definition.ts'
import type { UpdateItem, UpdatesReply } from '#lib/actions/replies.ts'
import type { Failure } from '#lib/core/result.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { updatePages, usePages } from '#lib/queries/pages.ts'

export type Updates = {
  items: UpdateItem[]
  hasMore: boolean
  pageCount: number
  isReading: boolean
  isReadingMore: boolean
  failure: Failure | undefined
  /** The captures of some items could not be read: those have no comparison. */
  capturesFailure: Failure | undefined
  readAt: number | undefined
  /** Reads the next page, or again what could not be read. */
  readMore: () => void
}

/** Every page of changed claim creations as one list, read on as it is worked through. */
export function useUpdates(
  request: ListRequest | undefined,
  first: PreparedList<UpdatesReply>['first'],
): Updates {
  const updates = usePages(request && updatePages(request, first), { readOn: 'first row' })
  const { pages, rows, isFetching, isReadingOn } = updates
  const items = useMemo(() => rows.filter((row) => row.id !== ''), [rows])
  return {
    items,
    pageCount: pages.length,
    hasMore: updates.next !== null && !updates.isLooping,
    isReading: (isFetching && pages.length === 0) || isReadingOn,
    isReadingMore: isFetching && pages.length > 0,
    failure: updates.failure,
    capturesFailure:
      pages.find((page) => page.charge_captures_failure !== null)?.charge_captures_failure ??
      undefined,
    readAt: updates.readAt,
    readMore: updates.readOn,
  }
}
