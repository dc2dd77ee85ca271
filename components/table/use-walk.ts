'use client'
import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { noteSessionEnd } from '#components/frame/account/session-store.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { BaseRow } from '#lib/lists/rows/rows.ts'
import { createWalker, type ReadWalkPage, type Walker, type WalkState } from '#lib/lists/walk/walk.ts'

/** What to walk: `queryKey` begins with the operation, so that a write which makes it out of date has it read again. */
export type WalkOptions<Row extends BaseRow> = { queryKey: QueryKey; readPage: ReadWalkPage<Row> }

/** A walk as a component sees it. */
export type Walk<Row extends BaseRow> = WalkState<Row> &
  Pick<Walker<Row>, 'read' | 'goOn' | 'stop' | 'again' | 'settled'>

// A long walk is worth keeping while somebody looks at another page and comes back.
const keptFor = 15 * 60_000

/**
 * All rows of a list, page after page, while the component is there. The walk lives in the query cache: whoever asks
 * with the same key sees the same walk, and coming back to the page goes on with it instead of beginning anew. With
 * `isWanted` false it waits.
 */
export function useWalk<Row extends BaseRow>({ queryKey, readPage }: WalkOptions<Row>, isWanted = true): Walk<Row> {
  const client = useQueryClient()
  const { data: walker } = useQuery<Walker<Row>>({
    queryKey,
    initialData: () => createWalker(toldOfSessionEnd(readPage)),
    // Only a write that invalidates the key leads here: the same walker reads again.
    queryFn: () => {
      const known = client.getQueryData<Walker<Row>>(queryKey)!
      known.again()
      return known
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: keptFor,
    structuralSharing: false,
  })
  const state = useSyncExternalStore(walker.subscribe, walker.read, walker.read)
  useEffect(() => (isWanted ? walker.hold() : undefined), [walker, isWanted])
  return {
    ...state,
    read: walker.read,
    goOn: walker.goOn,
    stop: walker.stop,
    again: walker.again,
    settled: walker.settled,
  }
}

function toldOfSessionEnd<Row extends BaseRow>(readPage: ReadWalkPage<Row>): ReadWalkPage<Row> {
  return async (position) => {
    const page = await readPage(position).catch((error: unknown) => ({ ok: false as const, error: failureOf(error) }))
    if (!page.ok) noteSessionEnd(page.error)
    return page
  }
}
