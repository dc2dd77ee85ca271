import { isJsonObject, sameJson, toNumber, type Json, type JsonObject } from '#lib/core/json.ts'
import { normalizeDiagnosisCode } from './codes/codes.ts'
import { isGiven, listAt, textAt } from './edit/json-path.ts'
import { isWholeUnit, pickUnit, unitAt } from './merge/units.ts'

/** Lists that are concatenated. Other lists come whole from the first capture that has them. */
export const concatenated: readonly string[] = [
  'clinical_notes',
  'billing_notes',
  'patient_histories',
  'interventions',
  'existing_medications',
  'claim_supplemental_information',
]
/** Lists that are combined without duplicates. */
export const united: readonly string[] = ['tag_ids', 'schema_instances']

/**
 * The ChargeCaptureData from which a bundle tries to make an encounter. A single capture is
 * returned unchanged. For several captures:
 * - service lines, notes and similar lists are concatenated;
 * - diagnoses are merged by code and kind, and every line's pointers are re-indexed;
 * - every other member, also inside sections (patient, providers, ...), is the first value that is not null, in the
 *   captures' order;
 * - a unit (insurance card, provider, person, address; `merge/units.ts`) comes whole from one capture;
 * - a line keeps its capture's place of service and prior authorization number if the claim has another.
 * ASSUMED: bundling-merge
 */
export function mergeCaptureData(parts: readonly Json[]): JsonObject {
  const objects = parts.filter(isJsonObject)
  if (objects.length <= 1) return objects[0] ?? {}
  const merged = objects.reduce((earlier, later) => fillIn(earlier, later, ''))
  for (const key of concatenated) mergeList(merged, objects, key, (lists) => lists.flat())
  for (const key of united) mergeList(merged, objects, key, (lists) => withoutRepeats(lists.flat()))
  mergeLines(merged, objects)
  return merged
}

/**
 * Fills the gaps of the earlier object from the later one, section by section. A unit is never
 * mixed.
 */
function fillIn(earlier: JsonObject, later: JsonObject, path: string): JsonObject {
  const unit = unitAt(path)
  const filled: JsonObject = { ...earlier }
  for (const [key, value] of Object.entries(later)) {
    if (unit?.has(key)) continue
    const own = Object.hasOwn(filled, key) ? filled[key]! : null
    const place = path === '' ? key : `${path}.${key}`
    if (own === null) filled[key] = value
    else if (isJsonObject(own) && isJsonObject(value) && !isWholeUnit(place))
      filled[key] = fillIn(own, value, place)
  }
  const [own, other] = [pickUnit(earlier, unit?.has), pickUnit(later, unit?.has)]
  if (!other || (own && !includesUnit(other, own))) return filled
  for (const key of Object.keys(own ?? {})) delete filled[key]
  return Object.assign(filled, other)
}

/** True if a unit has all values of another one, and possibly more. */
export function includesUnit(unit: JsonObject, other: JsonObject): boolean {
  return Object.entries(other).every(
    ([name, value]) => !isGiven(value) || sameJson(value, unit[name]),
  )
}

function mergeList(
  merged: JsonObject,
  parts: JsonObject[],
  key: string,
  join: (lists: Json[][]) => Json[],
): void {
  const lists = parts.map((part) => part[key]).filter((list) => Array.isArray(list))
  if (lists.length > 0) merged[key] = join(lists)
}

function withoutRepeats(items: Json[]): Json[] {
  const unique: Json[] = []
  for (const item of items) if (!unique.some((other) => sameJson(other, item))) unique.push(item)
  return unique
}

function mergeLines(merged: JsonObject, parts: JsonObject[]): void {
  const diagnoses: Json[] = []
  const lines: Json[] = []
  for (const part of parts) {
    const places = placeDiagnoses(listAt(part, 'diagnoses') as Json[], diagnoses)
    for (const line of listAt(part, 'service_lines') as Json[])
      lines.push(carryLine(line, places, part, merged))
  }
  if (parts.some((part) => Array.isArray(part.diagnoses))) merged.diagnoses = diagnoses
  if (parts.some((part) => Array.isArray(part.service_lines))) merged.service_lines = lines
}

/** Adds a capture's diagnoses to the merged ones and returns their new indexes. */
function placeDiagnoses(own: Json[], merged: Json[]): number[] {
  return own.map((diagnosis) => {
    const key = keyOf(diagnosis)
    const known = key === undefined ? -1 : merged.findIndex((other) => keyOf(other) === key)
    if (known >= 0) return known
    merged.push(merged.length === 0 ? diagnosis : asAdditional(diagnosis))
    return merged.length - 1
  })
}

// Principal and additional diagnoses of a code are one, of whose kind the claim decides. An
// admitting diagnosis and a patient's reason repeat the code and say something else.
function keyOf(diagnosis: unknown): string | undefined {
  const [code, kind] = [textAt(diagnosis, 'code'), textAt(diagnosis, 'code_type') ?? 'ABF']
  if (code === undefined) return undefined
  return JSON.stringify([normalizeDiagnosisCode(code), { ABK: 'ABF', BK: 'BF' }[kind] ?? kind])
}

/**
 * A principal diagnosis that is no longer first becomes an additional one: ABK -> ABF, BK -> BF.
 */
function asAdditional(diagnosis: Json): Json {
  if (!isJsonObject(diagnosis)) return diagnosis
  if (diagnosis.code_type === 'ABK') return { ...diagnosis, code_type: 'ABF' }
  if (diagnosis.code_type === 'BK') return { ...diagnosis, code_type: 'BF' }
  return diagnosis
}

/**
 * A line of the merged claim. Its pointers name the same diagnoses as before, and it keeps its
 * capture's place of service and authorization.
 */
function carryLine(line: Json, places: number[], part: JsonObject, merged: JsonObject): Json {
  if (!isJsonObject(line)) return line
  const carried: JsonObject = { ...line }
  if (Array.isArray(line.diagnosis_pointers)) {
    const moved = line.diagnosis_pointers.map((pointer) => places[toNumber(pointer) ?? -1])
    // An invalid pointer is an error of the capture; it must not point at another capture's
    // diagnosis.
    carried.diagnosis_pointers = [...new Set(moved.filter((pointer) => pointer !== undefined))]
  }
  const place = part.place_of_service_code
  const hasOwnPlace =
    line.place_of_service_code !== undefined && line.place_of_service_code !== null
  if (!hasOwnPlace && typeof place === 'string' && place !== merged.place_of_service_code)
    carried.place_of_service_code = place
  const authorization = textAt(part, 'prior_authorization_number')
  const isOther =
    authorization !== undefined && authorization !== textAt(merged, 'prior_authorization_number')
  if (isOther && !isGiven(line.prior_authorization_number))
    carried.prior_authorization_number = authorization
  return carried
}
