'use client'
import { useEffect, useState, type RefObject } from 'react'
import { codeWord } from '#lib/contract/codes/code-words.ts'
import { useRecord, valueAt } from '#components/form/record-context.tsx'
import { useSettledDraft } from '#components/form/use-form-pulse.ts'
import { formatCents } from '#lib/core/money.ts'
import { countOf, lineNoun } from '#lib/core/count-of.ts'
import { fromText, letterOf } from '#lib/rules/edit/draft-text.ts'
import { type DraftObject, type DraftRow, isUnreadable } from '#lib/rules/edit/edit-data.ts'
import { totalOf, unitCents } from '#lib/rules/lines/line-totals.ts'
import { type LineCellPlace, cellOf, linesAt } from './line-columns.ts'

type Draft = { data?: { service_lines?: DraftRow[]; diagnoses?: DraftRow[] } }

/** Under the grid: what the cell in focus means, and the capture's total. */
export function LineFoot({ grid }: { grid: RefObject<HTMLElement | null> }) {
  const { data } = useSettledDraft() as DraftObject & Draft
  const { base } = useRecord()
  const control = useInFocus(grid)
  const place = control ? cellOf(control) : undefined
  const lines = data?.service_lines ?? []
  const loaded = valueAt(base, linesAt)
  const charges = lines.map((row) => {
    const value = row.$base === null ? undefined : valueAt(loaded, String(row.$base))
    const unreadable =
      value !== undefined &&
      (isUnreadable(value, { kind: 'object', members: {} }) ||
        isUnreadable(valueAt(value, 'charge_amount_cents'), { kind: 'cents' }))
    return { charge: textIn(row, 'charge_amount_cents'), unreadable }
  })
  const { cents, uncounted } = totalOf(charges)
  const row = place && lines[place.line]
  return (
    <div className="sticky bottom-14 z-10 flex min-h-10 flex-wrap items-center gap-x-4 rounded-b-card border-t border-line bg-panel px-4 py-2 text-sm">
      <p className="min-w-0 grow truncate text-ink-2">
        {row && <CellMeaning place={place} row={row} diagnoses={data?.diagnoses ?? []} />}
      </p>
      {uncounted.length > 0 && (
        <span className="text-amber">
          without{' '}
          {uncounted.length === 1
            ? `line ${uncounted[0]! + 1}`
            : countOf(uncounted.length, lineNoun)}{' '}
          with an unreadable charge
        </span>
      )}
      <span className="shrink-0 text-ink-2">
        Total of {countOf(lines.length, lineNoun)}{' '}
        <strong className="ml-1 font-semibold text-ink tabular-nums">{formatCents(cents)}</strong>
      </span>
    </div>
  )
}

function CellMeaning({
  place,
  row,
  diagnoses,
}: {
  place: LineCellPlace
  row: DraftRow
  diagnoses: readonly DraftRow[]
}) {
  const meaning = meaningOf(place.field, row, diagnoses)
  return meaning === undefined ? null : (
    <>
      <span className="font-medium">Line {place.line + 1}</span> {meaning}
    </>
  )
}

function meaningOf(
  field: string,
  row: DraftRow,
  diagnoses: readonly DraftRow[],
): string | undefined {
  if (field === 'place_of_service_code') {
    const code = textIn(row, field)
    const word = codeWord(field, code)
    return code === ''
      ? 'same as the visit'
      : word === code
        ? `${code} isn’t a known place of service`
        : word
  }
  if (field === 'charge_amount_cents' || field === 'quantity') {
    const unit = unitCents(textIn(row, 'charge_amount_cents'), textIn(row, 'quantity'))
    if (textIn(row, 'quantity').trim() === '1')
      return `${textIn(row, 'charge_amount_cents')} in all`
    return unit === undefined
      ? 'enter the line’s total'
      : `${textIn(row, 'charge_amount_cents')} in all: ${textIn(row, 'quantity')} × ${formatCents(unit)}`
  }
  return field === 'diagnosis_pointers' ? pointersMeaning(textIn(row, field), diagnoses) : undefined
}

function pointersMeaning(letters: string, diagnoses: readonly DraftRow[]): string {
  const pointers = fromText(letters, { kind: 'list', item: { kind: 'number' } })?.value as
    | number[]
    | undefined
  const choice = () =>
    diagnoses.map((row, place) => `${letterOf(place)} ${textIn(row, 'code')}`).join(', ')
  if (!pointers) return `enter diagnosis letters: ${choice()}`
  if (pointers.length === 0)
    return diagnoses.length === 0 ? 'no diagnoses to choose from' : `choose from ${choice()}`
  return pointers
    .map((pointer) =>
      diagnoses[pointer]
        ? `${letterOf(pointer)} ${textIn(diagnoses[pointer], 'code')} ${textIn(diagnoses[pointer], 'name')}`.trim()
        : `${letterOf(pointer)} isn’t a diagnosis`,
    )
    .join(' · ')
}

function textIn(row: DraftRow, name: string): string {
  const text = row[name]
  return typeof text === 'string' ? text : ''
}

// The control itself: a line that is moved keeps the focus in it, and only its name changes.
function useInFocus(grid: RefObject<HTMLElement | null>): Element | null {
  const [control, setControl] = useState<Element | null>(null)
  useEffect(() => {
    const element = grid.current
    const look = () => setControl(document.activeElement)
    // While the focus moves nothing has it; the next frame knows where it went.
    const later = () => requestAnimationFrame(look)
    element?.addEventListener('focusin', look)
    element?.addEventListener('focusout', later)
    return () => {
      element?.removeEventListener('focusin', look)
      element?.removeEventListener('focusout', later)
    }
  }, [grid])
  return control
}
