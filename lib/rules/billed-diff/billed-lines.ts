import { type Json, type JsonObject, isJsonObject, toNumber } from '#lib/core/json.ts'
import { normalizeDiagnosisCode } from '#lib/rules/codes/codes.ts'
import { listAt, textAt } from '#lib/rules/edit/read-json.ts'
import { meaningOf } from './meaning.ts'

/** A service line with what it says wherever it stands: codes instead of pointers, and what it takes from its header. */
export type ClaimLine = {
  /** The capture that it belongs to, and its place there; a billed line knows only its place on the claim. */
  capture_id: string | undefined
  index: number
  raw: JsonObject
  /** The charge in whole cents; undefined where there is none, or none that can be read exactly. */
  cents: number | undefined
  /** The diagnoses that it points at, in order, as `diagnosisKey` spells them. */
  codes: string[]
  place: string | undefined
  from: string | undefined
  to: string | undefined
  authorization: string | undefined
}

/** The service lines of a ChargeCaptureData: of a claim, or of a capture, which then names itself. */
export function linesOf(data: Json, captureId?: string): ClaimLine[] {
  const diagnoses = listAt(data, 'diagnoses')
  const [place, from, to] = ['place_of_service_code', 'date_of_service', 'end_date_of_service'].map((name) =>
    textAt(data, name),
  )
  return listAt(data, 'service_lines').map((line, index) => {
    const ownFrom = textAt(line, 'date_of_service')
    const first = ownFrom ?? from
    // A line with a day of its own ends on that day; the header's end belongs to the header's beginning.
    const last = textAt(line, 'end_date_of_service') ?? (ownFrom === undefined ? to : undefined) ?? first
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
      authorization: textAt(line, 'prior_authorization_number') ?? textAt(data, 'prior_authorization_number'),
    }
  })
}

/** One name for a diagnosis: its code, whatever its case and dot; else all that it says. */
export function diagnosisKey(diagnosis: unknown): string {
  const code = textAt(diagnosis, 'code')
  return code === undefined ? (meaningOf(diagnosis) ?? '') : normalizeDiagnosisCode(code)
}

// A pointer at nothing names nothing, and one that is repeated says nothing more.
function codesOf(line: unknown, diagnoses: unknown[]): string[] {
  const named = listAt(line, 'diagnosis_pointers').map((pointer) => diagnoses[toNumber(pointer) ?? -1])
  return [...new Set(named.filter((diagnosis) => diagnosis !== undefined).map(diagnosisKey))]
}

/** A procedure code as one compares it. */
export function procedureOf(line: ClaimLine): string | undefined {
  return textAt(line.raw, 'procedure_code')?.toUpperCase()
}

/** The modifiers of a line in their order, which payers price by. */
export function modifiersOf(line: ClaimLine): string[] {
  return listAt(line.raw, 'modifiers').flatMap((modifier) =>
    typeof modifier === 'string' && modifier.trim() !== '' ? [modifier.trim().toUpperCase()] : [],
  )
}
