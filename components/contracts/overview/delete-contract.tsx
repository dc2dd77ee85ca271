'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { contractTrail } from '#components/form/record-trail.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import type { DeleteContractReply } from '#lib/actions/contracts/contract-replies.ts'
import { deleteContractV3 } from '#lib/actions/contract-writes.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { randomId } from '#lib/core/random-id.ts'
import type { Failure, Result } from '#lib/core/result.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'

type State = { kind: 'asking' | 'deleting' | 'checking' } | { kind: 'refused'; failure: Failure }

// A write whose answer was lost may be under way at the partner for a moment.
const pause = 1_500
const leavesOpen = new Set(['OutcomeUnknown', 'ConsoleUnreachable', 'Unexpected'])

/** Asks before a contract is deleted, deletes it once, and says why not where the partner refuses. */
export function DeleteContract({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const router = useRouter()
  const client = useQueryClient()
  const [state, setState] = useState<State>({ kind: 'asking' })
  const operation = useRef<string>(undefined)
  const keep = useRef<HTMLButtonElement>(null)
  const isBusy = state.kind === 'deleting' || state.kind === 'checking'
  const ask = async (): Promise<Result<DeleteContractReply>> => {
    for (;;) {
      const result = await deleteContractV3({ id, operation_id: (operation.current ??= randomId()) }).catch((error: unknown) => ({ ok: false as const, error: failureOf(error) }))
      if (!result.ok || result.value.kind !== 'checking') return result
      setState({ kind: 'checking' })
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  const remove = async () => {
    setState({ kind: 'deleting' })
    const result = await ask()
    if (!result.ok) {
      // While nobody knows what became of it, the same operation is asked for again.
      if (!leavesOpen.has(result.error.name)) operation.current = undefined
      setState({ kind: 'refused', failure: result.error })
      return
    }
    const list = contractTrail(id)?.list ?? '/contracts'
    showToast({ tone: 'green', message: `${name} was deleted.` })
    router.push(list)
    void invalidateAfter(client, 'deleteContractV3')
  }
  const isOpen = state.kind === 'refused' && leavesOpen.has(state.failure.name)
  const actions = (
    <>
      <Button ref={keep} onClick={onClose} disabled={isBusy}>
        Keep it
      </Button>
      <Button tone="danger" busy={isBusy} onClick={() => void remove()}>
        {isOpen ? 'Check again' : 'Delete the contract'}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      initialFocus={keep}
      onOpenChange={(open) => {
        if (!open && !isBusy) onClose()
      }}
      title={`Delete ${name}?`}
      description="The contract is deleted at the partner with its roster and its service facilities. Credentialing spans stay. This cannot be taken back."
      actions={actions}
    >
      <div role="alert" className="text-sm empty:hidden">
        {state.kind === 'checking' && <p className="text-amber">The answer was lost. Checking whether it was deleted …</p>}
        {state.kind === 'refused' && <Refusal failure={state.failure} />}
      </div>
    </Dialog>
  )
}

function Refusal({ failure }: { failure: Failure }) {
  if (failure.name !== 'ContractIsLinkedToFeeScheduleHttpError') return <p className="break-words text-red">{failure.message}</p>
  return (
    <div className="flex flex-col gap-2 rounded-control border border-amber bg-amber-tint px-3 py-2.5 text-ink">
      <p className="font-medium">Not deleted: a fee schedule uses this contract.</p>
      <p>A fee schedule says what the payer pays under a contract. While one is linked, the partner keeps the contract, so that claims can still be priced by it.</p>
      <p>Fee schedules are kept at the partner: unlink this contract from the fee schedule there, then delete it here. To end the contract without deleting it, give it a last day or the status Cancelled.</p>
      <p className="text-xs break-words text-ink-2">The partner said: {failure.message}</p>
    </div>
  )
}
