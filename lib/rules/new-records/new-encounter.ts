import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { edited, type DraftObject } from '#lib/rules/edit/edit-data.ts'
import type { ObjectShape } from '#lib/rules/edit/field-shape.ts'

/** What a new encounter begins with. Whether a release was signed and benefits were assigned nobody but a person can say. */
export const emptyEncounter: JsonObject = { billable_status: 'BILLABLE' }

/**
 * The request body of a form. What was never filled in is not sent; the objects and lists that the request must have
 * are there even when empty, so that what they lack is told field by field.
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

// Lists that the request must have wherever the object around them is: an empty one is as good as none to a person.
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
    return [name, Array.isArray(value) ? value.map((item) => whole(item, list)) : whole(value, list)]
  })
  return Object.fromEntries(entries)
}
