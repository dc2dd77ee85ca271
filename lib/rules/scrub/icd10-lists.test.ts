import { describe, expect, test } from 'vitest'
import { codesOf } from './icd10-lists.ts'

const diagnoses = [{ code_type: 'ABK', code: 'E11.9' }]
const year = (more: object) => codesOf({ diagnoses, ...more }).map(({ fiscal_year }) => fiscal_year)

describe('the year whose list applies to a claim’s diagnoses', () => {
  const stay = {
    date_of_service: '2026-09-28',
    admission_date: '2026-09-28',
    discharge_date: '2026-10-02',
  }
  const institutional = { service_lines: [{ revenue_code: '0450', date_of_service: '2026-09-28' }] }
  const professional = {
    service_lines: [{ procedure_code: 'G0463', date_of_service: '2026-09-28' }],
  }

  test('is the year of the discharge for a hospital stay, also across 1 October', () => {
    expect(year({ ...stay, ...institutional })).toEqual([2027])
    expect(year({ ...stay, ...institutional, place_of_service_code: '21' })).toEqual([2027])
    expect(year({ ...stay, ...institutional, discharge_date: '2026-09-30' })).toEqual([2026])
    // Another rule reports a discharge before the service.
    expect(
      year({ ...institutional, date_of_service: '2026-10-02', discharge_date: '2026-09-30' }),
    ).toEqual([2026])
  })

  test('is the year of the discharge if nothing shows a professional claim', () => {
    expect(year(stay)).toEqual([2027])
    expect(year({ ...stay, ...professional })).toEqual([2027])
  })

  test('is the year of the service for professional services during a stay', () => {
    expect(year({ ...stay, ...professional, place_of_service_code: '21' })).toEqual([2026])
    expect(
      year({ ...stay, service_lines: [{ procedure_code: 'G0463', place_of_service_code: '21' }] }),
    ).toEqual([2026])
  })

  test('is the year of the service without a valid discharge date', () => {
    expect(year({ date_of_service: '2026-09-28', ...institutional })).toEqual([2026])
    expect(year({ ...stay, ...institutional, discharge_date: '2026-09-31' })).toEqual([2026])
    expect(
      year({
        discharge_date: null,
        service_lines: [{ date_of_service: '2026-10-01' }, { date_of_service: '2026-09-30' }],
      }),
    ).toEqual([2026])
    expect(year({})).toEqual([])
  })
})
