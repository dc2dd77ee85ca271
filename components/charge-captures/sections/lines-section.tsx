'use client'
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { focusControl } from '#components/form/focus-control.ts'
import { useRecord, useRecordField } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import { Button } from '#components/ui/button.tsx'
import { classNames } from '#components/ui/class-names.ts'
import { formatCents, parseDollars } from '#lib/core/money.ts'
import { newRow } from '#lib/rules/edit-data.ts'
import type { DraftRow } from '#lib/rules/edit-data.ts'
import { shapeAt } from '#lib/rules/field-shape.ts'
import { lineColumns } from './line-columns.ts'
import { LineRow } from './line-row.tsx'

const at = 'data.service_lines'

/** What was done: a compact grid, one line a row, with the total of its charges. */
export function LinesSection() {
  const { shape, readOnly } = useRecord()
  const { base } = useRecordField(at)
  const { getValues } = useFormContext()
  const { fields, append, insert, remove } = useFieldArray({ name: at, keyName: 'key' })
  const item = shapeAt(shape, `${at}.0`)!
  const rows = fields as unknown as (DraftRow & { key: string })[]
  const loadedAt = (row: DraftRow) => (row.$base !== null && Array.isArray(base) ? base[row.$base] : undefined)
  const copyRow = (index: number) => {
    // A copy is a new row with what can be seen of the old one; the line's own id is never repeated.
    const seen = getValues(`${at}.${index}`) as DraftRow
    insert(index + 1, { ...seen, $base: null, external_id: '' }, { focusName: `${at}.${index + 1}.procedure_code` })
  }
  const removeRow = (index: number) => {
    remove(index)
    requestAnimationFrame(() => focusControl(`${at}.${Math.max(0, index - 1)}.procedure_code`))
  }
  const actions = (
    <>
      <Total />
      {!readOnly && (
        <Button size="small" onClick={() => append(newRow(item), { focusName: `${at}.${rows.length}.procedure_code` })}>
          Add line
        </Button>
      )}
    </>
  )
  return (
    <Section at={at} title="Service lines" actions={actions} flush>
      <div className="overflow-x-auto pb-3">
        <table className="w-full min-w-171 table-fixed border-separate border-spacing-0">
          <thead>
            <tr className="text-left text-xs font-medium text-ink-2">
              <th scope="col" className="w-7 pl-3 font-medium">
                #
              </th>
              {lineColumns.map((column) => (
                <th key={column.name} scope="col" className={classNames('px-1 pb-1 font-medium', column.width, column.isEnd && 'text-right')}>
                  {column.label}
                </th>
              ))}
              <th scope="col" className="w-[5.2rem]">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, index) => (
              <LineRow key={row.key} index={index} loaded={loadedAt(row)} onCopy={() => copyRow(index)} onRemove={() => removeRow(index)} />
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="px-4 pt-1 text-sm text-ink-3">No service line yet.</p>}
      </div>
    </Section>
  )
}

function Total() {
  const rows = useWatch({ name: at }) as DraftRow[] | undefined
  const cents = (rows ?? []).map((row) => (typeof row.charge_amount_cents === 'string' ? parseDollars(row.charge_amount_cents) : undefined))
  const total = cents.reduce<number>((sum, amount) => sum + (amount ?? 0), 0)
  return (
    <span className="text-sm text-ink-2">
      Total <strong className="font-semibold text-ink tabular-nums">{formatCents(total)}</strong>
    </span>
  )
}
