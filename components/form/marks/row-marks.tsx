'use client'
import { fieldLabel } from '#lib/contract/field-labels.ts'
import { FieldFixes, FieldMarks } from './field-marks.tsx'
import { useRecord } from '#components/form/record-context.tsx'
import { useMarkCount } from './use-marks.ts'

/**
 * The marks of a narrow row's fields, across the row's width; the fields have them for screen
 * readers only.
 */
export function RowMarks({ at, names }: { at: string; names: readonly string[] }) {
  const { marks, readOnly } = useRecord()
  useMarkCount(at)
  const marked = names
    .map((name) => ({ name, path: `${at}.${name}`, found: marks.at(`${at}.${name}`) }))
    .filter(({ found }) => found.length > 0)
  if (marked.length === 0) return null
  return (
    <ul className="flex flex-col gap-0.5 pt-1 text-xs">
      {marked.map(({ name, path, found }) => (
        <li key={name} className="flex flex-wrap gap-x-1.5">
          {/* Spoken with the field already: a second reading would only be noise. */}
          <span aria-hidden="true" className="shrink-0 font-medium text-ink-2">
            {fieldLabel(name)}
          </span>
          <span aria-hidden="true" className="min-w-0">
            <FieldMarks name={path} marks={found} />
          </span>
          {!readOnly && <FieldFixes name={path} marks={found} />}
        </li>
      ))}
    </ul>
  )
}
