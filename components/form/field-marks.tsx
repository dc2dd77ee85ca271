'use client'
import { useFormContext, useWatch } from 'react-hook-form'
import type { Mark } from './record-context.tsx'

/** What is said about a field, under its control. Once the field is changed, the partner's word about it is old. */
export function FieldMarks({ name, marks }: { name: string; marks: readonly Mark[] }) {
  const value: unknown = useWatch({ name })
  const { formState } = useFormContext()
  const changed = value !== valueIn(formState.defaultValues, name)
  return (
    <>
      {marks.map((mark) => (
        <span key={mark.from + mark.message} className="block break-words">
          {mark.from === 'partner' && <span className="font-medium">Partner: </span>}
          {mark.message}
        </span>
      ))}
      {changed && marks.some((mark) => mark.from === 'partner') && <span className="block text-ink-2">Changed; save to ask the partner again.</span>}
    </>
  )
}

function valueIn(values: unknown, name: string): unknown {
  return name.split('.').reduce<unknown>((at, part) => (typeof at === 'object' && at !== null ? (at as { [key: string]: unknown })[part] : undefined), values)
}
