'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import { resolveClaimCreationError } from '#lib/actions/write.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import { failureOf } from '#lib/queries/reply.ts'
import type { CreationError } from './loaded-claim-creation.ts'

/** Marks an error as resolved, with the reason for whoever reads it later. It changes nothing in the capture itself. */
export function ResolveDialog({ error, onClose }: { error: CreationError; onClose: () => void }) {
  const client = useQueryClient()
  const reason = useRef<HTMLTextAreaElement>(null)
  const [problem, setProblem] = useState<{ field?: string; whole?: string }>({})
  const [busy, setBusy] = useState(false)
  const resolve = async () => {
    const text = reason.current?.value.trim() ?? ''
    if (text === '') {
      setProblem({ field: 'Say in a few words why this needs no fix.' })
      reason.current?.focus()
      return
    }
    setBusy(true)
    const result = await resolveClaimCreationError({ error_id: error.id, resolution_reason: text }).catch((thrown: unknown) => ({ ok: false as const, error: failureOf(thrown) }))
    setBusy(false)
    if (!result.ok) return setProblem({ whole: result.error.message })
    showToast({ tone: 'green', message: 'The error is marked as resolved.' })
    void invalidateAfter(client, 'resolveClaimCreationError')
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button tone="primary" busy={busy} onClick={() => void resolve()}>
        Mark resolved
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title="Mark this error as resolved"
      description={error.message}
      initialFocus={reason}
      actions={actions}
    >
      <Field label="Reason" name="resolution_reason" required error={problem.field} hint="The partner keeps it beside the error, with your name.">
        {(control) => <Textarea {...control} ref={reason} maxLength={2000} />}
      </Field>
      {problem.whole !== undefined && <p className="mt-3 text-sm text-red">Not done. {problem.whole}</p>}
    </Dialog>
  )
}
