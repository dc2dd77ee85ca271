import { type Json, type JsonObject, isJsonObject, toNumber } from '#lib/core/json.ts'
import { normalizeDiagnosisCode } from '#lib/rules/codes/codes.ts'
import { listAt, textAt } from '#lib/rules/edit/json-path.ts'
import { meaningOf } from './meaning.ts'

/**
 * A service line with context-free values: codes instead of pointers, and the values that it
 * inherits from its header.
 */
export type ClaimLine = {
  /**
   * The capture of the line and the line's index there. A billed line knows only its index on the
   * claim.
   */
  capture_id: string | undefined
  index: number
  raw: JsonObject
  /** The charge in whole cents; undefined if it is missing or cannot be read exactly. */
  cents: number | undefined
  /** The diagnoses of its pointers, in order, as `diagnosisKey` writes them. */
  codes: string[]
  place: string | undefined
  from: string | undefined
  to: string | undefined
  authorization: string | undefined
}

/** The service lines of a ChargeCaptureData, either of a claim or of the capture `captureId`. */
export function linesOf(data: Json, captureId?: string): ClaimLine[] {
  const diagnoses = listAt(data, 'diagnoses')
  const [place, from, to] = ['place_of_service_code', 'date_of_service', 'end_date_of_service'].map(
    (name) => textAt(data, name),
  )
  return listAt(data, 'service_lines').map((line, index) => {
    const ownFrom = textAt(line, 'date_of_service')
    const first = ownFrom ?? from
    // A line with its own date ends on that date; the header's end date belongs to the header's
    // start date.
    const last =
      textAt(line, 'end_date_of_service') ?? (ownFrom === undefined ? to : undefined) ?? first
    const cents = toNumber(isJsonObject(line) ? line.charge_amount_cents : undefined)
    return {
      capture_id: captureId,
      index,
      raw: isJsonObject(line) ? line : {},
      cents: Number.isSafeInteger(cents) ? cents : undefined,
      codes: codesOf(line, diagnoses),
      place: textAt(line, 'place_of_service_code') ?? place,
      from: first,
      to: last,
      authorization:
        textAt(line, 'prior_authorization_number') ?? textAt(data, 'prior_authorization_number'),
    }
  })
}

/**
 * Identifies a diagnosis by its code, ignoring case and dot; without a code, by its whole content.
 */
export function diagnosisKey(diagnosis: unknown): string {
  const code = textAt(diagnosis, 'code')
  return code === undefined ? (meaningOf(diagnosis) ?? '') : normalizeDiagnosisCode(code)
}

// Ignores invalid and repeated pointers.
function codesOf(line: unknown, diagnoses: unknown[]): string[] {
  const named = listAt(line, 'diagnosis_pointers').map(
    (pointer) => diagnoses[toNumber(pointer) ?? -1],
  )
  return [...new Set(named.filter((diagnosis) => diagnosis !== undefined).map(diagnosisKey))]
}

/** The procedure code of a line, normalized for comparison. */
export function procedureOf(line: ClaimLine): string | undefined {
  return textAt(line.raw, 'procedure_code')?.toUpperCase()
}

/** What a line bills: its procedure, or the revenue code of an institutional line without one. */
export function serviceOf(line: ClaimLine): string | undefined {
  const revenue = textAt(line.raw, 'revenue_code')
  return procedureOf(line) ?? (revenue && `revenue code ${revenue}`)
}

/** The modifiers of a line in order; payers price by the order. */
export function modifiersOf(line: ClaimLine): string[] {
  return listAt(line.raw, 'modifiers').flatMap((modifier) =>
    typeof modifier === 'string' && modifier.trim() !== '' ? [modifier.trim().toUpperCase()] : [],
  )
}
