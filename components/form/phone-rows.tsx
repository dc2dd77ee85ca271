'use client'
import { Trash2 } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { Button } from '#components/ui/button.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import { isUnreadable, newRow } from '#lib/rules/edit-data.ts'
import type { DraftRow } from '#lib/rules/edit-data.ts'
import { shapeAt } from '#lib/rules/field-shape.ts'
import { RecordField } from './record-field.tsx'
import { RowScope, useRecord, useRecordField } from './record-context.tsx'
import { SubFields } from './sub-fields.tsx'
import { UnreadableValue } from './unreadable-value.tsx'

/** Telephone numbers: one a row. */
export function PhoneRows({ at }: { at: string }) {
  const { shape, readOnly } = useRecord()
  const { base } = useRecordField(at)
  const { fields, append, remove } = useFieldArray({ name: at, keyName: 'key' })
  const item = shapeAt(shape, `${at}.0`)!
  const rows = fields as unknown as (DraftRow & { key: string })[]
  return (
    <SubFields at={at} title="Telephone">
      <ul className="flex flex-col gap-1.5">
        {rows.map((row, index) => {
          const loaded = row.$base !== null && Array.isArray(base) ? base[row.$base] : undefined
          const path = `${at}.${index}`
          if (isUnreadable(loaded, item)) return <UnreadableValue key={row.key} name={path} label={`Telephone ${index + 1}`} hideLabel value={loaded} />
          return (
            <li key={row.key} className="grid max-w-96 grid-cols-[minmax(0,1fr)_7rem_2rem] items-start gap-2">
              <RowScope at={path} base={loaded}>
                <RecordField name={`${path}.number`} label={`Number, telephone ${index + 1}`} hideLabel />
                <RecordField name={`${path}.type`} label={`Kind, telephone ${index + 1}`} hideLabel />
              </RowScope>
              {!readOnly && <IconButton label={`Delete telephone ${index + 1}`} icon={<Trash2 aria-hidden="true" className="size-3.5" />} onClick={() => remove(index)} />}
            </li>
          )
        })}
      </ul>
      {!readOnly && (
        <Button size="small" className="mt-1.5" onClick={() => append(newRow(item), { focusName: `${at}.${rows.length}.number` })}>
          Add telephone
        </Button>
      )}
    </SubFields>
  )
}
