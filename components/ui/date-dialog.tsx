'use client'
import { useId, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { dayNote } from '#components/frame/page-day.ts'
import { isLocalDate, type LocalDate } from '#lib/core/local-date.ts'
import { Button } from './button.tsx'
import { DateInput } from './date-input.tsx'
import { Dialog } from './dialog.tsx'
import { Field } from './field.tsx'

type DateDialogProps = {
  title: string
  description: string
  /** The box's name and label. */
  name: string
  label: string
  /** The button's words. */
  verb: string
  min?: LocalDate
  max?: LocalDate
  defaultValue?: LocalDate
  /** Says why a date is refused; undefined for one that is taken. */
  refusal: (typed: LocalDate | undefined) => string | undefined
  onDate: (date: LocalDate) => void
  onInput?: (typed: string) => void
  onClose: () => void
  /** Stands below the box. */
  children?: ReactNode
}

/** Asks for one local date. A date that does not fit is refused at the box, and nothing is done. */
export function DateDialog({
  title,
  description,
  name,
  label,
  verb,
  min,
  max,
  defaultValue,
  refusal,
  onDate,
  onInput,
  onClose,
  children,
}: DateDialogProps) {
  const form = useId()
  const box = useRef<HTMLInputElement>(null)
  const [note] = useState(dayNote)
  const [error, setError] = useState<string>()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const typed = box.current?.value ?? ''
    const date = isLocalDate(typed) ? typed : undefined
    const wrong = box.current?.validationMessage || undefined
    const why = (date === undefined ? wrong : undefined) ?? refusal(date) ?? wrong
    if (date !== undefined && why === undefined) return onDate(date)
    setError(why)
    box.current?.focus()
  }
  return (
    <Dialog
      open
      width="narrow"
      title={title}
      description={description}
      initialFocus={box}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form}>
            {verb}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={save}>
        <Field name={name} label={label} required hint={note} error={error}>
          {(control) => (
            <DateInput
              {...control}
              ref={box}
              min={min}
              max={max}
              defaultValue={defaultValue}
              onInput={(event) => onInput?.(event.currentTarget.value)}
            />
          )}
        </Field>
        {children}
      </form>
    </Dialog>
  )
}
