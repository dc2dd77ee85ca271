'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import { failureOf } from '#lib/core/failure-error.ts'
import { randomId } from '#lib/core/random-id.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { unsavedForm } from '#components/frame/unsaved-form.ts'
import { spanWays } from './span-kinds.ts'

type DeleteSpanDialogProps = { kind: SpanKind; id: string; name: string; onClose: () => void }

const pause = 1_500
const openNames = new Set(['OutcomeUnknown', 'ConsoleUnreachable'])

/** Asks before a span is deleted, and says why it was not. Keeping it is what Enter and Escape do. */
export function DeleteSpanDialog({ kind, id, name, onClose }: DeleteSpanDialogProps) {
  const { remove, writes, list, noun } = spanWays[kind]
  const client = useQueryClient()
  const router = useRouter()
  const keep = useRef<HTMLButtonElement>(null)
  const [operation_id] = useState(randomId)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<{ message: string; isOpen: boolean }>()
  const run = async () => {
    setBusy(true)
    setFailure(undefined)
    for (;;) {
      const result = await remove({ id, operation_id }).catch((error: unknown) => ({ ok: false as const, error: failureOf(error) }))
      if (result.ok && result.value.kind === 'checking') {
        await new Promise((resolve) => setTimeout(resolve, pause))
        continue
      }
      setBusy(false)
      if (!result.ok) return setFailure({ message: result.error.message, isOpen: openNames.has(result.error.name) })
      void invalidateAfter(client, writes.remove)
      const isGone = result.value.kind === 'deleted' && result.value.is_found_gone
      showToast({ tone: 'green', message: isGone ? `The ${noun} was not there any more: somebody else had deleted it.` : `The ${noun} was deleted.` })
      // Edits of a span that is gone are nothing to ask about.
      unsavedForm.read()?.release()
      return router.push(list.href)
    }
  }
  const actions = (
    <>
      <Button ref={keep} onClick={onClose}>
        Keep it
      </Button>
      <Button tone="danger" busy={isBusy} onClick={() => void run()}>
        {failure?.isOpen ? 'Check again' : 'Delete the span'}
      </Button>
    </>
  )
  return (
    <Dialog open width="narrow" initialFocus={keep} title="Delete this span?" description={`The ${name} counts as cover no more, and is listed no more. The partner keeps it switched off; the console cannot bring it back.`} onOpenChange={(open) => !open && !isBusy && onClose()} actions={actions}>
      {failure && (
        <p role="alert" className="text-sm break-words text-red">
          {failure.isOpen ? 'It is not known whether it was deleted. ' : 'Not deleted. '}
          {failure.message}
        </p>
      )}
    </Dialog>
  )
}
