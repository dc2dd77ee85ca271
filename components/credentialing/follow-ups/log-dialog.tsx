'use client'
import { useRef, useState } from 'react'
import { dayNote } from '#components/frame/page-day.ts'
import { Button } from '#components/ui/button.tsx'
import { DateInput, typeDate } from '#components/ui/date-input.tsx'
import { Field } from '#components/ui/field.tsx'
import { FormDialog } from '#components/ui/form-dialog.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { submitWithCtrlEnter, Textarea } from '#components/ui/textarea.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { logFollowUp } from '#lib/actions/follow-ups.ts'
import type { FollowUpsReply } from '#lib/actions/follow-ups/verbs.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { randomId } from '#lib/core/random-id.ts'
import { fail } from '#lib/core/result.ts'
import { useAct } from '#lib/queries/use-act.ts'
import { longestAsked, longestMissing, offeredDates } from '#lib/rules/coverage/follow-ups.ts'
import { isLoaded, type CoverageSpan } from '#lib/rules/coverage/span.ts'
import type { SpanKind } from '#lib/rules/span-edit/span-terms.ts'
import { PayerDaysNote, usePayerDays } from './payer-days-note.tsx'

/** A span that can be followed up, with its name among the others of the page. */
export type Followable = { name: string; payer: string | undefined; span: CoverageSpan }

type LogDialogProps = {
  kind: SpanKind
  /** One, or those among which a person chooses. */
  spans: readonly Followable[]
  /** The id of the span that is chosen at first; '' for none. */
  first: string
  reply: Pick<FollowUpsReply, 'team' | 'own_id' | 'today'>
  onClose: () => void
}

/** Logs whom somebody asked for a span, what is missing and when to ask again. */
export function LogDialog({ kind, spans, first, reply, onClose }: LogDialogProps) {
  const { team, own_id, today } = reply
  const { ask } = useAct('logFollowUp', logFollowUp, { tells: false })
  // The same send twice is written once.
  const [operation_id] = useState(randomId)
  const [note] = useState(dayNote)
  const [id, setId] = useState(first)
  const next = useRef<HTMLInputElement>(null)
  const chosen = spans.find(({ span }) => span.id === id)
  const usual = usePayerDays(chosen?.payer).data
  const offers = chosen
    ? offeredDates(
        {
          submitted: chosen.span.submitted_date ?? undefined,
          isLoaded: isLoaded(chosen.span, today),
        },
        usual,
        today,
      )
    : []
  return (
    <FormDialog
      title="Log a follow-up"
      description="The whole team sees it. It stays here and isn’t sent to the partner."
      button="Log"
      busyWords="Logging…"
      send={async ({ asked = '', missing = '', next_on, owner_id }) => {
        if (!chosen)
          return fail('InvalidInput', 'Choose a span.', {
            issues: [{ path: 'span', message: 'Choose a span.' }],
          })
        return ask({
          span: { kind, id },
          operation_id,
          asked,
          missing,
          next_on: next_on || undefined,
          owner_id: owner_id || undefined,
        })
      }}
      onDone={() => {
        showToast({ tone: 'green', message: 'Follow-up logged.' })
        onClose()
      }}
      onClose={onClose}
    >
      {(complaint) => (
        <>
          {spans.length > 1 || !chosen ? (
            <Field name="span" label="Span" error={complaint('span')} required>
              {(control) => (
                <Select {...control} value={id} onChange={(event) => setId(event.target.value)}>
                  <option value="">Choose a span</option>
                  {spans.map(({ name, span }) => (
                    <option key={span.id} value={span.id}>
                      {name}
                    </option>
                  ))}
                </Select>
              )}
            </Field>
          ) : (
            <p className="text-sm text-ink">{chosen.name}</p>
          )}
          <Field name="asked" label="Whom you asked" error={complaint('asked')} required>
            {(control) => <TextInput {...control} maxLength={longestAsked} />}
          </Field>
          <Field
            name="missing"
            label="What is missing"
            hint="Printed on the provider’s status report."
            error={complaint('missing')}
            required
          >
            {(control) => (
              <Textarea {...control} maxLength={longestMissing} onKeyDown={submitWithCtrlEnter} />
            )}
          </Field>
          <Field
            name="next_on"
            label="Next date"
            error={complaint('next_on')}
            hint={['Leave it empty if none is agreed.', note].filter(Boolean).join(' ')}
            actions={
              <span className="flex flex-wrap gap-1.5 pt-0.5">
                {offers.map(({ date, days, why }) => (
                  <Button
                    key={date}
                    size="small"
                    title={why}
                    onClick={() => {
                      if (next.current) typeDate(next.current, date)
                    }}
                  >
                    In {days} days, {formatLocalDate(date, { weekday: false })}
                  </Button>
                ))}
              </span>
            }
          >
            {(control) => <DateInput {...control} ref={next} min={today} />}
          </Field>
          <PayerDaysNote payer={chosen?.payer} />
          <Field name="owner_id" label="Whose" error={complaint('owner_id')}>
            {(control) => (
              <Select {...control} defaultValue={own_id}>
                <option value="">Nobody</option>
                {team.map(({ id: person, name }) => (
                  <option key={person} value={person}>
                    {person === own_id ? `${name} (you)` : name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </>
      )}
    </FormDialog>
  )
}
