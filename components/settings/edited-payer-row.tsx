'use client'
import { useEffect, useId, useRef, useState, type FormEvent, type KeyboardEvent } from 'react'
import { useTypedGuard } from '#components/form/drafts/unsaved-guard.tsx'
import { leavePage } from '#components/frame/unsaved-form.ts'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { showToast } from '#components/ui/toast.tsx'
import { saveFilingLimits } from '#lib/actions/payer-rules.ts'
import type { PayerRow } from '#lib/actions/payer-rules/verbs.ts'
import { useAct } from '#lib/queries/use-act.ts'
import {
  isEmpty,
  limitNames,
  limitText,
  type LimitName,
  type PayerLimits,
} from '#lib/rules/filing/rulebook.ts'
import { BoxLabel, limitLabels, PayerName } from './payer-row-parts.tsx'
import { writtenRule, type WrongBoxes } from './written-rule.ts'

type EditedPayerRowProps = {
  row: PayerRow
  /** Ends the editing. */
  onClose: () => void
  /** Opens the next payer without confirmed limits, in a round of them. */
  onNext: (() => void) | undefined
}

/** A row with boxes. Nothing is filled in that nobody entered: a default shows in grey. */
export function EditedPayerRow({ row, onClose, onNext }: EditedPayerRowProps) {
  const id = useId()
  const line = useRef<HTMLTableRowElement>(null)
  const [wrong, setWrong] = useState<WrongBoxes>({})
  const act = useAct('saveFilingLimits', saveFilingLimits, { tells: 'Not saved.' })
  const guard = useTypedGuard(() =>
    [...(line.current?.querySelectorAll('input') ?? [])].some(
      (box) => box.value !== box.defaultValue,
    ),
  )
  useEffect(() => line.current?.querySelector('input')?.focus(), [])
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (act.busy) return
    const typed = new FormData(event.currentTarget)
    const written = writtenRule(row, (name) => String(typed.get(name) ?? ''))
    setWrong('wrong' in written ? written.wrong : {})
    if ('wrong' in written) {
      const first = [...limitNames, 'source' as const].find((name) => written.wrong[name])
      line.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
      return
    }
    const result = await act.ask({ rules: [written.rule] })
    if (!result.ok) return
    const { payer, limits } = written.rule
    showToast({
      tone: 'green',
      message: isEmpty(limits) ? `${payer} has no limits of its own now.` : `${payer}: saved.`,
    })
    ;(onNext ?? onClose)()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    leavePage(onClose)
  }
  const isOnDefault = !row.own && !isEmpty(row.limits)
  return (
    <tr
      ref={line}
      className="border-t border-line bg-accent-tint align-top first:border-0 max-lg:grid max-lg:grid-cols-4 max-lg:gap-3 max-lg:p-4 max-sm:grid-cols-2 lg:[&>*]:py-2"
      onKeyDown={onKeyDown}
    >
      <PayerName row={row} className="max-lg:col-span-full" />
      {limitNames.map((name) => {
        return (
          <td key={name} className="lg:px-1">
            <BoxLabel>{limitLabels[name]}</BoxLabel>
            <Field
              name={name}
              label={`${limitLabels[name]} of ${row.payer}`}
              hideLabel
              error={wrong[name]}
            >
              {(control) => (
                <TextInput
                  {...control}
                  form={id}
                  className="lg:text-right"
                  maxLength={40}
                  defaultValue={row.own ? boxText(row.own, name) : ''}
                  placeholder={boxText(row.limits, name) || 'days'}
                  title={name === 'corrected' ? correctedHint : undefined}
                />
              )}
            </Field>
          </td>
        )
      })}
      <td className="max-lg:col-span-full lg:px-1">
        <BoxLabel>Where it comes from</BoxLabel>
        <Field
          name="source"
          label={`Where the limits of ${row.payer} come from`}
          hideLabel
          error={wrong.source}
          hint={isOnDefault && 'Leave the limits empty to confirm the default.'}
        >
          {(control) => (
            <TextInput
              {...control}
              form={id}
              maxLength={200}
              defaultValue={row.own ? row.source : ''}
              placeholder="Contract, manual, law…"
            />
          )}
        </Field>
      </td>
      <td colSpan={2} className="max-lg:col-span-full lg:px-4" aria-label="Actions">
        <form id={id} noValidate onSubmit={(event) => void submit(event)}>
          <span className="flex justify-end gap-2">
            <Button size="small" onClick={onClose}>
              Cancel
            </Button>
            {guard}
            {onNext && (
              <Button size="small" onClick={onNext}>
                Skip
              </Button>
            )}
            <Button size="small" tone="primary" type="submit" busy={act.busy}>
              {onNext ? 'Save and next' : 'Save'}
            </Button>
          </span>
        </form>
      </td>
    </tr>
  )
}

const correctedHint = 'For example “60 from remittance” or “90 from service”'

function boxText(limits: PayerLimits, name: LimitName): string {
  const words = limitText(limits, name) ?? ''
  return words.replace(/^1 calendar/, 'calendar').replace(/ days?\b|,/g, '')
}
