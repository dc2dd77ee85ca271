'use client'
import { useState } from 'react'
import { DateInput } from '#components/ui/date-input.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { humanize, writeList } from '#lib/lists/filter-value.ts'
import type { FilterSpec, FilterValue } from '#lib/lists/list-spec.ts'
import type { FilterFinding } from './filter-finding.ts'
import { ListControl } from './list-control.tsx'

type FilterControlProps = {
  spec: FilterSpec
  /** The wire parameter. */
  name: string
  value: FilterValue | undefined
  choices: readonly string[]
  /** How its values are found by name, where the list's page says how. */
  finding: FilterFinding | undefined
  /** A known value was picked: nothing else is left to say. */
  onPick: (value: string) => void
  error: string | undefined
}

/** The control of one filter, by its declared kind. The form around it reads its value by `read-control`. */
export function FilterControl({ spec, name, value, choices, finding, onPick, error }: FilterControlProps) {
  const initial = value === undefined ? '' : Array.isArray(value) ? writeList(value) : String(value)
  if (spec.kind === 'multi')
    return <ListControl spec={spec} name={name} initial={initial} choices={choices} finding={finding} error={error} />
  if (spec.kind === 'enum')
    return <ChoiceControl spec={spec} name={name} initial={initial} choices={choices} onPick={onPick} error={error} />
  return (
    <>
      {spec.lookUp && finding && (
        <finding.Picker lookUp={spec.lookUp} chosen={initial === '' ? [] : [initial]} isSingle onToggle={onPick} />
      )}
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
    </>
  )
}

type KindProps = Pick<FilterControlProps, 'spec' | 'name' | 'error'> & { initial: string }

// The partner's enumerations grow: any other value can be typed as it is on the wire.
function ChoiceControl({
  spec,
  name,
  initial,
  choices,
  onPick,
  error,
}: KindProps & Pick<FilterControlProps, 'choices' | 'onPick'>) {
  const [typed, setTyped] = useState(initial)
  const wanted = typed.trim().toLowerCase()
  const narrowed = choices.filter((choice) => `${choice} ${humanize(choice)}`.toLowerCase().includes(wanted))
  const offered = choices.includes(typed) || narrowed.length === 0 ? choices : narrowed
  return (
    <>
      <Field label={spec.label} name={name} hint={spec.hint ?? 'Choose a value, or type another one.'} error={error}>
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
              {/* What the console itself holds the items against has no word of the partner's. */}
              {!spec.local && <span className="ml-auto font-mono text-2xs text-ink-3">{choice}</span>}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
