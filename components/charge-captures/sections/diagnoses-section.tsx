'use client'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { useFieldArray, useFormContext } from 'react-hook-form'
import { IconButton } from '#components/ui/icon-button.tsx'
import { Button } from '#components/ui/button.tsx'
import { RecordField } from '#components/form/record-field.tsx'
import { RowScope, useRecord, useRecordField } from '#components/form/record-context.tsx'
import { RowMarks } from '#components/form/row-marks.tsx'
import { Section } from '#components/form/section.tsx'
import { UnreadableValue } from '#components/form/unreadable-value.tsx'
import { letterOf } from '#lib/rules/draft-text.ts'
import { isUnreadable, newRow, repoint } from '#lib/rules/edit-data.ts'
import type { DraftRow } from '#lib/rules/edit-data.ts'
import { shapeAt } from '#lib/rules/field-shape.ts'
import { focusControl } from '#components/form/focus-control.ts'

const at = 'data.diagnoses'
const fieldNames = ['code', 'name', 'code_type', 'present_on_admission_indicator']
const columns = 'grid grid-cols-[1.5rem_6.5rem_minmax(8rem,1fr)_9.5rem_8.5rem_5.25rem] items-start gap-2 max-[1360px]:grid-cols-[1.5rem_6rem_minmax(6rem,1fr)_8rem_7rem_5.25rem]'

/** The diagnoses with the letters that service lines point at. Deleting or moving one takes every pointer along. */
export function DiagnosesSection() {
  const { shape, readOnly } = useRecord()
  const { base } = useRecordField(at)
  const { getValues, setValue } = useFormContext()
  const { fields, append, remove, move } = useFieldArray({ name: at, keyName: 'key' })
  const item = shapeAt(shape, `${at}.0`)!
  const rows = fields as unknown as (DraftRow & { key: string })[]
  const repointLines = (moved: (number | null)[]) => {
    const lines = (getValues('data.service_lines') ?? []) as DraftRow[]
    lines.forEach((line, index) => {
      const letters = typeof line.diagnosis_pointers === 'string' ? line.diagnosis_pointers : ''
      const next = repoint(letters, moved)
      if (next !== letters) setValue(`data.service_lines.${index}.diagnosis_pointers`, next, { shouldDirty: true })
    })
  }
  const removeRow = (index: number) => {
    repointLines(rows.map((_, old) => (old === index ? null : old > index ? old - 1 : old)))
    remove(index)
  }
  const moveRow = (from: number, to: number) => {
    repointLines(rows.map((_, old) => (old === from ? to : old === to ? from : old)))
    move(from, to)
  }
  const add = () => append(newRow(item), { focusName: `${at}.${rows.length}.code` })
  return (
    <Section at={at} title="Diagnoses" note="the first is the principal one" actions={!readOnly && <Button size="small" onClick={add}>Add diagnosis</Button>}>
      {rows.length === 0 && <p className="text-sm text-ink-3">No diagnosis yet.</p>}
      {rows.length > 0 && (
        <div aria-hidden="true" className={`${columns} mb-1 text-xs font-medium text-ink-2`}>
          <span />
          <span>Code</span>
          <span>Name</span>
          <span>Type</span>
          <span className="truncate">On admission</span>
          <span />
        </div>
      )}
      <ol className="flex flex-col gap-1.5" aria-label="Diagnoses">
        {rows.map((row, index) => {
          const loaded = row.$base === null ? undefined : Array.isArray(base) ? base[row.$base] : undefined
          const path = `${at}.${index}`
          const label = (name: string) => `${name}, diagnosis ${letterOf(index)}`
          return (
            <li key={row.key} className={columns} data-field={path} tabIndex={-1}>
              <span className="pt-1.5 text-center font-mono text-sm font-semibold text-accent">{letterOf(index)}</span>
              {isUnreadable(loaded, item) ? (
                <div className="col-span-4">
                  <UnreadableValue name={path} label={`Diagnosis ${letterOf(index)}`} hideLabel value={loaded} />
                </div>
              ) : (
                <RowScope at={path} base={loaded}>
                  <RecordField name={`${path}.code`} label={label('Code')} hideLabel narrow mono />
                  <RecordField name={`${path}.name`} label={label('Name')} hideLabel narrow />
                  <RecordField name={`${path}.code_type`} label={label('Type')} hideLabel narrow />
                  <RecordField name={`${path}.present_on_admission_indicator`} label={label('Present on admission')} hideLabel narrow />
                </RowScope>
              )}
              {!readOnly && (
                <span className="flex pt-0.5">
                  <IconButton size="small" label={`Move diagnosis ${letterOf(index)} up`} icon={<ArrowUp aria-hidden="true" className="size-3.5" />} disabled={index === 0} onClick={() => moveRow(index, index - 1)} />
                  <IconButton size="small" label={`Move diagnosis ${letterOf(index)} down`} icon={<ArrowDown aria-hidden="true" className="size-3.5" />} disabled={index === rows.length - 1} onClick={() => moveRow(index, index + 1)} />
                  <IconButton
                    size="small"
                    label={`Delete diagnosis ${letterOf(index)}`}
                    icon={<Trash2 aria-hidden="true" className="size-3.5" />}
                    onClick={() => {
                      removeRow(index)
                      requestAnimationFrame(() => focusControl(`${at}.${Math.max(0, index - 1)}.code`))
                    }}
                  />
                </span>
              )}
              <div className="col-span-4 col-start-2 -mt-1.5 empty:hidden">
                <RowMarks at={path} names={fieldNames} />
              </div>
            </li>
          )
        })}
      </ol>
    </Section>
  )
}
