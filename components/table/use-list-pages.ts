'use client'
import { hashKey, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { failureOf, valueOrThrow } from '#lib/core/failure-error.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import type { ListRequest } from '#lib/lists/view.ts'
import type { BaseRow, RowPage } from '#lib/lists/rows/rows.ts'
import type { ListSource, PreparedList } from './list-source.ts'
import { askedFor, mergePages, nextLimit, shouldReadOn, type Part } from './read-on.ts'
import { whenIdle } from './when-idle.ts'

/** How many of the partner's pages are read by themselves before the person is asked. */
export const pagesPerSearch = 20

export type ListPages<Row extends BaseRow> = {
  rows: Row[]
  next: string | null
  prev: string | null
  /** The partner sent a page twice: the list cannot be completed. */
  isLooping: boolean
  pagesRead: number
  /** Reading further pages by itself, because those so far are short. */
  isSearching: boolean
  /** The page is read in parts, and those so far are full: nothing was left out on the way. */
  isFilling: boolean
  /** Short pages remain, but reading on was stopped or reached its bound. */
  isPaused: boolean
  stop: () => void
  searchFurther: () => void
  /** Nothing is known yet; rows shown belong to the view before; rows are being read again. */
  isLoading: boolean
  isOld: boolean
  isFetching: boolean
  failure: Failure | undefined
  readAt: number | undefined
  retry: () => void
}

const none: never[] = []

/**
 * The rows of one page of a list. A page of the partner may be short, even empty, although more follows
 * (Pagination 4): then the next ones are read by themselves, up to a bound and with a way to stop, until the page is
 * full or the token ends.
 */
export function useListPages<Row extends BaseRow>(
  source: ListSource,
  request: ListRequest | undefined,
  first: PreparedList['first'],
): ListPages<Row> {
  const key = hashKey([request])
  const [prepared] = useState(
    () =>
      first && {
        key: hashKey([first.request]),
        at: first.at,
        limit: first.limit,
        result: JSON.parse(first.reply) as Result<RowPage<Row>>,
      },
  )
  const matches = request !== undefined && prepared?.key === key
  const limit = Number(request?.query.limit)
  const position = request?.position ?? null
  const query = useInfiniteQuery({
    queryKey: [request?.operation, request],
    enabled: request !== undefined,
    initialPageParam: { position, limit } as Part,
    queryFn: async ({ pageParam }) =>
      valueOrThrow(
        await source.readRows<Row>({
          ...request!,
          query: { ...request!.query, limit: pageParam.limit },
          position: pageParam.position ?? undefined,
        }),
      ),
    getNextPageParam: (last: RowPage<Row>, pages, _param, parts: Part[]) => {
      if (last.next === null || parts.some((part) => part.position === last.next)) return null
      return {
        position: last.next,
        limit: nextLimit({ rows: mergePages(pages).length, asked: askedFor(parts), limit }),
      }
    },
    placeholderData: keepPreviousData,
    initialData:
      matches && prepared.result.ok
        ? { pages: [prepared.result.value], pageParams: [{ position, limit: prepared.limit }] }
        : undefined,
    initialDataUpdatedAt: () => (prepared ? firstSeen(prepared.at) : 0),
  })
  const [search, setSearch] = useState({ key, rounds: 1, isStopped: false })
  const { rounds, isStopped } = search.key === key ? search : { rounds: 1, isStopped: false }
  const pages = query.data?.pages ?? (none as RowPage<Row>[])
  const rows = useMemo(() => mergePages(pages), [pages])
  // The library types the parameters of the pages it holds as unknown.
  const parts = (query.data?.pageParams ?? none) as Part[]
  const isOld = query.isPlaceholderData
  const isShort = !isOld && shouldReadOn({ rows: rows.length, limit, hasMore: query.hasNextPage })
  const readsOn = isShort && !isStopped && pages.length < rounds * pagesPerSearch && !query.isFetchNextPageError
  const { fetchNextPage, isFetching } = query
  const isFilling = readsOn && rows.length === askedFor(parts)
  useEffect(() => {
    if (!readsOn || isFetching) return
    // The rest of a long page can wait until its first rows are painted and the page answers.
    if (isFilling) return whenIdle(() => void fetchNextPage())
    void fetchNextPage()
  }, [readsOn, isFetching, isFilling, fetchNextPage])
  const last = pages.at(-1)
  const preparedFailure = matches && prepared.result.ok === false && query.isPending ? prepared.result.error : undefined
  return {
    rows,
    next: isOld ? null : (last?.next ?? null),
    prev: isOld ? null : (pages[0]?.prev ?? null),
    isLooping: !isOld && last?.next != null && !query.hasNextPage,
    pagesRead: pages.length,
    isSearching: readsOn,
    isFilling,
    isPaused: isShort && !readsOn,
    stop: () => setSearch({ key, rounds, isStopped: true }),
    searchFurther: () => {
      setSearch({ key, rounds: Math.floor(pages.length / pagesPerSearch) + 1, isStopped: false })
      if (query.isFetchNextPageError) void fetchNextPage()
    },
    isLoading: query.isPending && !preparedFailure,
    isOld,
    isFetching,
    failure: query.error ? failureOf(query.error) : preparedFailure,
    readAt: query.data === undefined ? undefined : query.dataUpdatedAt,
    retry: () => void (query.isFetchNextPageError ? fetchNextPage() : query.refetch()),
  }
}

// The server's clock is not this machine's, and the router may show an old page again: what counts is when this tab first
// saw the data.
const seen = new Map<number, number>()

function firstSeen(at: number): number {
  if (!seen.has(at)) seen.set(at, Date.now())
  return seen.get(at)!
}
