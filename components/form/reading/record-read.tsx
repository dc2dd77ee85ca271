'use client'
import { useQuery, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { errorKind } from '#components/ui/error-kind.ts'
import { FailureState } from '#components/ui/failure-state.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { failureOf } from '#lib/core/failure-error.ts'
import { failureWords, type Result } from '#lib/core/result.ts'
import type { JsonText } from '#lib/core/json-text.ts'
import { DetailSkeleton } from './detail-skeleton.tsx'
import { useFirstReply } from './use-first-reply.ts'

/**
 * The reading, its time (UTC milliseconds), and the failure of a later reading, if there was one.
 */
export type LoadedRecord<T> = { reply: T; readAt: number; staleBecause: string | undefined }

type RecordReadProps<T, Key extends QueryKey> = {
  options: UseQueryOptions<T, Error, T, Key> & { queryKey: Key }
  /** The server's read for this page: the JSON text of a Result. */
  first: Promise<JsonText<Result<T>>>
  /** The record's list: the way out when there is nothing to show. */
  list: { href: string; label: string }
  children: (reading: LoadedRecord<T>) => ReactNode
}

/**
 * The page of one record to be read: a skeleton, the record as it was read last, or why there is
 * none and what to do.
 */
export function RecordRead<T, Key extends QueryKey>({
  options,
  first,
  list,
  children,
}: RecordReadProps<T, Key>) {
  const isFirst = useFirstReply(first, options.queryKey)
  const query = useQuery(options)
  const [heldSince] = useState(query.dataUpdatedAt)
  // Going back can lead to a record that was deleted meanwhile: it is not shown as it was read
  // before. Once it was read for this page it stays, with what was typed into it.
  const wasRead = isFirst || query.dataUpdatedAt !== heldSince
  const isGone = !wasRead && query.isError && errorKind(failureOf(query.error)) === 'not-found'
  if (query.data !== undefined && !isGone) {
    return children({
      reply: query.data,
      readAt: query.dataUpdatedAt,
      staleBecause: query.isError ? failureOf(query.error).message : undefined,
    })
  }
  if (!query.isError) return <DetailSkeleton />
  const failure = failureOf(query.error)
  const again = (
    <>
      <Button busy={query.isFetching} onClick={() => void query.refetch()}>
        Try again
      </Button>
      <LinkButton href={list.href}>{list.label}</LinkButton>
    </>
  )
  return <FailureState failure={failure} message={failureWords(failure)} asPage actions={again} />
}
