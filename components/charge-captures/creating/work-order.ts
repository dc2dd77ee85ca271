'use client'
import type { KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useFormContext } from 'react-hook-form'
import { focusControl } from '#components/form/focus-control.ts'
import { useRecord } from '#components/form/record-context.tsx'
import { useKeys } from '#components/frame/keys/keys.ts'
import { focusCell, linesAt } from '#components/charge-captures/sections/lines/line-columns.ts'
import { newRow, type DraftRow } from '#lib/rules/edit/edit-data.ts'
import { shapeAt } from '#lib/rules/edit/field-shape.ts'

/** The path of the diagnoses in the body that creates a capture. */
export const diagnosesAt = 'data.diagnoses'
const dateName = 'data.date_of_service'

/**
 * The keys that go through a new capture in the order of work: Enter in the date of service goes to
 * the first line's procedure, Alt+i from anywhere to the first diagnosis without a code. Each adds
 * the row that it needs. Answers the handler of the keys that bubble up from the fields.
 */
export function useWorkOrder(): (event: KeyboardEvent) => void {
  const { shape } = useRecord()
  const { getValues, setValue } = useFormContext()
  const rowsAt = (at: string) => (getValues(at) ?? []) as DraftRow[]
  const add = (at: string) =>
    flushSync(() =>
      setValue(at, [...rowsAt(at), newRow(shapeAt(shape, `${at}.0`)!)], { shouldDirty: true }),
    )
  const toLine = () => {
    if (rowsAt(linesAt).length === 0) add(linesAt)
    focusCell({ line: 0, field: 'procedure_code' })
  }
  const toDiagnosis = () => {
    const blank = () => rowsAt(diagnosesAt).findIndex(({ code }) => code === '')
    if (blank() < 0) add(diagnosesAt)
    focusControl(`${diagnosesAt}.${blank()}.code`)
  }
  useKeys([{ keys: 'Alt+i', label: 'Next diagnosis to enter', run: toDiagnosis }])
  return (event) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.altKey) return
    if ((event.target as Element).getAttribute('name') !== dateName) return
    event.preventDefault()
    toLine()
  }
}
