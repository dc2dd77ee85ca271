'use client'
import { useRef, useState, type FormEvent } from 'react'
import { ChoiceRadio } from '#components/form/choice-radio.tsx'
import { ResolveFailure } from '#components/resolve/resolve-failure.tsx'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { ProgressBar } from '#components/ui/progress-bar.tsx'
import { submitWithCtrlEnter, Textarea } from '#components/ui/textarea.tsx'
import type { Failure } from '#lib/core/result.ts'
import { updateSteps, type UpdateStep } from '#lib/lists/updates.ts'

const handlings = {
  ignore: 'Nothing to send',
  correct: 'Corrected claim sent (frequency 7)',
  void: 'Claim voided (frequency 8)',
  new: 'New claim sent (frequency 1)',
  replace: 'Claim voided (frequency 8) and new claim sent (frequency 1)',
  edit: 'Encounter edited before it was sent',
  secondary: 'Secondary billed',
  attachment: 'Attachment sent',
  reopening: 'Reopening requested',
  appeal: 'Appeal sent',
  other: 'Other reason',
} as const
type Handling = keyof typeof handlings

// These are always offered. Any other one is there only where it is suggested.
const usual: readonly Handling[] = ['ignore', 'correct', 'void', 'new', 'other']

function handlingOf(step: UpdateStep | undefined): Handling | undefined {
  // Waiting and finishing the visit handle nothing yet.
  return step === undefined || step === 'unknown' || step === 'wait' || step === 'finish'
    ? undefined
    : step
}

type ResolveDialogProps = {
  /** What is resolved: "3 claims". */
  words: string
  /** What is suggested for all of them; undefined if they differ. */
  step: UpdateStep | undefined
  /** Why, in words, if all of them have the same reason. */
  why: string | undefined
  /** How many changes there are, and how many of them are done. */
  total: number
  sent: number
  busy: boolean
  failure: Failure | undefined
  onResolve: (reason: string) => void
  onClose: () => void
}

/** Asks how changes after billing were handled before they are marked as resolved. */
export function ResolveDialog({
  words,
  step,
  why,
  total,
  sent,
  busy,
  failure,
  onResolve,
  onClose,
}: ResolveDialogProps) {
  // Nothing is preselected: the suggestion says what to do, the choice states what was done.
  const [handling, setHandling] = useState<Handling>()
  const [missing, setMissing] = useState<'handling' | 'note'>()
  const suggested = handlingOf(step)
  const offered = (Object.keys(handlings) as Handling[]).filter(
    (each) => usual.includes(each) || each === suggested,
  )
  const note = useRef<HTMLTextAreaElement>(null)
  const choices = useRef<HTMLFieldSetElement>(null)
  const resolve = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const text = note.current?.value.trim() ?? ''
    if (handling === undefined) {
      setMissing('handling')
      choices.current?.querySelector('input')?.focus()
    } else if (handling === 'other' && text === '') {
      setMissing('note')
      note.current?.focus()
    } else {
      setMissing(undefined)
      onResolve(
        handling === 'other' ? text : [handlings[handling], text].filter(Boolean).join(': '),
      )
    }
  }
  return (
    <Dialog
      open
      title={`Resolve ${words}`}
      description="Marks the changes as resolved at the partner. How and why stay here, in the tab Resolved."
      initialFocus={() => choices.current?.querySelector('input')}
      onOpenChange={(open) => !open && !busy && onClose()}
      actions={
        <>
          {busy && total > 0 && (
            <span
              role="status"
              className="mr-auto inline-flex items-center gap-2 text-sm text-ink-2 tabular-nums"
            >
              <ProgressBar label="Resolving" value={sent} max={total} />
              {sent.toLocaleString('en-US')} of {total.toLocaleString('en-US')} changes
            </span>
          )}
          <Button onClick={onClose} disabled={busy}>
            Cancel
          </Button>
          <Button tone="primary" type="submit" form="resolve-updates" busy={busy}>
            Resolve
          </Button>
        </>
      }
    >
      <form id="resolve-updates" noValidate onSubmit={resolve} className="flex flex-col gap-4">
        {step !== undefined && (
          <p className="text-sm break-words text-ink-2">
            <span className="font-medium text-ink">Suggestion: {updateSteps[step]}.</span> {why}
          </p>
        )}
        <fieldset ref={choices} className="flex flex-col gap-2" aria-describedby="handling-missing">
          <legend className="pb-2 text-xs font-medium text-ink-2">How it was handled</legend>
          {offered.map((each) => (
            <ChoiceRadio
              key={each}
              name="handling"
              value={each}
              checked={handling === each}
              onChoose={() => setHandling(each)}
            >
              {handlings[each]}
              {each === suggested && <span className="text-ink-3"> · suggested</span>}
            </ChoiceRadio>
          ))}
          <p id="handling-missing" role="alert" className="text-xs text-red empty:hidden">
            {missing === 'handling' && 'Choose how it was handled.'}
          </p>
        </fieldset>
        <Field
          name="note"
          label={handling === 'other' ? 'Reason' : 'Note'}
          required={handling === 'other'}
          error={missing === 'note' ? 'Enter a reason.' : undefined}
        >
          {(control) => (
            <Textarea {...control} ref={note} maxLength={1_500} onKeyDown={submitWithCtrlEnter} />
          )}
        </Field>
        <ResolveFailure failure={failure} />
      </form>
    </Dialog>
  )
}
