'use client'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { ControlProps } from '#components/ui/field.tsx'
import { codeWord } from '#lib/contract/codes/code-words.ts'
import { pageToday } from '#components/frame/page-day.ts'
import { formatLocalDate } from '#lib/core/local-date.ts'
import { readTypedDate, termsOfField } from '#lib/core/typed-date.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'

type ValueControlProps = {
  control: ControlProps & { 'aria-label'?: string }
  path: string
  shape: FieldShape
  value: string
  onValue: (value: string) => void
}

const editable = new Set(['planned', 'billable', 'not-billable', 'entered-in-error'])

/** The control for one value of a field: a list of choices, or a box for its text. */
export function ValueControl({ control, path, shape, value, onValue }: ValueControlProps) {
  const name = path.split('.').at(-1) ?? ''
  const choices =
    shape.kind === 'choice'
      ? shape.values.filter((code) => path !== 'status' || editable.has(code))
      : shape.kind === 'boolean'
        ? ['true', 'false']
        : undefined
  if (choices)
    return (
      <Select {...control} value={value} onChange={(event) => onValue(event.target.value)}>
        <option value="">Choose…</option>
        {choices.map((code) => (
          <option key={code} value={code}>
            {shape.kind === 'boolean' ? (code === 'true' ? 'Yes' : 'No') : codeWord(name, code)}
          </option>
        ))}
      </Select>
    )
  return (
    <TextInput
      {...control}
      value={value}
      mono={/npi|code|_id$/.test(name)}
      placeholder={shape.kind === 'date' ? '02/28/2026' : undefined}
      onChange={(event) => onValue(event.target.value)}
      onBlur={() => shape.kind === 'date' && onValue(withYear(value, path))}
    />
  )
}

// The server cannot tell the year that a person meant.
function withYear(typed: string, path: string): string {
  if ('date' in readTypedDate(typed, termsOfField(path))) return typed
  const day = readTypedDate(typed, termsOfField(path, pageToday()))
  return 'date' in day ? formatLocalDate(day.date, { weekday: false }) : typed
}
