'use client'
import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** The props that connect a control to its field's label, hint and error. */
export type ControlProps = {
  id: string
  name: string
  required: boolean | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: ReactNode
  /** The field's wire path, such as `data.patient.last_name`. Tests and error mapping use it. */
  name: string
  hint?: ReactNode
  /** One or more complaints, shown under the control and announced with it. */
  error?: ReactNode
  /** False if all complaints are warnings: the control is then not marked as invalid. */
  isInvalid?: boolean
  /** Buttons under the complaints. They are not part of the control's description. */
  actions?: ReactNode
  required?: boolean
  /** Hides the label visually only (a grid's cell under a column head). */
  hideLabel?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/**
 * A labelled control with its hint and error. `children` renders the control with the given props.
 */
export function Field({
  label,
  name,
  hint,
  error,
  isInvalid = true,
  actions,
  required,
  hideLabel = false,
  className,
  children,
}: FieldProps) {
  const id = useId()
  const hintId = `${id}-hint`
  const errorId = `${id}-error`
  const described = classNames(!!error && errorId, !!hint && hintId)
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <label
        htmlFor={id}
        className={hideLabel ? 'sr-only' : 'truncate text-xs font-medium text-ink-2'}
      >
        {label}
        {required && <span aria-hidden="true"> *</span>}
      </label>
      {children({
        id,
        name,
        required,
        'aria-describedby': described || undefined,
        'aria-invalid': error && isInvalid ? true : undefined,
      })}
      {error ? (
        <p id={errorId} className="text-xs text-red">
          {error}
        </p>
      ) : null}
      {actions}
      {hint ? (
        <p id={hintId} className="text-xs text-ink-3">
          {hint}
        </p>
      ) : null}
    </div>
  )
}
