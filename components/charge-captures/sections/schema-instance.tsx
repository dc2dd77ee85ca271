'use client'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useRecordField } from '#components/form/record-context.tsx'
import { RecordField } from '#components/form/record-field.tsx'
import { Button } from '#components/ui/button.tsx'
import { Field } from '#components/ui/field.tsx'
import { Select } from '#components/ui/select.tsx'
import type { CustomSchema } from '#lib/contract/custom-schemas.ts'
import { type JsonObject, isJsonObject, parseExact } from '#lib/core/json.ts'
import { TypedContent } from './typed-content.tsx'

/**
 * One instance: its schema by name or by an id typed by hand, and its content by the schema's keys
 * or as JSON.
 */
export function SchemaInstance({ at, schemas }: { at: string; schemas: readonly CustomSchema[] }) {
  const { readOnly } = useRecordField(at)
  const [id = '', text = ''] = useWatch({ name: [`${at}.schema_id`, `${at}.content`] }) as (
    | string
    | undefined
  )[]
  const [isJson, setJson] = useState(false)
  const [isById, setById] = useState(false)
  const schema = schemas.find((one) => one.id === id)
  const content = contentOf(text)
  const isTyped = schema !== undefined && content !== undefined && !isJson
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-end gap-2">
        {isById || readOnly || (id !== '' && !schema) ? (
          <RecordField name={`${at}.schema_id`} className="w-100 max-w-full" />
        ) : (
          <SchemaChoice name={`${at}.schema_id`} schemas={schemas} />
        )}
        {!readOnly && (id === '' || schema !== undefined) && (
          <Button tone="quiet" onClick={() => setById(!isById)}>
            {isById ? 'Choose by name' : 'Enter an ID'}
          </Button>
        )}
        {schema !== undefined && content !== undefined && (
          <Button tone="quiet" className="ml-auto" onClick={() => setJson(!isJson)}>
            {isJson ? 'Edit by key' : readOnly ? 'Show as JSON' : 'Edit as JSON'}
          </Button>
        )}
      </div>
      {schema?.description && <p className="-mt-1 text-xs text-ink-3">{schema.description}</p>}
      {id !== '' && !schema && (
        <p className="-mt-1 text-xs text-ink-3">
          No custom schema has this ID, or this connection can’t see it.
        </p>
      )}
      {isTyped ? (
        <TypedContent name={`${at}.content`} schema={schema} content={content} />
      ) : (
        <RecordField name={`${at}.content`} hint="Enter a JSON object." />
      )}
    </div>
  )
}

function SchemaChoice({ name, schemas }: { name: string; schemas: readonly CustomSchema[] }) {
  const { register, getValues } = useFormContext()
  return (
    <Field label="Schema" name={name} className="w-100 max-w-full">
      {(control) => (
        <Select {...control} {...register(name)} defaultValue={getValues(name) as string}>
          <option value="">–</option>
          {schemas.map((schema) => (
            <option key={schema.id} value={schema.id}>
              {schema.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}

// The content as it is typed now; undefined while its text is no JSON object.
function contentOf(text: string): JsonObject | undefined {
  if (text.trim() === '') return {}
  try {
    const value = parseExact(text)
    return isJsonObject(value) ? value : undefined
  } catch {
    return undefined
  }
}
