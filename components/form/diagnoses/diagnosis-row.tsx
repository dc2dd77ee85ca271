'use client'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { RecordField } from '#components/form/record-field.tsx'
import { RowScope, useRecord } from '#components/form/record-context.tsx'
import { OtherMembers } from '#components/form/reading/other-members.tsx'
import { RowMarks } from '#components/form/marks/row-marks.tsx'
import { UnreadableValue } from '#components/form/unreadable-value.tsx'
import { IconButton } from '#components/ui/icon-button.tsx'
import type { Json } from '#lib/core/json.ts'
import { letterOf } from '#lib/rules/edit/draft-text.ts'
import { isUnreadable } from '#lib/rules/edit/edit-data.ts'
import type { DiagnosisActions } from './use-diagnosis-rows.ts'

const cells = [
  { name: 'code', label: 'Code', mono: true },
  { name: 'name', label: 'Name' },
  { name: 'code_type', label: 'Type' },
  { name: 'present_on_admission_indicator', label: 'Present on admission' },
]
const names = cells.map(({ name }) => name)

/** The widths of a diagnosis's cells, shared with the heads above them. */
export const diagnosisColumns =
  'grid grid-cols-[1.5rem_6.5rem_minmax(8rem,1fr)_9.5rem_8.5rem_5.25rem] items-start gap-2 max-[1360px]:grid-cols-[1.5rem_6rem_minmax(6rem,1fr)_8rem_7rem_5.25rem]'

type DiagnosisRowProps = {
  at: string
  index: number
  isLast: boolean
  loaded: Json | undefined
  actions: DiagnosisActions
}

/** One diagnosis under the letter that service lines know it by. */
export const DiagnosisRow = memo(function DiagnosisRow({
  at,
  index,
  isLast,
  loaded,
  actions,
}: DiagnosisRowProps) {
  const { readOnly } = useRecord()
  const path = `${at}.${index}`
  const letter = letterOf(index)
  return (
    <li className={diagnosisColumns} data-field={path} tabIndex={-1}>
      <span className="pt-1.5 text-center font-mono text-sm font-semibold text-accent">
        {letter}
      </span>
      {isUnreadable(loaded, actions.item) ? (
        <div className="col-span-4">
          <UnreadableValue name={path} label={`Diagnosis ${letter}`} hideLabel value={loaded} />
        </div>
      ) : (
        <RowScope at={path} base={loaded}>
          {cells.map(({ name, label, mono }) => (
            <RecordField
              key={name}
              name={`${path}.${name}`}
              label={`${label}, diagnosis ${letter}`}
              hideLabel
              narrow
              mono={mono}
            />
          ))}
        </RowScope>
      )}
      {!readOnly && (
        <span className="flex pt-0.5">
          <IconButton
            size="small"
            label={`Move diagnosis ${letter} up`}
            shortcut="Alt+↑"
            icon={<ArrowUp aria-hidden="true" className="size-3.5" />}
            disabled={index === 0}
            onClick={() => actions.move(index, index - 1)}
          />
          <IconButton
            size="small"
            label={`Move diagnosis ${letter} down`}
            shortcut="Alt+↓"
            icon={<ArrowDown aria-hidden="true" className="size-3.5" />}
            disabled={isLast}
            onClick={() => actions.move(index, index + 1)}
          />
          <IconButton
            size="small"
            label={`Delete diagnosis ${letter}`}
            shortcut="Alt+Delete"
            icon={<Trash2 aria-hidden="true" className="size-3.5" />}
            onClick={() => actions.remove(index)}
          />
        </span>
      )}
      <div className="col-span-4 col-start-2 -mt-1.5 empty:hidden">
        <RowMarks at={path} names={names} />
      </div>
      <RowScope at={path} base={loaded}>
        <div className="col-span-5 col-start-2 empty:hidden">
          <OtherMembers at={path} />
        </div>
      </RowScope>
    </li>
  )
})
