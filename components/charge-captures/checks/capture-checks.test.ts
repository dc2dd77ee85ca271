import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#lib/core/json.ts'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { type DraftObject, draftOf } from '#lib/rules/edit/edit-data.ts'
import { editableShape } from '#lib/rules/edit/edit-scope.ts'
import { cleanWith } from '#lib/rules/testdata/clean-capture.ts'
import { findingsOf, marksOfFindings } from './capture-checks.ts'

const body = captureShape()

function found(
  changes: Record<string, unknown>,
  type: (draft: DraftObject) => void = () => undefined,
) {
  const base: JsonObject = {
    status: 'billable',
    charge_external_id: 'CHG-1',
    patient_external_id: 'P-1',
    data: cleanWith(changes) as Json,
  }
  const editable = editableShape(body, base)
  const draft = draftOf(base, editable) as DraftObject
  type(draft)
  return findingsOf({ base, draft, editable, body })
}

test('the checks judge the edited form, not the loaded record', () => {
  expect(found({})).toEqual([])
  const findings = found(
    {},
    (draft) =>
      ((draft.data as DraftObject).rendering_provider = {
        ...((draft.data as DraftObject).rendering_provider as DraftObject),
        npi: '1234567890',
      }),
  )
  expect(findings).toMatchObject([
    {
      name: 'data.rendering_provider.npi',
      rule: 'npi-check-digit',
      severity: 'error',
      isBlocking: false,
      how: expect.stringMatching(/registry/),
    },
  ])
})

test('a finding is shown at its control, else at the control around it, else at its section', () => {
  const names = (changes: Record<string, unknown>) => found(changes).map((finding) => finding.name)
  expect(names({ 'service_lines.0.modifiers': ['25', 'rt'] })).toEqual([
    'data.service_lines.0.modifiers',
  ])
  expect(names({ service_lines: [] })).toContain('data.service_lines')
  expect(names({ 'patient.address': null })).toEqual(['data.patient'])
  expect(names({ charge_capture_of_tomorrow: 1 })).toEqual([])
})

test('a fix names controls, and a field shows all of its findings', () => {
  const findings = found({
    'patient.address.zip_code': '97205-1234',
    'service_lines.0.modifiers': ['25', '25', 'rt'],
  })
  const marks = marksOfFindings(findings)
  // The four are right already; writing them again does no harm.
  expect(marks.get('data.patient.address.zip_code')?.[0]?.fix?.sets).toEqual([
    { name: 'data.patient.address.zip_code', value: '97205' },
    { name: 'data.patient.address.zip_plus_four_code', value: '1234' },
  ])
  expect(marks.get('data.service_lines.0.modifiers')).toHaveLength(2)
})

test('a loaded value that the partner would refuse blocks no save until it is changed', () => {
  expect(found({ referral_number: 'R1'.repeat(26) })).toMatchObject([
    { certain: true, isBlocking: false },
  ])
  const longer = found(
    { referral_number: 'R1'.repeat(26) },
    (draft) => ((draft.data as DraftObject).referral_number = 'R1'.repeat(27)),
  )
  expect(longer).toMatchObject([{ certain: true, isBlocking: true }])
})
