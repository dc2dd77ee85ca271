'use client'
import { useRef, useState, type FormEvent } from 'react'
import { ChoiceRadio } from '#components/form/choice-radio.tsx'
import { dayNote } from '#components/frame/page-day.ts'
import { Button } from '#components/ui/button.tsx'
import { DateInput, wrongDates } from '#components/ui/date-input.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { submitWithCtrlEnter, Textarea } from '#components/ui/textarea.tsx'
import { isLocalDate } from '#lib/core/local-date.ts'
import { parseDollars } from '#lib/core/money.ts'
import { returnWithinDays, type OwnReason } from '#lib/rules/billed-diff/overpayment.ts'

/** A claim creation that needs a reason of its own: how a person names it, and why. */
export type ReasonAsked = { id: string; name: string; why: string }

type OwnReasonsDialogProps = {
  asked: readonly ReasonAsked[]
  /** Called with the reason of each, by claim creation. */
  onAnswer: (reasons: ReadonlyMap<string, OwnReason>) => void
  onClose: () => void
}

/**
 * Asks, one claim after the other, for the reason of a change that may be an overpayment, its
 * amount and its day.
 */
export function OwnReasonsDialog({ asked, onAnswer, onClose }: OwnReasonsDialogProps) {
  const [given, setGiven] = useState<ReadonlyMap<string, OwnReason>>(new Map())
  const place = given.size
  const one = asked[place]
  if (!one) return null
  const next = (reason: OwnReason) => {
    const all = new Map(given).set(one.id, reason)
    if (all.size === asked.length) onAnswer(all)
    else setGiven(all)
  }
  return (
    <OneReason
      key={one.id}
      asked={one}
      count={asked.length > 1 ? `${place + 1} of ${asked.length}` : undefined}
      isLast={place === asked.length - 1}
      onReason={next}
      onClose={onClose}
    />
  )
}

type OneReasonProps = {
  asked: ReasonAsked
  count: string | undefined
  isLast: boolean
  onReason: (reason: OwnReason) => void
  onClose: () => void
}

type Missing = 'kind' | 'amount' | 'day' | 'reason'

function OneReason({ asked, count, isLast, onReason, onClose }: OneReasonProps) {
  // Nothing is preselected: either answer is a statement that the person answers for.
  const [kind, setKind] = useState<'possible' | 'none'>()
  const [missing, setMissing] = useState<Missing>()
  const form = useRef<HTMLFormElement>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const [wrong] = wrongDates(event.currentTarget)
    if (wrong) return wrong.reportValidity()
    const values = new FormData(event.currentTarget)
    const text = (name: string) => String(values.get(name) ?? '').trim()
    const [cents, day, reason] = [parseDollars(text('amount')), text('day'), text('reason')]
    const lacks = missingIn(kind, { cents, day, reason })
    setMissing(lacks)
    if (lacks) return form.current?.querySelector<HTMLElement>(`[name="${lacks}"]`)?.focus()
    // missingIn has found both where they are needed.
    onReason({
      reason,
      overpayment: kind === 'possible' ? { cents: cents!, identified_on: day } : null,
    })
  }
  return (
    <Dialog
      open
      title={`Reason for ${asked.name}${count === undefined ? '' : ` (${count})`}`}
      description={asked.why}
      initialFocus={() => form.current?.querySelector('input')}
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form="own-reason">
            {isLast ? 'Resolve' : 'Next claim'}
          </Button>
        </>
      }
    >
      <form ref={form} id="own-reason" noValidate onSubmit={submit} className="flex flex-col gap-4">
        <fieldset className="flex flex-col gap-2" aria-describedby="kind-missing">
          <legend className="pb-2 text-xs font-medium text-ink-2">Was too much paid?</legend>
          <ChoiceRadio
            name="kind"
            value="possible"
            checked={kind === 'possible'}
            onChoose={() => setKind('possible')}
          >
            Possible overpayment
          </ChoiceRadio>
          <ChoiceRadio
            name="kind"
            value="none"
            checked={kind === 'none'}
            onChoose={() => setKind('none')}
          >
            No overpayment
          </ChoiceRadio>
          <p id="kind-missing" role="alert" className="text-xs text-red empty:hidden">
            {missing === 'kind' && 'Choose one.'}
          </p>
        </fieldset>
        {kind === 'possible' && (
          <>
            <div className="grid grid-cols-2 gap-3">
              <Field
                name="amount"
                label="Amount overpaid"
                required
                error={missing === 'amount' ? 'Enter an amount, such as 52.50.' : undefined}
              >
                {(control) => <TextInput {...control} inputMode="decimal" maxLength={20} />}
              </Field>
              <Field
                name="day"
                label="Identified on"
                required
                hint={dayNote()}
                error={missing === 'day' ? 'Enter the day it was identified.' : undefined}
              >
                {(control) => <DateInput {...control} />}
              </Field>
            </div>
            <p className="text-xs text-ink-2">
              Medicare and Medicaid money is due back within {returnWithinDays} days of this day.
              Other payers’ contracts decide for themselves.
            </p>
          </>
        )}
        <Field
          name="reason"
          label="Reason"
          required
          error={missing === 'reason' ? 'Enter a reason.' : undefined}
        >
          {(control) => <Textarea {...control} maxLength={1_000} onKeyDown={submitWithCtrlEnter} />}
        </Field>
      </form>
    </Dialog>
  )
}

function missingIn(
  kind: 'possible' | 'none' | undefined,
  { cents, day, reason }: { cents: number | undefined; day: string; reason: string },
): Missing | undefined {
  if (kind === undefined) return 'kind'
  if (kind === 'possible' && (cents === undefined || cents <= 0)) return 'amount'
  if (kind === 'possible' && !isLocalDate(day)) return 'day'
  return reason === '' ? 'reason' : undefined
}
