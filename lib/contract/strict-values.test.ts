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

  test('an instant on a day that does not exist, or at such a time', () => {
    const complaint = (timestamp: string) =>
      strictIssues(createChargeCaptureBody, body({ clinical_notes: [{ notes: [{ timestamp }] }] })).map(
        ({ path, message }) => `${path} ${message}`,
      )
    const at = 'data.clinical_notes.0.notes.0.timestamp'
    for (const day of ['2024-02-30', '2026-02-29', '2026-13-01', '2026-04-31', '2026-00-10', '0000-00-00'])
      expect(complaint(`${day}T10:00:00Z`)).toEqual([`${at} is on a day that does not exist`])
    for (const text of [
      '2024-02-28T25:00:00Z',
      '2024-02-28T10:61:00Z',
      '2024-02-28T10:00:00 (noon)',
      '2024-02-28Tnoon',
    ])
      expect(complaint(text)).toEqual([`${at} is not an ISO 8601 date-time`])
    for (const text of [
      '2024-02-29T10:00:00Z',
      '2024-02-29T10:00:00.123456+05:30',
      '2024-02-29T10:00',
      '2024-02-29t10:00:00z',
    ])
      expect(complaint(text)).toEqual([])
  })

  test('a diagnosis pointer between two diagnoses', () => {
    expect(paths({ service_lines: [{ diagnosis_pointers: [0, 0.5, 1] }] })).toEqual([
      'data.service_lines.0.diagnosis_pointers.1',
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
