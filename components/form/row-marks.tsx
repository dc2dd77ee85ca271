'use client'
import { fieldLabel } from './field-label.ts'
import { FieldMarks } from './field-marks.tsx'
import { useRecord } from './record-context.tsx'

/** What is said about the fields of a narrow row, across the row's whole width; the fields themselves only speak it. */
export function RowMarks({ at, names }: { at: string; names: readonly string[] }) {
  const { marks } = useRecord()
  const marked = names.filter((name) => marks.has(`${at}.${name}`))
  if (marked.length === 0) return null
  return (
    <ul className="flex flex-col gap-0.5 pt-1 text-xs text-red" aria-hidden="true">
      {marked.map((name) => (
        <li key={name} className="flex gap-1.5">
          <span className="shrink-0 font-medium">{fieldLabel(name)}:</span>
          <span>
            <FieldMarks name={`${at}.${name}`} marks={marks.get(`${at}.${name}`) ?? []} />
          </span>
        </li>
      ))}
    </ul>
  )
}
