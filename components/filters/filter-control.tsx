'use client'
import { useState } from 'react'
import { DateInput } from '#components/ui/date-input.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { humanize } from '#lib/lists/filter-value.ts'
import type { FilterSpec, FilterValue } from '#lib/lists/list-spec.ts'
import { parsePastedList, writeList } from '#lib/lists/pasted-list.ts'

type FilterControlProps = {
  spec: FilterSpec
  /** The wire parameter. */
  name: string
  value: FilterValue | undefined
  choices: readonly string[]
  /** A known value was picked: nothing else is left to say. */
  onPick: (value: string) => void
  error: string | undefined
}

/** The control of one filter, by its declared kind. The form around it reads its value by `readControl`. */
export function FilterControl({ spec, name, value, choices, onPick, error }: FilterControlProps) {
  const initial = value === undefined ? '' : Array.isArray(value) ? writeList(value) : String(value)
  if (spec.kind === 'multi') return <ListControl spec={spec} name={name} initial={initial} choices={choices} error={error} />
  if (spec.kind === 'enum') return <ChoiceControl spec={spec} name={name} initial={initial} choices={choices} onPick={onPick} error={error} />
  return (
    <Field label={spec.label} name={name} hint={spec.hint} error={error}>
      {(control) => {
        if (spec.kind === 'date') return <DateInput {...control} defaultValue={initial} />
        if (spec.kind === 'text') return <TextInput {...control} defaultValue={initial} />
        return (
          <Select {...control} defaultValue={initial === '' ? 'true' : initial}>
            <option value="true">Yes</option>
            <option value="false">No</option>
          </Select>
        )
      }}
    </Field>
  )
}

/** What the control of a filter holds, as texts for `parseFilterValue`. */
export function readControl(spec: FilterSpec, text: string): string[] {
  return spec.kind === 'multi' ? parsePastedList(text) : [text]
}

type KindProps = Pick<FilterControlProps, 'spec' | 'name' | 'error'> & { initial: string }

// Enter writes a new line here, so Ctrl or Cmd with Enter sends the form, as the hint says.
function ListControl({ spec, name, initial, choices, error }: KindProps & Pick<FilterControlProps, 'choices'>) {
  const [typed, setTyped] = useState(initial)
  const values = parsePastedList(typed)
  const count = values.length
  const toggle = (choice: string) => setTyped(writeList(values.includes(choice) ? values.filter((value) => value !== choice) : [...values, choice]))
  const words = `${count} ${count === 1 ? 'value' : 'values'}. Separate by commas, lines or tabs; Ctrl+Enter applies.`
  return (
    <>
      <Field label={spec.label} name={name} hint={spec.hint ? `${words} ${spec.hint}` : words} error={error}>
        {(control) => (
          <Textarea
            {...control}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
            }}
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      {choices.length > 0 && (
        <ul aria-label="Known values" className="mt-2 grid max-h-48 grid-cols-8 gap-1 overflow-y-auto">
          {choices.map((choice) => (
            <li key={choice}>
              <button type="button" aria-pressed={values.includes(choice)} onClick={() => toggle(choice)} className="h-7 w-full rounded-control font-mono text-xs hover:bg-hover aria-pressed:bg-accent-tint aria-pressed:font-semibold">
                {choice}
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

// The partner's enumerations grow: any other value can be typed as it is on the wire.
function ChoiceControl({ spec, name, initial, choices, onPick, error }: KindProps & Pick<FilterControlProps, 'choices' | 'onPick'>) {
  const [typed, setTyped] = useState(initial)
  const wanted = typed.trim().toLowerCase()
  const narrowed = choices.filter((choice) => `${choice} ${humanize(choice)}`.toLowerCase().includes(wanted))
  const offered = choices.includes(typed) || narrowed.length === 0 ? choices : narrowed
  return (
    <>
      <Field label={spec.label} name={name} hint={spec.hint ?? 'Choose one, or type any other value.'} error={error}>
        {(control) => <TextInput {...control} value={typed} onChange={(event) => setTyped(event.target.value)} />}
      </Field>
      <ul aria-label="Known values" className="-mx-1.5 max-h-64 overflow-y-auto">
        {offered.map((choice) => (
          <li key={choice}>
            <button
              type="button"
              aria-pressed={choice === initial}
              onClick={() => onPick(choice)}
              className="flex h-8 w-full items-center gap-2 rounded-control px-1.5 text-left text-sm hover:bg-hover aria-pressed:bg-accent-tint"
            >
              <span className="truncate">{humanize(choice)}</span>
              <span className="ml-auto font-mono text-2xs text-ink-3">{choice}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
