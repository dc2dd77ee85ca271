'use client'
import { useRouter } from 'next/navigation'
import { useKeys } from '#components/frame/keys/keys.ts'

type QueueKeys = {
  next: () => void
  previous: () => void
  resolve: () => void
  reopen: () => void
  select: (withRange: boolean) => void
  clear: () => void
  currentId: string | undefined
}

/** The keys of the queue: move, settle, take back, select, open. */
export function useQueueKeys({ next, previous, resolve, reopen, select, clear, currentId }: QueueKeys): void {
  const router = useRouter()
  const group = 'Queue'
  useKeys([
    { keys: 'j', label: 'Next item', run: next, repeats: true, group },
    { keys: 'k', label: 'Previous item', run: previous, repeats: true, group },
    { keys: 'n', label: 'Next item', run: next, group },
    { keys: 'p', label: 'Previous item', run: previous, group },
    { keys: 'r', label: 'Resolve the current item, or those selected', run: resolve, group },
    { keys: 'u', label: 'Reopen the last resolved', run: reopen, group },
    { keys: 'x', label: 'Select', run: () => select(false), group },
    { keys: 'Shift+x', label: 'Select up to here', run: () => select(true), group },
    { keys: 'Escape', label: 'Clear the selection', run: clear, group },
    {
      keys: 'o',
      label: 'Open the claim creation',
      run: () => currentId !== undefined && router.push(`/claim-creations/${encodeURIComponent(currentId)}`),
      group,
    },
  ])
}
