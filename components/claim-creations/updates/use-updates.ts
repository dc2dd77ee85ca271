'use client'
import { useInfiniteQuery, hashKey } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { PreparedList } from '#components/table/list-definition.ts'
import type { UpdateItem, UpdatesReply } from '#lib/actions/replies.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import { updatesQuery } from '#lib/queries/options.ts'
import { failureOf } from '#lib/core/failure-error.ts'

/** How many pages without a single item are read by themselves before the person is asked. */
const mostEmptyPages = 20

export type Updates = {
  items: UpdateItem[]
  hasMore: boolean
  isReading: boolean
  isReadingMore: boolean
  failure: Failure | undefined
  /** The captures of some items could not be read: those have no comparison. */
  capturesFailure: Failure | undefined
  readAt: number | undefined
  readMore: () => void
  readAgain: () => void
}

/** Every page of claim creations with an unresolved change as one list, read on as it is worked through. */
export function useUpdates(request: ListRequest | undefined, first: PreparedList['first']): Updates {
  const [prepared] = useState(
    () =>
      first && { key: hashKey([first.request]), at: first.at, result: JSON.parse(first.reply) as Result<UpdatesReply> },
  )
  const matches = request !== undefined && prepared?.key === hashKey([request])
  // The query is not asked before there is a view; its key is then never used.
  const query = useInfiniteQuery({
    ...updatesQuery(
      request ?? { operation: 'listClaimCreations', query: {} },
      matches && prepared.result.ok ? { reply: prepared.result.value, at: prepared.at } : undefined,
    ),
    enabled: request !== undefined && !(matches && !prepared.result.ok),
  })
  const pages = query.data?.pages
  const items = useMemo(() => withoutRepeats((pages ?? []).flatMap((page) => page.rows)), [pages])
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = query
  const isThin = items.length === 0 && hasNextPage && (pages?.length ?? 0) < mostEmptyPages
  useEffect(() => {
    if (isThin && !isFetching && !isFetchNextPageError) void fetchNextPage()
  }, [isThin, isFetching, isFetchNextPageError, fetchNextPage])
  const preparedFailure = matches && !prepared.result.ok && !query.data ? prepared.result.error : undefined
  return {
    items,
    hasMore: hasNextPage,
    isReading: (query.isFetching && !query.data) || isThin,
    isReadingMore: query.isFetchingNextPage,
    failure: query.error ? failureOf(query.error) : query.isFetching ? undefined : preparedFailure,
    capturesFailure: pages?.find((page) => page.charge_captures_failure !== null)?.charge_captures_failure ?? undefined,
    readAt: query.data === undefined ? undefined : query.dataUpdatedAt,
    readMore: () => {
      if (hasNextPage && !isFetching) void fetchNextPage()
    },
    readAgain: () => void (isFetchNextPageError ? fetchNextPage() : query.refetch()),
  }
}

// An item that moved between two reads shows once.
function withoutRepeats(items: readonly UpdateItem[]): UpdateItem[] {
  return [...new Map(items.filter((item) => item.id !== '').map((item) => [item.id, item])).values()]
}
