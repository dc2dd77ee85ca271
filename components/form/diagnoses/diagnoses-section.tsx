'use client'
import { useId, useState, type KeyboardEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { useKeys, type KeyBinding } from '#components/frame/keys/keys.ts'
import { useRecord, useRecordField } from '#components/form/record-context.tsx'
import { Section } from '#components/form/section.tsx'
import { Button } from '#components/ui/button.tsx'
import { mostDiagnoses } from '#lib/rules/codes/most-diagnoses.ts'
import type { DraftRow } from '#lib/rules/edit/edit-data.ts'
import { shapeAt } from '#lib/rules/edit/field-shape.ts'
import { DiagnosisRow, diagnosisColumns } from './diagnosis-row.tsx'
import { undoByKey } from '#components/form/undo-offer.ts'
import { useFormPulse } from '#components/form/use-form-pulse.ts'
import { useDiagnosisRows, type DiagnosisPlace } from './use-diagnosis-rows.ts'

const group = 'In a diagnosis'

// For the list of keys; the section handles them itself.
const diagnosisKeys: readonly KeyBinding[] = [
  { keys: 'Alt+ArrowUp', label: 'Move the diagnosis up; lines follow', group },
  { keys: 'Alt+ArrowDown', label: 'Move the diagnosis down; lines follow', group },
  { keys: 'Alt+Delete', label: 'Delete the diagnosis; lines follow', group },
]

type DiagnosesSectionProps = DiagnosisPlace & {
  /** The text while there is none. */
  empty?: string
}

/**
 * The diagnoses with the letters that service lines point at. Deleting or moving one takes every
 * pointer along and says so.
 */
export function DiagnosesSection({
  at,
  linesAt,
  empty = 'No diagnoses yet.',
}: DiagnosesSectionProps) {
  const { readOnly } = useRecord()
  const { base } = useRecordField(at)
  const { rows, actions } = useDiagnosisRows({ at, linesAt })
  useKeys(readOnly ? [] : diagnosisKeys)
  const onKeyDown = (event: KeyboardEvent) => {
    if (readOnly) return
    undoByKey(event)
    const [index, field] =
      (event.target instanceof HTMLElement &&
        placeIn(event.target.getAttribute('name') ?? '', at)) ||
      []
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined
    if (
      index === undefined ||
      !event.altKey ||
      event.shiftKey ||
      (by === undefined && event.key !== 'Delete')
    )
      return
    event.preventDefault()
    if (by === undefined) actions.remove(Number(index))
    else actions.move(Number(index), Number(index) + by, field)
  }
  return (
    <Section
      at={at}
      title="Diagnoses"
      note="the first is the principal one"
      actions={
        !readOnly && <AddDiagnosis linesAt={linesAt} count={rows.length} onAdd={actions.add} />
      }
    >
      {rows.length === 0 && <p className="text-sm text-ink-3">{empty}</p>}
      {rows.length > 0 && (
        <div
          aria-hidden="true"
          className={`${diagnosisColumns} mb-1 text-xs font-medium text-ink-2`}
        >
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
            <DiagnosisRow
              key={row.key}
              at={at}
              index={index}
              isLast={index === rows.length - 1}
              loaded={loadedRow(row, base)}
              actions={actions}
            />
          ))}
        </ol>
      </div>
    </Section>
  )
}

/**
 * The button that adds a diagnosis. A claim that is full closes it and says so; what is over that
 * already stays.
 */
function AddDiagnosis({
  linesAt,
  count,
  onAdd,
}: {
  linesAt: string
  count: number
  onAdd: () => void
}) {
  const { getValues } = useFormContext()
  const why = useId()
  const { shape } = useRecord()
  const tells = shapeAt(shape, `${linesAt}.0.revenue_code`) !== undefined
  const read = () =>
    mostDiagnoses(
      tells
        ? ((getValues(linesAt) ?? []) as DraftRow[]).map((line) => line.revenue_code)
        : undefined,
    )
  const [{ most, claim }, setMost] = useState(read)
  useFormPulse(() => setMost((known) => (read().most === known.most ? known : read())))
  const isFull = count >= most
  return (
    <>
      {isFull && (
        <span id={why} className="text-xs text-ink-2">
          {most} at most on {claim}
        </span>
      )}
      <Button
        size="small"
        aria-disabled={isFull || undefined}
        aria-describedby={isFull ? why : undefined}
        onClick={isFull ? undefined : onAdd}
      >
        Add diagnosis
      </Button>
    </>
  )
}

function loadedRow({ $base }: DraftRow, base: ReturnType<typeof useRecordField>['base']) {
  return $base !== null && Array.isArray(base) ? base[$base] : undefined
}

// The row and the member that a control's name leads to.
function placeIn(name: string, at: string): [index: string, field: string] | undefined {
  const [index, ...field] = name.startsWith(`${at}.`) ? name.slice(at.length + 1).split('.') : []
  return index !== undefined && field.length > 0 ? [index, field.join('.')] : undefined
}
