import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { edited, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'

/**
 * The initial values of a new encounter. Only a person can say whether a release was signed and
 * benefits were assigned.
 */
export const emptyEncounter: JsonObject = { billable_status: 'BILLABLE' }

/**
 * The request body of a form. Untouched members are not sent. Required objects and lists are
 * present even if empty, so that each missing field gets its own message.
 */
export function encounterRequest(shape: ObjectShape, draft: DraftObject): JsonObject {
  const body = edited(emptyEncounter, shape, draft) as JsonObject
  const filled = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null))
  const billing = isJsonObject(filled.billing_provider) ? filled.billing_provider : {}
  const tertiary = filled.subscriber_tertiary
  return {
    ...withLists(filled),
    pre_encounter_appointment_ids: filled.pre_encounter_appointment_ids ?? [],
    diagnoses: filled.diagnoses ?? [],
    rendering_provider: filled.rendering_provider ?? {},
    billing_provider: { ...billing, address: billing.address ?? {} },
    ...(isJsonObject(tertiary)
      ? { subscriber_tertiary: { ...tertiary, insurance_card: tertiary.insurance_card ?? {} } }
      : {}),
  }
}

// Lists that are required whenever their parent object exists; an empty one counts as missing.
const lists: { [member: string]: string } = {
  service_lines: 'diagnosis_pointers',
  external_claim_submission: 'submission_records',
  clinical_notes: 'notes',
  patient_histories: 'questions',
}

function withLists(body: JsonObject): JsonObject {
  const whole = (item: Json, list: string): Json =>
    isJsonObject(item) && !Array.isArray(item[list]) ? { ...item, [list]: [] } : item
  const entries = Object.entries(body).map(([name, value]): [string, Json] => {
    const list = Object.hasOwn(lists, name) ? lists[name] : undefined
    if (list === undefined) return [name, value]
    return [
      name,
      Array.isArray(value) ? value.map((item) => whole(item, list)) : whole(value, list),
    ]
  })
  return Object.fromEntries(entries)
}
