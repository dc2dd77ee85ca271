'use client'
import { useId, type ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** What a field hands to the control inside it, so that label, hint and error are wired to it. */
export type ControlProps = {
  id: string
  name: string
  required: boolean | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

type FieldProps = {
  label: ReactNode
  /** The field's wire path, such as `data.patient.last_name`: tests and error mapping rely on it. */
  name: string
  hint?: ReactNode
  /** One or more complaints; shown under the control and announced with it. */
  error?: ReactNode
  /** False where the complaints are warnings alone: the control is then not marked as wrong. */
  isInvalid?: boolean
  /** Buttons under the complaints; no part of the control's description. */
  actions?: ReactNode
  required?: boolean
  /** Hides the label from sight only (a grid's cell under a column head). */
  hideLabel?: boolean
  className?: string
  children: (control: ControlProps) => ReactNode
}

/** A labelled control with its hint and error. The control is drawn by `children`, which spreads what it is given. */
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
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'truncate text-xs font-medium text-ink-2'}>
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
