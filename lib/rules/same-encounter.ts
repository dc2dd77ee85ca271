import { type Json, type JsonObject, isJsonObject, toNumber } from '#lib/core/json.ts'

/**
 * True if an encounter equals the request that would create it, as far as both have the same
 * members: providers, place, billable status, dates, diagnoses and lines. An encounter does not
 * name its patient record or appointments, so this comparison distinguishes our own encounter from
 * another one with the same external id.
 */
export function isSameEncounter(request: JsonObject, encounter: JsonObject): boolean {
  if (textAt(encounter, 'claim_creation_id') !== undefined) return false
  const texts = [
    ['external_id'],
    ['rendering_provider', 'npi'],
    ['billing_provider', 'npi'],
    ['billable_status'],
    ['place_of_service_code'],
    ['date_of_service'],
  ]
  if (
    texts.some(
      (path) =>
        textAt(request, ...path) !== undefined &&
        textAt(request, ...path) !== textAt(encounter, ...path),
    )
  )
    return false
  const claims = itemsAt(encounter, 'claims')
  const lines = claims.flatMap((claim) => itemsAt(claim, 'service_lines'))
  return (
    sameRows(itemsAt(request, 'diagnoses'), itemsAt(encounter, 'diagnoses'), diagnosisOf) &&
    sameRows(itemsAt(request, 'service_lines'), lines, lineOf)
  )
}

function sameRows(asked: Json[], made: Json[], of: (row: Json) => string): boolean {
  return asked.length === made.length && asked.every((row, place) => of(row) === of(made[place]!))
}

function diagnosisOf(row: Json): string {
  return JSON.stringify([textAt(row, 'code_type'), textAt(row, 'code')])
}

function lineOf(row: Json): string {
  const charge = isJsonObject(row) ? (toNumber(row.charge_amount_cents) ?? 0) : 0
  return JSON.stringify([textAt(row, 'procedure_code'), itemsAt(row, 'modifiers'), charge])
}

function valueAt(value: Json | undefined, path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (inner, name) => (isJsonObject(inner) && Object.hasOwn(inner, name) ? inner[name] : undefined),
    value,
  )
}

function textAt(value: Json | undefined, ...path: string[]): string | undefined {
  const found = valueAt(value, path)
  return typeof found === 'string' && found !== '' ? found : undefined
}

function itemsAt(value: Json | undefined, name: string): Json[] {
  const found = valueAt(value, [name])
  return Array.isArray(found) ? found : []
}
