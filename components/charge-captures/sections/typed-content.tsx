'use client'
import { useFormContext } from 'react-hook-form'
import { FieldMarks } from '#components/form/marks/field-marks.tsx'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { MarkList } from '#components/form/marks/mark-list.tsx'
import { useRecordField } from '#components/form/record-context.tsx'
import { useMarks } from '#components/form/marks/use-marks.ts'
import { ValueView } from '#components/form/reading/value-view.tsx'
import { Field, type ControlProps } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import type { CustomSchema } from '#lib/contract/custom-schemas.ts'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { keyFromText, keyProblem, keyText } from '#lib/rules/metadata-keys.ts'

type TypedContentProps = { name: string; schema: CustomSchema; content: JsonObject }

/**
 * The content of an instance by its schema's keys, each with an input of its type. Keys that the
 * schema lacks are kept.
 */
export function TypedContent({ name, schema, content }: TypedContentProps) {
  const { setValue } = useFormContext()
  const set = (key: string, value: Json | undefined) => {
    const { [key]: _, ...rest } = content
    const next = value === undefined ? rest : { ...content, [key]: value }
    setValue(name, Object.keys(next).length === 0 ? '{}' : JSON.stringify(next, null, 2), {
      shouldDirty: true,
    })
  }
  const known = new Set(schema.fields.map(({ key }) => key))
  const others = Object.fromEntries(Object.entries(content).filter(([key]) => !known.has(key)))
  return (
    <div role="group" aria-label={`Keys of ${schema.name}`}>
      <MarkList name={name} />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(12rem,1fr))] gap-3">
        {schema.fields.map(({ key, type }) => (
          <KeyField
            key={key}
            name={`${name}.${key}`}
            label={fieldLabel(key)}
            type={type}
            value={Object.hasOwn(content, key) ? content[key] : undefined}
            onChange={(value) => set(key, value)}
          />
        ))}
      </div>
      {Object.keys(others).length > 0 && (
        <div className="mt-3 border-t border-line pt-2">
          <p className="mb-1 text-xs font-medium text-ink-2">Keys not in the schema</p>
          <ValueView value={others} />
        </div>
      )}
    </div>
  )
}

type KeyFieldProps = {
  name: string
  label: string
  type: string
  value: Json | undefined
  onChange: (value: Json | undefined) => void
}

function KeyField({ name, label, type, value, onChange }: KeyFieldProps) {
  const { readOnly } = useRecordField(name)
  const marks = useMarks(name)
  const text = keyText(value)
  const problem = keyProblem(value, type)
  const messages =
    problem !== undefined || marks.length > 0 ? (
      <>
        {problem}
        <FieldMarks name={name} marks={marks} />
      </>
    ) : undefined
  const change = (next: string) => onChange(keyFromText(next, type))
  return (
    <Field label={label} name={name} error={messages}>
      {(control) =>
        type === 'BOOLEAN' ? (
          <YesNo control={control} text={text} readOnly={readOnly} onChange={change} />
        ) : (
          <TextInput
            {...control}
            value={text}
            readOnly={readOnly}
            inputMode={type === 'STRING' ? undefined : 'decimal'}
            onChange={(event) => change(event.target.value)}
          />
        )
      }
    </Field>
  )
}

function YesNo({
  control,
  text,
  readOnly,
  onChange,
}: {
  control: ControlProps
  text: string
  readOnly: boolean
  onChange: (text: string) => void
}) {
  return (
    <Select
      {...control}
      value={text}
      disabled={readOnly}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">Not provided</option>
      <option value="true">Yes</option>
      <option value="false">No</option>
      {text !== '' && text !== 'true' && text !== 'false' && <option value={text}>{text}</option>}
    </Select>
  )
}
