'use client'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { noteSessionEnd } from '#components/frame/account/session-store.ts'
import { holdKeys, holdKeysUntilPage } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { startBulkFix } from '#lib/actions/bulk-fixes.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import type { ListRequest } from '#lib/lists/view.ts'

/** Begins a bulk fix and opens it. `busy` names the one that is being begun. Only its opaque id is in the address. */
export function useStartFix() {
  const router = useRouter()
  const [busy, setBusy] = useState<string>()
  const start = async (what: string, source: object) => {
    setBusy(what)
    const release = holdKeys()
    const failure = await startBulkFix({ source, change: null }).then(
      (result) => {
        if (!result.ok) return result.error
        const href = `/queue/fix/${result.value.id}`
        holdKeysUntilPage(href)
        router.push(href)
        return undefined
      },
      (error: unknown) => failureOf(error),
    )
    release()
    setBusy(undefined)
    if (failure && !noteSessionEnd(failure)) showToast({ tone: 'red', message: failure.message })
  }
  return { busy, start }
}

/** Begins a bulk fix of the selected captures, or of all that the list finds. */
export function FixSelected({ ids, request }: { ids: readonly string[]; request: ListRequest | undefined }) {
  const { busy, start } = useStartFix()
  return (
    <>
      <Button size="small" busy={busy === 'ids'} onClick={() => void start('ids', { kind: 'captures', ids: [...ids] })}>
        Fix selected
      </Button>
      {request && (
        <Button size="small" busy={busy === 'list'} onClick={() => void start('list', { kind: 'list', request })}>
          Fix all that match
        </Button>
      )}
    </>
  )
}
