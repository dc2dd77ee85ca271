'use client'
import { useState } from 'react'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/textarea.tsx'
import { countOf } from '#lib/lists/count-of.ts'
import { nameOfValue, writeList, typedValues } from '#lib/lists/filter-value.ts'
import type { FilterSpec } from '#lib/lists/list-spec.ts'
import type { FilterFinding } from './filter-finding.ts'
import { PickList } from './pick-list.tsx'

type ListControlProps = {
  spec: FilterSpec
  name: string
  initial: string
  choices: readonly string[]
  finding: FilterFinding | undefined
  error: string | undefined
}

/**
 * The control of a filter with several values: found by name where there is a look-up, picked where the values are
 * known, and always to be typed or pasted. Enter writes a new line in it, so Ctrl or Cmd with Enter sends the form.
 */
export function ListControl({ spec, name, initial, choices, finding, error }: ListControlProps) {
  const [typed, setTyped] = useState(initial)
  const values = typedValues(spec, typed)
  const count = values.length
  const toggle = (choice: string) =>
    setTyped(writeList(values.includes(choice) ? values.filter((value) => value !== choice) : [...values, choice]))
  const find = (text: string) =>
    choices
      .filter((choice) => `${nameOfValue(spec, choice)} ${choice}`.toLowerCase().includes(text.trim().toLowerCase()))
      .map((choice) => ({
        key: choice,
        title: nameOfValue(spec, choice),
        note: choice,
        isChosen: values.includes(choice),
      }))
  const words = `${countOf(count, { one: 'value', many: 'values' })}. Separate by commas, lines or tabs; Ctrl+Enter applies.`
  return (
    <>
      {spec.lookUp && finding && <finding.Picker lookUp={spec.lookUp} chosen={values} onToggle={toggle} />}
      {choices.length > 0 && (
        <PickList
          label={`Find ${spec.label.toLowerCase()}`}
          listLabel="Known values"
          find={find}
          none="No matching value."
          isMultiple
          onPick={toggle}
        />
      )}
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
    </>
  )
}
