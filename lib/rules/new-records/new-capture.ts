import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { edited, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import { valueAt } from '#lib/rules/edit/json-path.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'

/** The base of a new capture, empty or copied. `left` are the wire paths that were not copied. */
export type NewCapture = { base: JsonObject; left: string[] }

/**
 * An empty capture. It starts as planned: such a capture may be incomplete and its claim creation
 * is on hold, so nothing is billed before a person says that the visit is complete.
 */
export function emptyCapture(): NewCapture {
  return { base: { status: 'planned', data: {} }, left: [] }
}

const headerLeft = [
  'charge_external_id',
  'ehr_source_url',
  'originating_system',
  'hl7_message_type',
  'attachment_external_document_ids',
]
// Data of the other visit alone: its dates, authorization, referral, notes, findings, and the
// numbers of its claim and attachments. In a copy it would be false, or bill the day twice. An
// accident is left whole: its cause without its date would be half of a fact.
const dataLeft = [
  'external_id',
  'date_of_service',
  'end_date_of_service',
  'admission_date',
  'discharge_date',
  'accident_date',
  'related_causes_information',
  'property_casualty_claim_number',
  'property_casualty_patient_identifier',
  'onset_of_current_illness_or_symptom_date',
  'last_menstrual_period_date',
  'prior_authorization_number',
  'service_authorization_exception_code',
  'referral_number',
  'delay_reason_code',
  'clinical_notes',
  'billing_notes',
  'patient_histories',
  'existing_medications',
  'vitals',
  'interventions',
  'test_results',
  'claim_supplemental_information',
  'external_claim_submission',
]
const lineLeft = [
  'external_id',
  'date_of_service',
  'end_date_of_service',
  'prior_authorization_number',
  'test_results',
]
// Of a line's drug: the number of one prescription, and of its parts.
const drugLeft = ['link_sequence_number', 'pharmacy_prescription_number']

/**
 * A new capture from an existing one: patient, coverage, providers, diagnoses and lines with
 * unknown members, without data of that one charge and visit. `left` names a line's member once for
 * all lines.
 */
export function duplicateOf(capture: JsonObject): NewCapture {
  const data = isJsonObject(capture.charge_capture_data) ? capture.charge_capture_data : {}
  const lines = Array.isArray(data.service_lines) ? data.service_lines : []
  const copied = without(data, dataLeft)
  if (lines.length > 0)
    copied.service_lines = lines.map((line) => (isJsonObject(line) ? copiedLine(line) : line))
  const base: JsonObject = { status: 'planned', data: copied }
  for (const name of ['patient_external_id', 'claim_creation_category', 'metadata'])
    if (isHeld(capture[name])) base[name] = capture[name]!
  const left = [
    ...headerLeft.filter((name) => isHeld(capture[name])),
    ...dataLeft.filter((name) => isHeld(data[name])).map((name) => `data.${name}`),
    ...lineLeft
      .filter((name) => lines.some((line) => isJsonObject(line) && isHeld(line[name])))
      .map((name) => `data.service_lines.${name}`),
    ...drugLeft
      .filter((name) =>
        lines.some((line) =>
          isHeld(valueAt(line, `drug_identification.${name}`) as Json | undefined),
        ),
      )
      .map((name) => `data.service_lines.drug_identification.${name}`),
  ]
  return { base, left }
}

function copiedLine(line: JsonObject): JsonObject {
  const copied = without(line, lineLeft)
  const drug = copied.drug_identification
  return isJsonObject(drug) ? { ...copied, drug_identification: without(drug, drugLeft) } : copied
}

/**
 * The request body of a draft: the copied content with the draft's edits. Untouched members are not
 * sent.
 */
export function creationBody(base: JsonObject, shape: ObjectShape, draft: DraftObject): JsonObject {
  const body = edited(base, shape, draft) as JsonObject
  // A cleared member equals an untouched one, because a new record has nothing to remove.
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
}

/** The required members that a draft lacks; `names` are control names. */
export function missingMembers(body: JsonObject, names: readonly string[]): string[] {
  return names.filter((name) => !isHeld(body[name]))
}

function without(record: JsonObject, names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !names.includes(name)))
}

function isHeld(value: Json | undefined): boolean {
  if (isJsonObject(value)) return Object.values(value).some(isHeld)
  return (
    value !== undefined &&
    value !== null &&
    value !== '' &&
    !(Array.isArray(value) && value.length === 0)
  )
}
