'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { resolveClaimCreationError } from '#lib/actions/records.ts'
import type { ErrorResolved } from '#lib/actions/replies.ts'
import type { Failure } from '#lib/core/result.ts'
import { invalidateAfter } from '#lib/queries/invalidate.ts'
import { notePartnerFailure } from '#components/frame/partner/partner-trouble.ts'
import { noteNewVersion } from '#components/frame/new-version.tsx'
import { resultOf } from '#lib/core/failure-error.ts'
import { randomId } from '#lib/core/random-id.ts'
import { ResolveFailure } from './resolve-failure.tsx'

/** A dialog that resolves an error: it was fixed, or it is dismissed with a reason. */
export type Resolution = 'fixed' | 'declined'

/** The reason that the partner gets with "Mark as fixed". */
const fixedReason = 'Fixed.'

type ResolveErrorDialogProps = {
  error: { id: string; message: string }
  resolution: Resolution
  onClose: () => void
  onResolved?: ((resolved: ErrorResolved) => void) | undefined
  onGone?: () => void
}

/**
 * Marks an error as resolved at the partner, with who and why. It changes nothing in the capture, and the interface has
 * no way back, so it is confirmed first. `onGone` is called where the partner no longer has the error.
 */
export function ResolveErrorDialog({ error, resolution, onClose, onResolved, onGone }: ResolveErrorDialogProps) {
  const client = useQueryClient()
  const reason = useRef<HTMLTextAreaElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  const [missing, setMissing] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const [busy, setBusy] = useState(false)
  const isFixed = resolution === 'fixed'
  const resolve = async () => {
    const text = isFixed ? fixedReason : (reason.current?.value.trim() ?? '')
    if (text === '') {
      setMissing('Enter a reason for dismissing.')
      reason.current?.focus()
      return
    }
    setMissing(undefined)
    setBusy(true)
    const result = await resultOf(
      resolveClaimCreationError({
        operation_id: randomId(),
        error_id: error.id,
        resolution_reason: text,
      }),
    )
    setBusy(false)
    if (!result.ok) {
      noteNewVersion(result.error)
      notePartnerFailure(result.error)
      return onGone && result.error.status === 404 ? onGone() : setFailure(result.error)
    }
    showToast({ tone: 'green', message: 'Error marked as resolved.' })
    void invalidateAfter(client, 'resolveClaimCreationError')
    onResolved?.(result.value)
    onClose()
  }
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button ref={confirm} tone="primary" busy={busy} onClick={() => void resolve()}>
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
      title={isFixed ? 'Mark as fixed' : 'Dismiss with reason…'}
      description={error.message}
      initialFocus={isFixed ? confirm : reason}
      actions={actions}
    >
      {!isFixed && (
        <Field
          label="Reason for dismissing"
          name="resolution_reason"
          required
          error={missing}
          hint="One sentence. The partner stores it with the error and your name."
        >
          {(control) => <Textarea {...control} ref={reason} rows={3} maxLength={2000} />}
        </Field>
      )}
      <p className={isFixed ? 'text-sm text-ink-2' : 'mt-3 text-sm text-ink-2'}>
        {isFixed && 'The partner stores your name with the error. '}
        You can’t undo this.
      </p>
      <ResolveFailure failure={failure} className="mt-3" />
    </Dialog>
  )
}
