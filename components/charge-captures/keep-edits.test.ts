import { expect, test } from 'vitest'
import { captureShape } from '#lib/rules/contract-shape.ts'
import type { DraftObject, DraftRow } from '#lib/rules/edit-data.ts'
import { draftOf } from '#lib/rules/edit-data.ts'
import { editableShape } from '#lib/rules/edit-scope.ts'
import { editsSince, keepEdits } from './keep-edits.ts'
import { toLoadedCapture } from './loaded-capture.ts'

const shape = editableShape(captureShape())
const read = (data: object) => toLoadedCapture({ charge_capture: JSON.stringify({ id: 'c', charge_capture_data: data }), claim_creation: null, claim_creation_failure: null })
const lines = (...codes: string[]) => codes.map((procedure_code) => ({ procedure_code }))

function edit(change: (data: { patient: DraftObject; service_lines: DraftRow[] }) => void) {
  const before = read({ patient: { last_name: 'Old' }, service_lines: lines('a', 'b') })
  const draft = draftOf(before.base, shape) as DraftObject
  change(draft.data as unknown as { patient: DraftObject; service_lines: DraftRow[] })
  return { before, draft }
}

test('edits are made again on a newer reading', () => {
  const { before, draft } = edit((data) => {
    data.patient.last_name = 'Mine'
    data.service_lines[1]!.procedure_code = 'z'
  })
  const kept = keepEdits(draft, shape, before, read({ patient: { first_name: 'New' }, service_lines: lines('a', 'c') }))
  expect(kept.lost).toEqual([])
  expect(kept.texts.toSorted((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'data.patient.last_name', text: 'Mine' },
    { name: 'data.service_lines.1.procedure_code', text: 'z' },
  ])
})

test('a text never lands in another row', () => {
  const { before, draft } = edit((data) => {
    data.service_lines[1]!.procedure_code = 'z'
  })
  expect(keepEdits(draft, shape, before, read({ service_lines: lines('a') })).texts).toEqual([])
  const moved = edit((data) => {
    data.service_lines.reverse()
    data.service_lines[0]!.procedure_code = 'z'
  })
  expect(keepEdits(moved.draft, shape, moved.before, read({ service_lines: lines('a', 'b') }))).toMatchObject({ texts: [], lost: [{ kind: 'set' }, { kind: 'moved' }] })
})

test('what was typed while a save was on its way is told from what the save sent', () => {
  const { before, draft: sent } = edit((data) => {
    data.patient.last_name = 'sent'
  })
  const draft = structuredClone(sent)
  const data = draft.data as unknown as { patient: DraftObject; service_lines: DraftRow[] }
  data.service_lines[0]!.procedure_code = 'later'
  const saved = read({ patient: { last_name: 'SENT' }, service_lines: lines('a', 'b') })
  expect(editsSince(sent, sent, shape, before, saved)).toEqual([])
  expect(editsSince(sent, draft, shape, before, saved)).toEqual([{ name: 'data.service_lines.0.procedure_code', text: 'later' }])
  data.patient.last_name = 'Old'
  expect(editsSince(sent, draft, shape, before, saved)).toContainEqual({ name: 'data.patient.last_name', text: 'Old' })
})
