import { describe, expect, test } from 'vitest'
import { captureShape } from '#lib/rules/edit/contract-shape.ts'
import { editableShape } from '#lib/rules/edit/edit-scope.ts'
import { toLoadedCapture } from '#components/charge-captures/loaded-capture.ts'
import { placeOf } from './field-marks.ts'
import { partnerMarks, placedErrors, placeInCapture } from './capture-marks.ts'

const body = captureShape()
const editable = editableShape(body)

describe('an error is shown at its control, else at its section', () => {
  const data = { patient: {}, vitals: {}, service_lines: [{}, {}], tomorrow: 1 }
  test.each([
    ['service_lines[1].diagnosisPointers', 'data.service_lines.1.diagnosis_pointers'],
    ['charge_external_id', 'charge_external_id'],
    ['place_of_service_code', 'data.place_of_service_code'],
    ['patient', 'data.patient'],
    ['patient.address', 'data.patient'],
    ['service_lines.1', 'data.service_lines'],
    ['vitals.height_in', 'data.vitals.height_in'],
    ['patient.non_insurance_payers', 'data.patient.non_insurance_payers'],
    ['tomorrow', 'data.other'],
    ['nothing of the kind', undefined],
    [undefined, undefined],
  ])('%s at %s', (field, name) => {
    expect(placeOf(field, data, body, editable)).toBe(name)
  })
})

test('a member that only this record has gets its own control', () => {
  const base = { data: { patient: { shoe: 43 }, tomorrow: 1 } }
  const own = editableShape(body, base)
  expect(
    ['data.patient.shoe', 'tomorrow', 'patient.shoe', 'patient.hat'].map((field) =>
      placeOf(field, base.data, body, own),
    ),
  ).toEqual(['data.patient.shoe', 'data.tomorrow', 'data.patient.shoe', 'data.patient'])
})

describe('the marks of a capture', () => {
  const capture = {
    id: 'c',
    charge_capture_data: { patient: {}, service_lines: [{}] },
    error: { id: 'e1', message: 'first', field_in_error: 'patient.last_name' },
  }
  const errors = [
    { id: 'e1', charge_capture_id: 'c', message: 'first', field_in_error: 'patient.last_name' },
    { id: 'e2', charge_capture_id: null, message: 'whole', field_in_error: null },
    { id: 'e3', charge_capture_id: 'another', message: 'not ours' },
    { id: 'e4', charge_capture_id: 'c', message: 'done', resolved: true },
  ]
  const reply = {
    charge_capture: JSON.stringify(capture),
    claim_creation: JSON.stringify({ id: 'b', errors }),
    claim_creation_failure: null,
  }
  const loaded = { ...toLoadedCapture(reply), body, shape: editable }

  test('show its own errors and those of its claim creation, each once', () => {
    expect(placedErrors(loaded).map((error) => error.message)).toEqual(['first', 'whole'])
    expect([...partnerMarks(loaded).keys()]).toEqual(['data.patient.last_name'])
  })

  test('show a refusal at its fields, new rows included, and list what belongs to no field', () => {
    const issues = [
      { path: 'somewhere.else', message: 'is not welcome' },
      { path: '', message: 'in general' },
      { path: 'data.service_lines.2.units', message: 'is missing' },
    ]
    const { unplaced, firstBad, marks } = placeInCapture(issues, 'refused', loaded)
    expect(unplaced).toEqual(['somewhere.else: is not welcome', 'in general'])
    expect(firstBad).toBe('data.service_lines.2.units')
    expect(marks.get('data.service_lines.2.units')).toEqual([
      { from: 'refused', severity: 'error', message: 'is missing' },
    ])
  })
})
