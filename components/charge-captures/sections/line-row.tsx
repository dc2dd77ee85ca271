'use client'
import { ChevronRight, Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { FieldGrid } from '#components/form/field-grid.tsx'
import { useReveal } from '#components/form/fold.tsx'
import { OtherMembers } from '#components/form/other-members.tsx'
import { RecordField } from '#components/form/record-field.tsx'
import { RowScope, useRecord } from '#components/form/record-context.tsx'
import { RowMarks } from '#components/form/row-marks.tsx'
import { ShapeFields, ShapeRows } from '#components/form/shape-fields.tsx'
import { SubFields } from '#components/form/sub-fields.tsx'
import { UnreadableValue } from '#components/form/unreadable-value.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { Json } from '#lib/core/json.ts'
import { isUnreadable } from '#lib/rules/edit-data.ts'
import { shapeAt } from '#lib/rules/field-shape.ts'
import { lineColumns } from './line-columns.ts'

const more = ['end_date_of_service', 'revenue_code', 'prior_authorization_number', 'external_id', 'description', 'note', 'has_epsdt_indicator', 'has_family_planning_indicator']
const orderer = ['npi', 'first_name', 'last_name', 'organization_name', 'taxonomy_code']

// Cells are narrow: the controls give their padding to the text.
const cellStyle = '[&_input]:px-1.5 [&_input]:text-sm [&_select]:pr-5 [&_select]:pl-1.5 [&_select]:text-sm [&_input[type=date]]:pr-0.5 [&_input[type=date]]:text-xs [&_svg]:right-1'
const columnNames = lineColumns.map((column) => column.name)

type LineRowProps = { index: number; loaded: Json | undefined; onCopy: () => void; onRemove: () => void }

/** One service line: its main fields as cells of the grid, the rest folded under it. */
export function LineRow({ index, loaded, onCopy, onRemove }: LineRowProps) {
  const { shape, readOnly } = useRecord()
  const [open, setOpen] = useState(false)
  const fold = useReveal<HTMLTableRowElement>(() => setOpen(true))
  const path = `data.service_lines.${index}`
  if (isUnreadable(loaded, shapeAt(shape, path)!)) {
    return (
      <tr>
        <td className="pl-4 text-ink-3">{index + 1}</td>
        <td colSpan={lineColumns.length} className="py-1.5">
          <UnreadableValue name={path} label={`Line ${index + 1}`} hideLabel value={loaded} />
        </td>
        <td>{!readOnly && <RemoveButton index={index} onRemove={onRemove} />}</td>
      </tr>
    )
  }
  return (
    <RowScope at={path} base={loaded}>
      <tr className="align-top" data-field={path} tabIndex={-1}>
        <td className="pt-2.5 pl-3 text-xs text-ink-3 tabular-nums">{index + 1}</td>
        {lineColumns.map(({ name, label, isEnd }) => (
          <td key={name} className={`px-0.5 pt-1 ${cellStyle}`}>
            <RecordField name={`${path}.${name}`} label={`${label}, line ${index + 1}`} hideLabel narrow align={isEnd ? 'end' : undefined} />
          </td>
        ))}
        <td className="pt-1.5 pr-2 pl-0.5">
          <span className="flex">
            <IconButton
              size="small"
              label={`${open ? 'Hide' : 'Show'} more of line ${index + 1}`}
              aria-expanded={open}
              icon={<ChevronRight aria-hidden="true" className={open ? 'size-3.5 rotate-90' : 'size-3.5'} />}
              onClick={() => setOpen(!open)}
            />
            {!readOnly && <IconButton size="small" label={`Copy line ${index + 1}`} icon={<Copy aria-hidden="true" className="size-3.5" />} onClick={onCopy} />}
            {!readOnly && <RemoveButton index={index} onRemove={onRemove} />}
          </span>
        </td>
      </tr>
      <tr>
        <td colSpan={lineColumns.length + 2} className="pr-3 pl-9">
          <RowMarks at={path} names={columnNames} />
        </td>
      </tr>
      <tr hidden={!open} ref={fold} data-fold="">
        <td colSpan={lineColumns.length + 2} className="pt-2 pr-3 pb-4 pl-10">
          <FieldGrid at={path} names={more} />
          <SubFields at={`${path}.drug_identification`} title="Drug">
            <ShapeFields at={`${path}.drug_identification`} />
          </SubFields>
          <SubFields at={`${path}.ordering_provider`} title="Ordering provider">
            <ShapeFields at={`${path}.ordering_provider`} first={orderer} />
          </SubFields>
          <ShapeRows at={`${path}.test_results`} title="Test results" />
          <OtherMembers at={path} />
        </td>
      </tr>
    </RowScope>
  )
}

function RemoveButton({ index, onRemove }: { index: number; onRemove: () => void }) {
  return <IconButton size="small" label={`Delete line ${index + 1}`} icon={<Trash2 aria-hidden="true" className="size-3.5" />} onClick={onRemove} />
}
