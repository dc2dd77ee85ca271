'use client'
import { useRef, useState } from 'react'
import { MarkLine } from '#components/form/marks/field-marks.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { PlacedFinding } from '#components/charge-captures/checks/capture-checks.ts'
import { countWords } from '#components/charge-captures/checks/check-words.ts'

const mostShown = 6

/** Sentences that many saves share. A person chooses one, or writes another. */
const commonReasons = [
  'The partner accepts it.',
  'The payer accepts it.',
  'The clinic is looking it up.',
] as const

/** An open error as the question needs it; `name` is the control or section that it is shown at. */
export type OpenError = Pick<PlacedFinding, 'rule' | 'path' | 'severity' | 'name' | 'mark'>

type SavePastDialogProps = {
  errors: readonly OpenError[]
  /** The reason that was given for the same errors before. */
  lastReason: string | undefined
  onSave: (reason: string) => void
  /** `look`: the person wants to see the first of the errors. */
  onStay: (look: boolean) => void
}

/**
 * Asks why a capture is saved although errors are open: one sentence for all errors of the save. It
 * stays with the capture.
 */
export function SavePastDialog({ errors, lastReason, onSave, onStay }: SavePastDialogProps) {
  const box = useRef<HTMLInputElement>(null)
  const [isEmpty, setEmpty] = useState(false)
  const count = countWords(errors)
  const save = () => {
    const reason = box.current?.value.trim() ?? ''
    setEmpty(reason === '')
    if (reason === '') box.current?.focus()
    else onSave(reason)
  }
  const write = (reason: string) => {
    if (!box.current) return
    box.current.value = reason
    setEmpty(false)
    box.current.focus()
  }
  const actions = (
    <>
      <Button onClick={() => onStay(true)}>Go to the first error</Button>
      <Button tone="primary" onClick={save}>
        Save with {count}
      </Button>
    </>
  )
  return (
    <Dialog
      open
      initialFocus={box}
      onOpenChange={(open) => {
        if (!open) onStay(false)
      }}
      title={`Save with ${count}?`}
      description="The partner accepts the capture, but is unlikely to bill it like this."
      actions={actions}
    >
      <ul className="mb-4 flex flex-col gap-1.5 text-sm">
        {errors.slice(0, mostShown).map((finding) => (
          <li key={`${finding.rule} ${finding.path}`}>
            <MarkLine mark={finding.mark} />
          </li>
        ))}
        {errors.length > mostShown && (
          <li className="text-ink-2">and {errors.length - mostShown} more</li>
        )}
      </ul>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Field
          name="reason"
          label="Reason for saving with errors"
          required
          hint="One sentence. It’s shown with the capture."
          error={isEmpty ? 'Enter a reason, or go back to the errors.' : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              ref={box}
              defaultValue={lastReason}
              maxLength={500}
              autoComplete="off"
            />
          )}
        </Field>
        <div role="group" aria-label="Common reasons" className="mt-2 flex flex-wrap gap-1.5">
          {commonReasons.map((reason) => (
            <Button key={reason} size="small" onClick={() => write(reason)}>
              {reason}
            </Button>
          ))}
        </div>
      </form>
    </Dialog>
  )
}
