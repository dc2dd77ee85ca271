'use client'
import {
  hashKey,
  useInfiniteQuery,
  useQuery,
  type InfiniteData,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useFreshness } from '#components/frame/freshness.ts'
import { PageHeader } from '#components/frame/page-header.tsx'
import { Button } from '#components/ui/button.tsx'
import { FailureState } from '#components/ui/failure-state.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { valueIn, type JsonText } from '#lib/core/json-text.ts'
import type { Result } from '#lib/core/result.ts'

/** What a page knows of its read. */
export type Read<V> = {
  data: V | undefined
  error: Error | null
  isFetching: boolean
  /** The data are those of a former question. */
  isPlaceholderData: boolean
  dataUpdatedAt: number
  refetch: () => unknown
}

/** Asks a query. The server's answer, which came with the page, is that of the first question. */
export function useRead<V, K extends QueryKey>(
  query: UseQueryOptions<V, Error, V, K>,
  first: JsonText<Result<V>>,
): Read<V> {
  const initialData = useFirst(query.queryKey, first)
  return useQuery({ ...query, initialData, placeholderData: (before) => before })
}

/** The same for a read that answers in parts: their rows together, and what reads the next ones. */
export function usePagedRead<P extends { items: unknown[] }, K extends QueryKey>(
  query: UseInfiniteQueryOptions<P, Error, InfiniteData<P>, K, number>,
  first: JsonText<Result<P>>,
) {
  const read = useFirst(query.queryKey, first)
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage, ...rest } = useInfiniteQuery({
    ...query,
    initialData: () => {
      const part = read()
      return part && { pages: [part], pageParams: [0] }
    },
  })
  const [head] = data?.pages ?? []
  return {
    ...rest,
    // The compiler does not see that the items of all parts are those of one.
    data: head && ({ ...head, items: data!.pages.flatMap<unknown>(({ items }) => items) } as P),
    more: hasNextPage ? { run: () => void fetchNextPage(), isBusy: isFetchingNextPage } : undefined,
  }
}

function useFirst<V>(queryKey: QueryKey, first: JsonText<Result<V>>): () => V | undefined {
  const [read] = useState(() => ({ key: hashKey(queryKey), value: valueIn(first) }))
  return () => (read.key === hashKey(queryKey) ? read.value : undefined)
}

type ReadPageProps<V> = {
  title: string
  note?: ReactNode
  actions?: ReactNode
  /** What is above the rows whether or not they could be read. */
  tabs?: ReactNode
  read: Read<V>
  children: (data: V) => ReactNode
}

/** A page of one read: its head, and what was read or why nothing was. */
export function ReadPage<V>({ title, note, actions, tabs, read, children }: ReadPageProps<V>) {
  const { data, error, isFetching, isPlaceholderData, dataUpdatedAt, refetch } = read
  useFreshness(data && dataUpdatedAt, error !== null)
  return (
    <div className="flex flex-col gap-3 px-5.5 pt-4 pb-8 max-lg:px-4">
      <PageHeader title={title} note={note} actions={actions} />
      {tabs}
      {data !== undefined && !(error && isPlaceholderData)
        ? children(data)
        : error && (
            <div className="rounded-card border border-line bg-panel">
              <FailureState
                failure={failureOf(error)}
                actions={
                  <Button busy={isFetching} onClick={() => void refetch()}>
                    Try again
                  </Button>
                }
              />
            </div>
          )}
    </div>
  )
}
