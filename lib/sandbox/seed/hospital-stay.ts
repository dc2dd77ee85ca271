import type { ChargeCaptureData } from '#lib/contract/charge-capture-data/charge-capture-data.ts'
import { type LocalDate, addDays } from '#lib/core/local-date.ts'
import { derivedNumber } from '#lib/sandbox/encounters/ids.ts'
import type { Visit } from './visit-data.ts'

/**
 * The members of an inpatient stay for an encounter of this visit, including members that only the
 * create request has. They are derived from the encounter's id, so that the other demo data does
 * not depend on them.
 */
export function makeStay(
  encounterId: string,
  { clinic, rendering, date: admitted }: Visit,
  { service_lines }: ChargeCaptureData,
  today: LocalDate,
) {
  const derived = (part: string, below: number) => derivedNumber(encounterId, `stay.${part}`, below)
  const surgeon =
    clinic.staff.findLast((provider) => !provider.employment_termination_date) ?? rendering
  const left = addDays(admitted, derived('days', 4))
  const isAccident = derived('accident', 3) === 0
  return {
    place_of_service_code: '21',
    service_lines: service_lines!.map((line) => ({ ...line, place_of_service_code: '21' })),
    submission_expectation: 'TARGET_INSTITUTIONAL',
    type_of_bill: { type_of_facility: '1', type_of_care: '1', frequency_code: '1' },
    admission_date: admitted,
    admission_hour: 6 + derived('in', 14),
    admission_type_code: ['1', '2', '3'][derived('type', 3)]!,
    admission_source_code: ['1', '2', '4'][derived('source', 3)]!,
    // The patient was discharged in the evening; not today, because that may be in the future.
    discharge_date: left < today ? left : addDays(today, -1),
    discharge_hour: 20 + derived('out', 3),
    discharge_status: ['01', '03', '06'][derived('status', 3)]!,
    attending_provider: named(rendering),
    operating_provider: named(surgeon),
    ...(isAccident
      ? {
          accident_date: admitted,
          accident_state_or_province_code: 'OR',
          related_causes_information: { related_causes_code_1: 'OA', state_or_province_code: 'OR' },
        }
      : {}),
  }
}

function named({ npi, first_name, last_name, taxonomy_code }: Visit['rendering']) {
  return { npi, first_name, last_name, taxonomy_code }
}
