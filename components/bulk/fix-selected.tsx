'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { holdKeys, holdKeysUntilPage, useKeys } from '#components/frame/keys/keys.ts'
import { Button } from '#components/ui/button.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { countOf } from '#lib/core/count-of.ts'
import { startBulkFix } from '#lib/actions/bulk-fixes.ts'
import type { BulkSource } from '#lib/actions/bulk/start.ts'
import { askAct } from '#lib/queries/use-act.ts'
import type { ListRequest } from '#lib/lists/view.ts'

/**
 * Begins a bulk fix and opens it. `busy` names the one that is being begun. Only its opaque id is
 * in the address.
 */
export function useStartFix() {
  const router = useRouter()
  const client = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const start = async (what: string, source: BulkSource) => {
    setBusy(what)
    const release = holdKeys()
    const result = await askAct(client, 'startBulkFix', startBulkFix, { source, change: null })
    if (result.ok) {
      const href = `/queue/fix/${result.value.id}`
      holdKeysUntilPage(href)
      router.push(href)
    }
    release()
    setBusy(undefined)
  }
  return { busy, start }
}

/** Begins a bulk fix of the selected captures, or of all that the list finds. */
export function FixSelected({
  ids,
  request,
}: {
  ids: readonly string[]
  request: ListRequest | undefined
}) {
  const { busy, start } = useStartFix()
  return (
    <>
      <Button
        size="small"
        busy={busy === 'ids'}
        onClick={() => void start('ids', { kind: 'captures', ids: [...ids] })}
      >
        Fix selected
      </Button>
      {request && (
        <Button
          size="small"
          busy={busy === 'list'}
          onClick={() => void start('list', { kind: 'list', request })}
        >
          Fix all that match
        </Button>
      )}
    </>
  )
}

/**
 * Begins a bulk fix of the captures of a cause whose value stands ready: the proposals stand in its
 * table, and nothing is written before the preview.
 */
export function SetProposals({ cause, ids }: { cause: string; ids: readonly string[] }) {
  const { busy, start } = useStartFix()
  const run = () => void start('proposals', { kind: 'captures', ids: [...ids], cause })
  useKeys(
    ids.length > 0 ? [{ keys: 'Mod+d', label: 'Set the proposals', run, group: 'Queue' }] : [],
  )
  if (ids.length === 0) return null
  return (
    <Button busy={busy !== undefined} onClick={run} aria-keyshortcuts="Control+D">
      Set {countOf(ids.length, proposalNoun)} <Kbd keys="Ctrl+D" />
    </Button>
  )
}

const proposalNoun = { one: 'proposal', many: 'proposals' }
