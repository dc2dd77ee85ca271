'use client'
import type { ReactNode } from 'react'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Field } from '#components/ui/field.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import {
  longestName,
  longestReason,
  type ChangeClass,
  type ChangeReason,
} from '#lib/rules/bulk/change-class.ts'

type WhyFieldsProps = {
  asks: ChangeClass | undefined
  why: ChangeReason
  onWhy: (part: Partial<ChangeReason>) => void
  errorAt: (name: string) => ReactNode
}

/** What a change needs before it is made for many. Nothing of it is preselected. */
export function WhyFields({ asks, why, onWhy, errorAt }: WhyFieldsProps) {
  const statement = asks?.kind === 'reason' ? asks.asks : undefined
  const words = asks && 'words' in asks ? asks.words : undefined
  return (
    <fieldset className="flex flex-col gap-3 rounded-card border border-line bg-sunk p-3">
      <legend className="sr-only">Why</legend>
      {words && <p className="text-sm text-ink-2">{words}</p>}
      {statement === 'stated' && (
        <Field
          label="Who states this"
          name="why.stated_by"
          required
          error={errorAt('why.stated_by')}
        >
          {(control) => (
            <TextInput
              {...control}
              value={why.stated_by}
              maxLength={longestName}
              onChange={(event) => onWhy({ stated_by: event.target.value })}
            />
          )}
        </Field>
      )}
      <Field
        label="Reason"
        name="why.text"
        required
        error={errorAt('why.text')}
        hint="Every changed capture shows it in its history."
      >
        {(control) => (
          <TextInput
            {...control}
            value={why.text}
            maxLength={longestReason}
            onChange={(event) => onWhy({ text: event.target.value })}
          />
        )}
      </Field>
      {statement === 'documented' && (
        <div className="flex flex-col gap-1">
          <Checkbox
            name="why.documented"
            checked={why.documented}
            aria-invalid={errorAt('why.documented') !== undefined || undefined}
            aria-describedby="why-documented"
            onChange={(event) => onWhy({ documented: event.target.checked })}
          >
            It is documented in each chart
          </Checkbox>
          <span id="why-documented" role="alert" className="text-xs text-red empty:hidden">
            {errorAt('why.documented')}
          </span>
        </div>
      )}
    </fieldset>
  )
}
