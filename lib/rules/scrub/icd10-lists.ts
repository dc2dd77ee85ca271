import type { LocalDate } from '#lib/core/local-date.ts'
import { isIcd10Shape, normalizeDiagnosisCode } from '#lib/rules/codes/codes.ts'
import { listAt, textAt } from '#lib/rules/edit/read-json.ts'
import { dateAt } from './date-fields.ts'

/** What a year's list says of a code: it may be billed, it only heads longer codes that may, or it is not in the list. */
export type CodeStanding = 'billable' | 'header' | 'absent'

/** A code (in capitals, without its dot) of a fiscal year. */
export type YearCode = { fiscal_year: number; code: string }

/** What is known of a code; undefined where the year's list is not known, or nobody asked. */
export type FindCode = (asked: YearCode) => CodeStanding | undefined

/** The fiscal year of a date, by which ICD-10-CM is published: that of 2027 begins on 2026-10-01. */
export function fiscalYearOf(date: LocalDate): number {
  return Number(date.slice(0, 4)) + (date.slice(5, 7) >= '10' ? 1 : 0)
}

/**
 * The day whose list a charge's diagnoses are judged by. CMS publishes a year's codes "for discharges occurring from
 * October 1" and "for patient encounters occurring from October 1": a stay is coded by its discharge, a professional's
 * service by its own date (else the first of its lines), also while the patient stays somewhere.
 */
function codingDay(data: unknown): LocalDate | undefined {
  const discharge = isProfessional(data) ? undefined : dateAt(data, 'discharge_date')
  return discharge ?? serviceDate(data)
}

// Only institutional claims have revenue codes; of the others, professional ones say where the service was.
function isProfessional(data: unknown): boolean {
  const lines = listAt(data, 'service_lines')
  if (lines.some((line) => textAt(line, 'revenue_code'))) return false
  return (
    textAt(data, 'place_of_service_code') !== undefined || lines.some((line) => textAt(line, 'place_of_service_code'))
  )
}

function serviceDate(data: unknown): LocalDate | undefined {
  const days = listAt(data, 'service_lines').flatMap((line) => dateAt(line, 'date_of_service') ?? [])
  return dateAt(data, 'date_of_service') ?? days.toSorted()[0]
}

/** The ICD-10-CM codes of a charge with their place among its diagnoses; none where no day says which year's they are. */
export function codesOf(data: unknown): (YearCode & { place: number; written: string })[] {
  const day = codingDay(data)
  if (day === undefined) return []
  return listAt(data, 'diagnoses').flatMap((diagnosis, place) => {
    const written = textAt(diagnosis, 'code')
    const type = textAt(diagnosis, 'code_type')
    if (written === undefined || !isIcd10Shape(written) || type === 'BK' || type === 'BF') return []
    return [{ fiscal_year: fiscalYearOf(day), code: normalizeDiagnosisCode(written), place, written }]
  })
}
