'use client'
import type { KeyboardEvent } from 'react'
import { useKeys } from '#components/frame/keys.ts'
import { useRecord, useRecordField } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import { Button } from '#components/ui/button.tsx'
import type { DraftRow } from '#lib/rules/edit-data.ts'
import { DiagnosisRow, diagnosisColumns } from './diagnosis-row.tsx'
import { diagnosisKeys } from './line-keys.ts'
import { undoByKey } from './undo-offer.ts'
import { diagnosesAt, useDiagnosisRows } from './use-diagnosis-rows.ts'

/** The diagnoses with the letters that service lines point at. Deleting or moving one takes every pointer along and says so. */
export function DiagnosesSection() {
  const { readOnly } = useRecord()
  const { base } = useRecordField(diagnosesAt)
  const { rows, actions } = useDiagnosisRows()
  useKeys(readOnly ? [] : diagnosisKeys)
  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly) return
    undoByKey(event)
    const [, index, field] = (event.target instanceof HTMLElement && /^data\.diagnoses\.(\d+)\.(.+)$/.exec(event.target.getAttribute('name') ?? '')) || []
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (index === undefined || !event.altKey || event.shiftKey || (by === undefined && event.key !== 'Delete')) return
    event.preventDefault()
    if (by === undefined) actions.remove(Number(index))
    else actions.move(Number(index), Number(index) + by, field)
  }
  return (
    <Section at={diagnosesAt} title="Diagnoses" note="the first is the principal one" actions={!readOnly && <Button size="small" onClick={actions.add}>Add diagnosis</Button>}>
      {rows.length === 0 && <p className="text-sm text-ink-3">No diagnosis yet.</p>}
      {rows.length > 0 && (
        <div aria-hidden="true" className={`${diagnosisColumns} mb-1 text-xs font-medium text-ink-2`}>
          <span />
          <span>Code</span>
          <span>Name</span>
          <span>Type</span>
          <span className="truncate">On admission</span>
          <span />
        </div>
      )}
      {/* Keys of the fields come up to here; the fields themselves are what has the focus. */}
      <div role="presentation" onKeyDown={onKeyDown}>
        <ol className="flex flex-col gap-1.5" aria-label="Diagnoses">
          {rows.map((row, index) => (
            <DiagnosisRow key={row.key} index={index} isLast={index === rows.length - 1} loaded={loadedRow(row, base)} actions={actions} />
          ))}
        </ol>
      </div>
    </Section>
  )
}

function loadedRow({ $base }: DraftRow, base: ReturnType<typeof useRecordField>['base']) {
  return $base !== null && Array.isArray(base) ? base[$base] : undefined
}
