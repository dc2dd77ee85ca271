'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFreshness } from '#components/frame/freshness.ts'
import { errorKind, unanswered } from '#components/ui/error-kind.ts'
import type { Failure } from '#lib/core/result.ts'
import { railCountsOf, type QueueState } from '#lib/lists/queue.ts'
import { readQueueAnew } from '#lib/queries/queue.ts'
import { refreshQueue } from '#lib/actions/queue.ts'
import { askAct } from '#lib/queries/use-act.ts'

type QueueSnapshot = {
  /** When the partner was read, in UTC milliseconds. */
  readAt: number | undefined
  /** The server reads the queue now, for this person or somebody else. */
  isReading: boolean
  /** Has the server read the queue now, then reads again what is on screen. */
  refresh: () => void
}

/**
 * Shows in the strip how old the queue's snapshot is. `items` names the query of the page's rows:
 * they are read again when the state says that the queue has changed. `start` has the server read
 * anew.
 */
export function useQueueState(
  state: QueueState | undefined,
  failure: Failure | undefined,
  items?: 'readQueueItems' | 'readUpdatesItems',
  start: typeof refreshQueue = refreshQueue,
): QueueSnapshot {
  const client = useQueryClient()
  const version = state?.version
  const versionRead = useRef(version)
  useEffect(() => {
    if (version === undefined || versionRead.current === version) return
    if (versionRead.current !== undefined && items)
      void client.invalidateQueries({ queryKey: [items] })
    versionRead.current = version
  }, [client, version, items])
  useEffect(() => {
    // The rail has the same numbers as the page.
    if (state) client.setQueryData(['readQueueCounts', {}], railCountsOf(state))
  }, [client, state])
  const readAt = state?.read_at ? Date.parse(state.read_at) : undefined
  const nextAt = state?.next_at ? Date.parse(state.next_at) : undefined
  useFreshness(readAt, failure !== undefined && unanswered.has(errorKind(failure)), nextAt)
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = async () => {
    setRefreshing(true)
    await askAct(client, null, start, {}, { tells: 'Couldn’t refresh.' })
    await readQueueAnew(client)
    setRefreshing(false)
  }
  return {
    readAt,
    isReading: isRefreshing || state?.is_reading === true,
    refresh: () => void refresh(),
  }
}
