'use client'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { focusControl } from '#components/form/focus-control.ts'
import { RecordField } from '#components/form/record-field.tsx'
import { useRecord } from '#components/form/record-context.tsx'
import { RowMarks } from '#components/form/row-marks.tsx'
import { Section } from '#components/form/section.tsx'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { letterOf } from '#lib/rules/draft-text.ts'
import { newRow } from '#lib/rules/edit-data.ts'
import type { DraftRow } from '#lib/rules/edit-data.ts'
import { shapeAt } from '#lib/rules/field-shape.ts'
import type { Moved } from '#lib/rules/repoint.ts'
import { afterMoving, afterRemoving, repoint } from '#lib/rules/repoint.ts'

const at = 'diagnoses'
const fields = [
  { name: 'code', label: 'Code', isMono: true },
  { name: 'name', label: 'Name', isMono: false },
  { name: 'code_type', label: 'Type', isMono: false },
  { name: 'present_on_admission_indicator', label: 'On admission', isMono: false },
]
const grid = 'grid grid-cols-[1.5rem_6.5rem_minmax(8rem,1fr)_9.5rem_8.5rem_5.25rem] items-start gap-2'

/** The diagnoses under the letters by which service lines name them. Moving or deleting one takes every pointer along. */
export function DiagnosesRows() {
  const { shape } = useRecord()
  const { getValues, setValue } = useFormContext()
  const { fields: rows, append, remove, move } = useFieldArray({ name: at, keyName: 'key' })
  const add = () => append(newRow(shapeAt(shape, `${at}.0`)!), { focusName: `${at}.${rows.length}.code` })
  const repointLines = (moved: Moved) => {
    const lines = (getValues('service_lines') ?? []) as DraftRow[]
    lines.forEach((line, index) => {
      const letters = typeof line.diagnosis_pointers === 'string' ? line.diagnosis_pointers : ''
      const next = repoint(letters, moved)
      if (next !== letters) setValue(`service_lines.${index}.diagnosis_pointers`, next, { shouldDirty: true })
    })
  }
  const take = (index: number) => {
    repointLines(afterRemoving(index, rows.length))
    remove(index)
    requestAnimationFrame(() => focusControl(`${at}.${Math.max(0, index - 1)}.code`))
  }
  const shift = (from: number, to: number) => {
    repointLines(afterMoving(from, to))
    move(from, to)
  }
  return (
    <Section at={at} title="Diagnoses" note="the first is the principal one" actions={<Button size="small" onClick={add}>Add diagnosis</Button>}>
      {rows.length === 0 && <p className="text-sm text-ink-3">No diagnosis yet. Without one the claim waits for information.</p>}
      {rows.length > 0 && (
        <div aria-hidden="true" className={`${grid} mb-1 text-xs font-medium text-ink-2`}>
          <span />
          {fields.map(({ name, label }) => (
            <span key={name} className="truncate">
              {label}
            </span>
          ))}
        </div>
      )}
      <ol aria-label="Diagnoses" className="flex flex-col gap-1.5">
        {rows.map((row, index) => {
          const letter = letterOf(index)
          return (
            <li key={row.key} className={grid} data-field={`${at}.${index}`} tabIndex={-1}>
              <span className="pt-1.5 text-center font-mono text-sm font-semibold text-accent">{letter}</span>
              {fields.map(({ name, label, isMono }) => (
                <RecordField key={name} name={`${at}.${index}.${name}`} label={`${label}, diagnosis ${letter}`} hideLabel narrow mono={isMono} />
              ))}
              <span className="flex pt-0.5">
                <IconButton size="small" label={`Move diagnosis ${letter} up`} icon={<ArrowUp aria-hidden="true" className="size-3.5" />} disabled={index === 0} onClick={() => shift(index, index - 1)} />
                <IconButton size="small" label={`Move diagnosis ${letter} down`} icon={<ArrowDown aria-hidden="true" className="size-3.5" />} disabled={index === rows.length - 1} onClick={() => shift(index, index + 1)} />
                <IconButton size="small" label={`Delete diagnosis ${letter}`} icon={<Trash2 aria-hidden="true" className="size-3.5" />} onClick={() => take(index)} />
              </span>
              <div className="col-span-4 col-start-2 -mt-1.5 empty:hidden">
                <RowMarks at={`${at}.${index}`} names={fields.map(({ name }) => name)} />
              </div>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
