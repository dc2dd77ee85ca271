'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { noteNewVersion } from '#components/frame/new-version.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { readQueueAnew, startRefresh } from '#lib/queries/queue.ts'

/** `refresh` has the server read the queue now, then reads again what is on screen. `isRefreshing` lasts until then. */
export function useRefresh(): { isRefreshing: boolean; refresh: () => void } {
  const client = useQueryClient()
  const [isRefreshing, setRefreshing] = useState(false)
  const refresh = async () => {
    setRefreshing(true)
    const result = await startRefresh()
    if (!result.ok) {
      noteNewVersion(result.error)
      showToast({ tone: 'red', message: `Couldn’t refresh. ${result.error.message}` })
    }
    await readQueueAnew(client)
    setRefreshing(false)
  }
  return { isRefreshing, refresh: () => void refresh() }
}
