import { expect, test } from 'vitest'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { type DraftObject, type DraftRow, draftOf } from '#lib/rules/edit/edit-data.ts'
import { serializeEdits } from '#lib/rules/edit/draft-edits.ts'
import { restoreDraft } from '#components/form/writing/use-record-form.tsx'
import { captureSpec, openCapture } from './capture-spec.ts'

const body = captureShape()

function replyOf(data: string) {
  return {
    charge_capture: `{"id":"c","status":"billable","charge_capture_data":${data},"updates":[]}`,
    claim_creation: null,
    claim_creation_failure: null,
  }
}

const open = (reply: ReturnType<typeof replyOf>) => openCapture(reply, { id: 'c', body, readAt: 0 })
const before = replyOf(
  '{"patient":{"first_name":"Ada","last_name":"L"},"service_lines":[{"charge_amount_cents":100}]}',
)

function formOf(reply = before) {
  const loaded = open(reply)
  const { shape } = loaded
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

test('a restored draft has its edits on the record that they were made on', () => {
  const { draft, found } = foundAfter((data) => {
    data.patient.first_name = 'Grace'
  })
  const restored = restoreDraft(captureSpec, open(before), found)!
  expect(restored).toMatchObject({
    draft,
    changes: 1,
    paths: ['data.patient.first_name'],
    isBaseOld: false,
    savedAt: found.saved_at,
  })
  expect(restored.loaded).toEqual(open(before))
})

test('when the record has changed since, a restored draft keeps the base that its edits were made on', () => {
  const { found } = foundAfter((data) => {
    data.patient.first_name = 'Grace'
  })
  const now = replyOf(
    '{"patient":{"first_name":"Ada","last_name":"Theirs"},"service_lines":[{"charge_amount_cents":100}]}',
  )
  const restored = restoreDraft(captureSpec, open(now), found)!
  expect(restored.isBaseOld).toBe(true)
  expect(restored.loaded.text).toBe(before.charge_capture)
  expect(restored.loaded.capture).toEqual(open(now).capture)
})

test('nothing is restored when the record has the edits by now', () => {
  const { found } = foundAfter((data) => {
    data.patient.first_name = 'Grace'
  })
  expect(
    restoreDraft(
      captureSpec,
      open(
        replyOf(
          '{"patient":{"first_name":"Grace","last_name":"L"},"service_lines":[{"charge_amount_cents":100}]}',
        ),
      ),
      found,
    ),
  ).toBeUndefined()
})

test('a half-typed amount is restored, although it changes nothing', () => {
  const { draft, found } = foundAfter((data) => {
    data.service_lines[0]!.charge_amount_cents = '1,2,'
  })
  expect(restoreDraft(captureSpec, open(before), found)).toMatchObject({
    draft,
    changes: 0,
    paths: ['data.service_lines.0.charge_amount_cents'],
  })
})
