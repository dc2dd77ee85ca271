import { eq, or } from 'drizzle-orm'
import type { z } from 'zod'
import type { encounterCreateFromPreEncounter } from '#lib/contract/encounters/create-from-pre-encounter.ts'
import { isJsonObject, type JsonObject } from '#lib/core/json.ts'
import { controlNumberIn, externalIdOf } from '#lib/sandbox/bundling/own-ids.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { encounters, payers, serviceFacilities } from '#lib/sandbox/db/schema.ts'
import { refuse, refuseFields } from '#lib/sandbox/http/refusal.ts'

export type CreateRequest = z.infer<typeof encounterCreateFromPreEncounter>

/**
 * The id of a plan group whose payer is never the card's payer. ASSUMED: foreign-payer-plan-group
 */
export const foreignPlanGroupId = '00000000-0000-4000-8000-00000000f0e2'

/** 422 for a request with both a facility and a facility id. ASSUMED: one-service-facility */
export function checkRequest(body: CreateRequest): void {
  if (body.service_facility && body.service_facility_id) {
    throw refuse('UnprocessableEntityError', {
      message: 'service_facility and service_facility_id cannot both be set.',
    })
  }
}

/**
 * Checks ids that must exist and ids that must be new. As in the published client, an unknown
 * facility is 422, not 404.
 */
export async function checkIds(tx: Db, body: CreateRequest): Promise<void> {
  if (body.service_facility_id) {
    const [facility] = await tx
      .select({ id: serviceFacilities.id })
      .from(serviceFacilities)
      .where(eq(serviceFacilities.id, body.service_facility_id))
    if (!facility)
      throw refuseFields([
        { path: 'service_facility_id', message: 'is unknown to the organization' },
      ])
  }
  const externalId = externalIdOf(body) ?? ''
  const controlNumber = controlNumberIn(body)
  const taken = await tx
    .select({ external_id: encounters.external_id })
    .from(encounters)
    // An older sandbox may have stored an empty control number, which matches nothing.
    .where(
      or(
        eq(encounters.external_id, externalId),
        controlNumber === undefined
          ? undefined
          : eq(encounters.patient_control_number, controlNumber),
      ),
    )
  if (taken.some((row) => row.external_id === externalId)) {
    throw refuse('EncounterExternalIdUniquenessError', { external_id: externalId })
  }
  if (controlNumber !== undefined && taken.length > 0)
    throw refuse('EncounterPatientControlNumberUniquenessError', {
      patient_control_number: controlNumber,
    })
}

/** Refuses coverage whose plan group belongs to another payer than its card. */
export async function checkPlanGroup(tx: Db, filled: JsonObject): Promise<void> {
  const subscriber = filled.subscriber_primary
  const card =
    isJsonObject(subscriber) && isJsonObject(subscriber.insurance_card)
      ? subscriber.insurance_card
      : {}
  if (card.payer_plan_group_id !== foreignPlanGroupId) return
  const [payer] = await tx
    .select({ id: payers.payer_uuid })
    .from(payers)
    .where(eq(payers.payer_id, String(card.payer_id ?? '')))
  throw refuse('PayerPlanGroupPayerDoesNotMatchInsuranceCardHttpError', {
    payer_plan_group_payer_uuid: foreignPlanGroupId,
    insurance_card_payer_uuid: payer?.id ?? null,
  })
}
