import type { JsonObject } from '../core/json.ts'
import { isJsonObject } from '../core/json.ts'
import { edited } from './edit-data.ts'
import type { DraftObject } from './edit-data.ts'
import type { ObjectShape } from './field-shape.ts'

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
  return {
    ...filled,
    pre_encounter_appointment_ids: filled.pre_encounter_appointment_ids ?? [],
    diagnoses: filled.diagnoses ?? [],
    rendering_provider: filled.rendering_provider ?? {},
    billing_provider: { ...billing, address: billing.address ?? {} },
  }
}
