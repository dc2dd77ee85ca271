import { describe, expect, test } from 'vitest'
import { createContractV2Body } from './contracts/contracts-v2.ts'
import { createChargeCaptureBody } from './charge-captures.ts'
import { strictIssues } from './strict-values.ts'

const body = (data: object) => ({ data, charge_external_id: 'c', patient_external_id: 'p', status: 'planned' })
const paths = (data: object) => strictIssues(createChargeCaptureBody, body(data)).map((issue) => issue.path)

describe('what a strict reader refuses', () => {
  test('an unknown enumeration value, at its path', () => {
    expect(paths({ service_lines: [{ units: 'UN' }, { units: 'HOURS' }] })).toEqual(['data.service_lines.1.units'])
  })

  test('a date that is not in the calendar', () => {
    expect(paths({ date_of_service: '2026-02-29' })).toEqual(['data.date_of_service'])
    expect(paths({ date_of_service: '2028-02-29', patient: { date_of_birth: '1980-1-1' } })).toEqual([
      'data.patient.date_of_birth',
    ])
  })

  test('an instant without a time', () => {
    expect(paths({ clinical_notes: [{ notes: [{ timestamp: '2026-08-14' }] }] })).toEqual([
      'data.clinical_notes.0.notes.0.timestamp',
    ])
  })

  test('a fraction of a cent', () => {
    expect(paths({ service_lines: [{ charge_amount_cents: 12_500 }, { charge_amount_cents: 125.5 }] })).toEqual([
      'data.service_lines.1.charge_amount_cents',
    ])
  })

  test('values inside unions', () => {
    const regions = { type: 'states', states: ['OR', 'XX'] }
    expect(strictIssues(createContractV2Body, { regions }).map((issue) => issue.path)).toEqual(['regions.states.1'])
  })

  test('lets known values, values in use, null, missing and unknown members pass', () => {
    expect(paths({ place_of_service_code: '27', synchronicity: null, unknown_member: 'x' })).toEqual([])
  })
})
