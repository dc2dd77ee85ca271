'use client'
import { useRef, useState, type ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { RequestNote } from '#components/ui/request-note.tsx'
import { randomId } from '#lib/core/random-id.ts'
import { failureWords, type Failure, type Result } from '#lib/core/result.ts'
import { sendUntilKnown } from './send-until-known.ts'

type DeleteDialogProps<Deleted> = {
  title: string
  description: string
  /** The button's label: "Delete the span". */
  verb: string
  /** Deletes, once for each operation id. */
  remove: (operationId: string) => Promise<Result<Deleted | { kind: 'checking' }>>
  onDeleted: (reply: Deleted) => void
  onClose: () => void
  /** A refusal that needs more than the partner's words; undefined for all others. */
  tell?: (failure: Failure) => ReactNode
}

type State =
  | { kind: 'asking' | 'deleting' | 'checking' }
  | { kind: 'refused'; failure: Failure; isOpen: boolean }

/**
 * Asks before a record is deleted, deletes it once, and says why it was not. Keeping it is what
 * Enter and Escape do.
 */
export function DeleteDialog<Deleted extends { kind: string }>({
  title,
  description,
  verb,
  remove,
  onDeleted,
  onClose,
  tell,
}: DeleteDialogProps<Deleted>) {
  const [state, setState] = useState<State>({ kind: 'asking' })
  const operation = useRef<string>(undefined)
  const isBusy = state.kind === 'deleting' || state.kind === 'checking'
  const isOpen = state.kind === 'refused' && state.isOpen
  const run = async () => {
    setState({ kind: 'deleting' })
    const request = { operation_id: (operation.current ??= randomId()) }
    const end = await sendUntilKnown<typeof request, Deleted>(
      ({ operation_id }) => remove(operation_id),
      request,
      {
        wasLost: isOpen,
        onChecking: () => setState({ kind: 'checking' }),
        isOnce: true,
      },
    )
    if (end.kind === 'answered') return onDeleted(end.reply)
    // While nobody knows whether it was deleted, the same operation is sent again.
    if (end.kind === 'refused') operation.current = undefined
    setState({ kind: 'refused', failure: end.failure, isOpen: end.kind === 'unknown' })
  }
  const actions = (
    <>
      <Button onClick={onClose} disabled={isBusy}>
        Keep it
      </Button>
      <Button tone="danger" busy={isBusy} onClick={() => void run()}>
        {isOpen ? 'Check again' : verb}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      title={title}
      description={description}
      onOpenChange={(open) => !open && !isBusy && onClose()}
      actions={actions}
    >
      <div role="alert" className="text-sm empty:hidden">
        {state.kind === 'checking' && (
          <p className="text-amber">No answer from the partner. Checking whether it was deleted…</p>
        )}
        {state.kind === 'refused' &&
          ((!state.isOpen && tell?.(state.failure)) || (
            <p className={`break-words ${state.isOpen ? 'text-amber' : 'text-red'}`}>
              {state.isOpen ? 'It may or may not have been deleted.' : 'Not deleted.'}{' '}
              {failureWords(state.failure)} <RequestNote id={state.failure.requestId} />
            </p>
          ))}
      </div>
    </Dialog>
  )
}
