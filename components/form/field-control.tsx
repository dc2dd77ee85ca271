'use client'
import type { ComponentProps } from 'react'
import { DateInput } from '#components/ui/date-input.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import type { Json } from '#lib/core/json.ts'
import { isLocalDate } from '#lib/core/local-date.ts'
import { type FieldShape, isJsonLeaf, isTextList } from '#lib/rules/edit/field-shape.ts'
import { codeWord } from '#lib/contract/codes/code-words.ts'

type FieldControlProps = {
  /** Id, name, ref and handlers, spread on the control. */
  control: ComponentProps<'input'> & { name: string }
  shape: FieldShape
  loaded: Json | undefined
  /** The text that the control shows when it is drawn. */
  shown: string
  readOnly: boolean
  mono?: boolean
  align?: 'end'
  /** Offers codes without their meaning, where there is no room for it. */
  brief?: boolean
}

const codeNames = /(npi|code|_id|number|procedure|modifiers|pointers|bin|pcn)$/

/**
 * The control for a shape. Native controls but for dates: their keyboards, pickers and
 * accessibility are the platform's.
 */
export function FieldControl({
  control,
  shape,
  loaded,
  shown,
  readOnly,
  mono,
  align,
  brief = false,
}: FieldControlProps) {
  const field = control.name.split('.').at(-1) ?? ''
  if (shape.kind === 'choice' || shape.kind === 'boolean') {
    return (
      <Select
        {...(control as unknown as ComponentProps<'select'>)}
        defaultValue={shown}
        disabled={readOnly}
      >
        <option value="">{shape.kind === 'boolean' ? 'Not provided' : '–'}</option>
        {choicesOf(shape, loaded, shown).map((value) => (
          <option key={value} value={value}>
            {shape.kind === 'boolean'
              ? value === 'true'
                ? 'Yes'
                : 'No'
              : brief
                ? value
                : codeWord(field, value)}
          </option>
        ))}
      </Select>
    )
  }
  // A loaded date that no calendar has is shown as the text that it is.
  if (shape.kind === 'date' && (shown === '' || isLocalDate(shown) || shown !== loaded))
    return <DateInput {...control} keepsText defaultValue={shown} readOnly={readOnly} />
  if (shown.includes('\n') || isLong(shape, field)) {
    const rows = isTextList(shape) ? 1 : 2
    return (
      <Textarea
        {...(control as unknown as ComponentProps<'textarea'>)}
        defaultValue={shown}
        readOnly={readOnly}
        rows={rows}
        className={`min-h-(--control-h)! ${isJsonLeaf(shape) || isTextList(shape) ? 'font-mono text-sm' : ''}`}
      />
    )
  }
  const isCode = mono ?? codeNames.test(field)
  const style = `${align === 'end' ? 'text-right' : ''} ${field === 'diagnosis_pointers' ? 'uppercase' : ''}`
  return (
    <TextInput
      {...control}
      defaultValue={shown}
      readOnly={readOnly}
      mono={isCode}
      className={style}
      inputMode={shape.kind === 'cents' || shape.kind === 'number' ? 'decimal' : undefined}
      placeholder={shape.kind === 'timestamp' && !readOnly ? '2026-08-14T09:30:00Z' : undefined}
    />
  )
}

// Notes and answers take several lines; so do lists of ids and JSON.
function isLong(shape: FieldShape, field: string): boolean {
  return isJsonLeaf(shape) || isTextList(shape) || (shape.kind === 'text' && longTexts.has(field))
}

const longTexts = new Set(['text', 'response', 'additional_information'])

// A value that the interface does not name is offered too: it must be seen, and it must be possible
// to keep it.
function choicesOf(shape: FieldShape, loaded: Json | undefined, shown: string): string[] {
  const known = shape.kind === 'choice' ? shape.values : ['true', 'false']
  const odd = [loaded, shown].filter(
    (value) => typeof value === 'string' && value !== '' && !known.includes(value),
  ) as string[]
  return [...new Set([...known, ...odd])]
}
