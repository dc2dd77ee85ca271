import { expect, test } from 'vitest'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { type DraftObject, type DraftRow, draftOf } from '#lib/rules/edit/edit-data.ts'
import { editableShape } from '#lib/rules/edit/edit-scope.ts'
import { serializeEdits } from '#lib/rules/edit/draft-edits.ts'
import { toLoadedCapture } from '#components/charge-captures/loaded-capture.ts'
import { restoredCapture } from './restored-capture.ts'

const body = captureShape()

function replyOf(data: string) {
  return {
    charge_capture: `{"id":"c","status":"billable","charge_capture_data":${data},"updates":[]}`,
    claim_creation: null,
    claim_creation_failure: null,
  }
}

const before = replyOf('{"patient":{"first_name":"Ada","last_name":"L"},"service_lines":[{"charge_amount_cents":100}]}')

function formOf(reply = before) {
  const loaded = toLoadedCapture(reply)
  const shape = editableShape(body, loaded.base)
  const draft = draftOf(loaded.base, shape) as DraftObject
  const data = draft.data as { patient: DraftObject; service_lines: DraftRow[] }
  return { loaded, shape, draft, data }
}

function foundAfter(type: (data: ReturnType<typeof formOf>['data']) => void) {
  const { loaded, shape, draft, data } = formOf()
  type(data)
  const edits = serializeEdits(loaded.base, shape, draft) ?? ''
  return { draft, found: { base: loaded.text, edits, saved_at: '2026-01-02T03:04:05Z' } }
}

test('edits come back on the record that they were made on', () => {
  const { draft, found } = foundAfter((data) => {
    data.patient.first_name = 'Grace'
  })
  const restored = restoredCapture(found, before, body)!
  expect(restored).toMatchObject({
    draft,
    changes: 1,
    paths: ['data.patient.first_name'],
    isBaseOld: false,
    savedAt: found.saved_at,
  })
  expect(restored.loaded).toEqual(toLoadedCapture(before))
})

test('when the record changed meanwhile, the edits keep the base that they were made on', () => {
  const { found } = foundAfter((data) => {
    data.patient.first_name = 'Grace'
  })
  const now = replyOf(
    '{"patient":{"first_name":"Ada","last_name":"Theirs"},"service_lines":[{"charge_amount_cents":100}]}',
  )
  const restored = restoredCapture(found, now, body)!
  expect(restored.isBaseOld).toBe(true)
  expect(restored.loaded.text).toBe(before.charge_capture)
  expect(restored.loaded.capture).toEqual(toLoadedCapture(now).capture)
})

test('edits that the record holds by now are no draft any more', () => {
  const { found } = foundAfter((data) => {
    data.patient.first_name = 'Grace'
  })
  expect(
    restoredCapture(
      found,
      replyOf('{"patient":{"first_name":"Grace","last_name":"L"},"service_lines":[{"charge_amount_cents":100}]}'),
      body,
    ),
  ).toBeUndefined()
})

test('a half-typed amount is kept, though it would change nothing', () => {
  const { draft, found } = foundAfter((data) => {
    data.service_lines[0]!.charge_amount_cents = '1,2,'
  })
  expect(restoredCapture(found, before, body)).toMatchObject({
    draft,
    changes: 0,
    paths: ['data.service_lines.0.charge_amount_cents'],
  })
})
