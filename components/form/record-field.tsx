'use client'
import { useState, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field } from '#components/ui/field.tsx'
import { isUnreadable } from '#lib/rules/edit/edit-data.ts'
import { FieldControl } from './field-control.tsx'
import { isTextList } from '#lib/rules/edit/field-shape.ts'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { focusControl } from './focus-control.ts'
import { FieldFixes, FieldMarks } from './marks/field-marks.tsx'
import { hasError } from './marks/mark-store.ts'
import { useRecord, useRecordField } from './record-context.tsx'
import { UnreadableValue } from './unreadable-value.tsx'
import { useMarks } from './marks/use-marks.ts'

// Codes that everyone who fills in a narrow row knows by heart.
const codesOnly = new Set(['place_of_service_code', 'units'])

type RecordFieldProps = {
  /** The field's wire path in the update body: `data.patient.last_name`, `status`. */
  name: string
  label?: string
  hint?: ReactNode
  hideLabel?: boolean
  className?: string
  mono?: boolean
  align?: 'end'
  /**
   * A cell of a row: complaints are only spoken here, the row shows them across its width
   * (`RowMarks`).
   */
  narrow?: boolean
  /** It must be filled in, and says so. */
  required?: boolean
}

/**
 * One field of the record: the control that its shape asks for, with its label, loaded value and
 * complaints.
 */
export function RecordField({
  name,
  label,
  hint,
  hideLabel,
  className,
  mono,
  align,
  narrow = false,
  required = false,
}: RecordFieldProps) {
  const { shape, base, readOnly, lock } = useRecordField(name)
  const { locks } = useRecord()
  const marks = useMarks(name)
  const { register, getValues } = useFormContext()
  const [isReplacing, setReplacing] = useState(false)
  if (!shape) return null
  const field = name.split('.').at(-1) ?? name
  const words = label ?? fieldLabel(field)
  if (isUnreadable(base, shape) && !isReplacing && !getValues(name)) {
    const replace = () => {
      setReplacing(true)
      requestAnimationFrame(() => focusControl(name))
    }
    return (
      <UnreadableValue
        name={name}
        label={words}
        hideLabel={hideLabel}
        value={base}
        marks={marks}
        className={className}
        onReplace={readOnly ? undefined : replace}
      />
    )
  }
  const messages =
    marks.length > 0 ? (
      <span className={narrow ? 'sr-only' : undefined}>
        <FieldMarks name={name} marks={marks} />
      </span>
    ) : undefined
  const fixes =
    !narrow && !readOnly && marks.length > 0 ? <FieldFixes name={name} marks={marks} /> : undefined
  const shown = (getValues(name) as string | undefined) ?? ''
  return (
    <Field
      label={words}
      name={name}
      hint={
        (locks?.paths.has(name) ? lock : hint) ??
        (isTextList(shape) && !hideLabel ? 'One per line.' : undefined)
      }
      hideLabel={hideLabel}
      className={className}
      error={messages}
      isInvalid={hasError(marks)}
      required={(required && !readOnly) || undefined}
      actions={fixes}
    >
      {(control) => (
        <FieldControl
          control={{ ...control, ...register(name) }}
          shape={shape}
          loaded={base}
          shown={shown}
          readOnly={readOnly}
          mono={mono}
          align={align}
          brief={narrow && codesOnly.has(field)}
        />
      )}
    </Field>
  )
}
