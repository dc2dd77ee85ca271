import type { LocalDate } from '#lib/core/local-date.ts'
import { isIcd10Shape, normalizeDiagnosisCode } from '#lib/rules/codes/codes.ts'
import { isIcd10Row } from '#lib/rules/codes/diagnosis-kinds.ts'
import { listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { dateAt } from './date-fields.ts'

/** The entry of a code in a year's list: billable, a header of longer codes, or absent. */
export type CodeValidity = 'billable' | 'header' | 'absent'

/** A code (in capitals, without its dot) of a fiscal year. */
export type YearCode = { fiscal_year: number; code: string }

/** Looks up a code; undefined if the year's list is missing or the code was not asked for. */
export type FindCode = (asked: YearCode) => CodeValidity | undefined

/** The ICD-10-CM fiscal year of a date: 2027 starts on 2026-10-01. */
export function fiscalYearOf(date: LocalDate): number {
  return Number(date.slice(0, 4)) + (date.slice(5, 7) >= '10' ? 1 : 0)
}

/**
 * The date that selects the yearly list for a charge's diagnoses. CMS publishes a year's codes "for
 * discharges occurring from October 1" and "for patient encounters occurring from October 1": a
 * stay uses its discharge date; a professional service uses its own date (otherwise its first
 * line's), also during a stay.
 */
function codingDay(data: unknown): LocalDate | undefined {
  const discharge = isProfessional(data) ? undefined : dateAt(data, 'discharge_date')
  return discharge ?? serviceDate(data)
}

// Only institutional claims have revenue codes. Of the others, professional claims have a place of
// service.
function isProfessional(data: unknown): boolean {
  const lines = listAt(data, 'service_lines')
  if (lines.some((line) => textAt(line, 'revenue_code'))) return false
  return (
    textAt(data, 'place_of_service_code') !== undefined ||
    lines.some((line) => textAt(line, 'place_of_service_code'))
  )
}

function serviceDate(data: unknown): LocalDate | undefined {
  const days = listAt(data, 'service_lines').flatMap(
    (line) => dateAt(line, 'date_of_service') ?? [],
  )
  return dateAt(data, 'date_of_service') ?? days.toSorted()[0]
}

/**
 * The ICD-10-CM codes of a charge with the index of their diagnosis; empty without a date to choose
 * the year.
 */
export function codesOf(data: unknown): (YearCode & { place: number; written: string })[] {
  const day = codingDay(data)
  if (day === undefined) return []
  return listAt(data, 'diagnoses').flatMap((diagnosis, place) => {
    const written = textAt(diagnosis, 'code')
    if (written === undefined || !isIcd10Shape(written) || !isIcd10Row(diagnosis)) return []
    return [
      { fiscal_year: fiscalYearOf(day), code: normalizeDiagnosisCode(written), place, written },
    ]
  })
}
