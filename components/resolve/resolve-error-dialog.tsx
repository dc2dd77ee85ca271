'use client'
import { useRef, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { resolveClaimCreationError } from '#lib/actions/records.ts'
import type { ErrorResolved } from '#lib/actions/claim-creations/resolve.ts'
import type { Failure } from '#lib/core/result.ts'
import { randomId } from '#lib/core/random-id.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { ResolveFailure } from './resolve-failure.tsx'
import { partnerWords } from '#lib/contract/wire-words.ts'

/**
 * A dialog that resolves an error: it was fixed, it was fixed though its field has not changed
 * here, or it is dismissed. The last two need a reason.
 */
export type Resolution = 'fixed' | 'fixed-unseen' | 'declined'

/** The reason that the partner gets with "Mark as fixed" after the field changed. */
const fixedReason = 'Fixed.'

const asked = {
  'fixed-unseen': {
    title: 'Mark as fixed with reason',
    label: 'What fixed it',
    missing: 'Enter what fixed it.',
    hint: 'Its field hasn’t changed on this page. One sentence. The partner stores it with the error and your name.',
    before: 'Fixed: ',
  },
  declined: {
    title: 'Dismiss with reason…',
    label: 'Reason for dismissing',
    missing: 'Enter a reason for dismissing.',
    hint: 'One sentence. The partner stores it with the error and your name.',
    before: '',
  },
}

type ResolveErrorDialogProps = {
  error: { id: string; message: string }
  resolution: Resolution
  onClose: () => void
  onResolved?: ((resolved: ErrorResolved) => void) | undefined
}

/**
 * Marks an error as resolved at the partner, with who and why. It changes nothing in the capture,
 * and the interface has no way back, so it is confirmed first.
 */
export function ResolveErrorDialog({
  error,
  resolution,
  onClose,
  onResolved,
}: ResolveErrorDialogProps) {
  const reason = useRef<HTMLTextAreaElement>(null)
  const [missing, setMissing] = useState<string>()
  const [failure, setFailure] = useState<Failure>()
  const { ask, busy } = useAct('resolveClaimCreationError', resolveClaimCreationError, {
    tells: false,
  })
  const question = resolution === 'fixed' ? undefined : asked[resolution]
  const resolve = async () => {
    const text = reason.current?.value.trim() ?? ''
    if (question && text === '') {
      setMissing(question.missing)
      reason.current?.focus()
      return
    }
    setMissing(undefined)
    const result = await ask({
      operation_id: randomId(),
      error_id: error.id,
      resolution_reason: question ? `${question.before}${text}` : fixedReason,
    })
    if (!result.ok) return setFailure(result.error)
    showToast({ tone: 'green', message: 'Error marked as resolved.' })
    onResolved?.(result.value)
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
      title={question?.title ?? 'Mark as fixed'}
      description={partnerWords(error.message)}
      actions={actions}
    >
      {question && (
        <Field
          label={question.label}
          name="resolution_reason"
          required
          error={missing}
          hint={question.hint}
        >
          {(control) => (
            <Textarea
              {...control}
              ref={reason}
              rows={3}
              maxLength={2000 - question.before.length}
            />
          )}
        </Field>
      )}
      <p className={question ? 'mt-3 text-sm text-ink-2' : 'text-sm text-ink-2'}>
        {!question && 'The partner stores your name with the error. '}
        You can’t undo this.
      </p>
      <ResolveFailure failure={failure} className="mt-3" />
    </Dialog>
  )
}
