import { randomUUID } from 'node:crypto'
import { type Json, type JsonObject, isJsonObject } from '#lib/core/json.ts'
import { controlNumberOf } from '#lib/sandbox/bundling/make-encounter.ts'
import { controlNumberIn, externalIdOf } from '#lib/sandbox/bundling/own-ids.ts'
import { checkSchemaInstances } from '#lib/sandbox/charge-captures/check-references.ts'
import { checkScope } from '#lib/sandbox/charge-captures/save-charge-capture.ts'
import type { FilterableData } from '#lib/sandbox/db/capture-columns.ts'
import { claims, encounters } from '#lib/sandbox/db/schema.ts'
import { scopeOf } from '#lib/sandbox/http/api-keys.ts'
import { type Handler, inWriteTransaction } from '#lib/sandbox/http/handler.ts'
import {
  withDateOfService,
  filledData,
  preEncounterRecords,
} from '#lib/sandbox/pre-encounter/fill.ts'
import { checkIds, checkPlanGroup, checkRequest } from './check-encounter-request.ts'
import { firstClaimStatus } from './claim-status.ts'
import { encounterColumns } from './encounter-columns.ts'
import { encountersAsJson } from './read-encounters.ts'

/**
 * Creates an encounter and its claim in one transaction. Seven members come from the pre-encounter
 * records. They follow changes of the records until the claim is submitted or adjudicated. ASSUMED:
 * encounter-required-members
 */
export const createEncounterFromPreEncounter: Handler<'createEncounterFromPreEncounter'> = async ({
  sandbox,
  caller,
  input: { body },
  exact,
}) => {
  checkRequest(body)
  const id = randomUUID()
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async (inside) => {
    const { db: tx } = inside
    const patient = await preEncounterRecords(
      tx,
      body.pre_encounter_patient_id,
      body.pre_encounter_appointment_ids,
    )
    await checkIds(tx, body)
    await checkSchemaInstances(tx, body.schema_instances)
    const data = filledData(withoutSources(exact), patient)
    await checkPlanGroup(tx, data)
    const columns = encounterColumns(
      { external_id: externalIdOf(body) ?? '', patient_external_id: patient.mrn },
      withDateOfService(data, patient) as FilterableData,
    )
    checkScope(scope, columns.billing_provider_npi)
    const status = firstClaimStatus(body)
    const rows = await tx
      .insert(encounters)
      .values({
        id,
        claim_creation_id: '',
        created_at: sandbox.now(),
        patient_control_number: controlNumberIn(body) ?? controlNumberOf(id),
        input: JSON.stringify(data),
        pre_encounter_patient_id: body.pre_encounter_patient_id,
        pre_encounter_appointment_ids: body.pre_encounter_appointment_ids,
        claim_status: status,
        ...columns,
      })
      .returning()
    await tx
      .insert(claims)
      .values({ id: randomUUID(), encounter_id: id, claim_creation_id: '', status })
    const [text] = await encountersAsJson(inside, rows)
    return text!
  })
}

function withoutSources(exact: Json): JsonObject {
  const { pre_encounter_patient_id, pre_encounter_appointment_ids, ...own } = isJsonObject(exact)
    ? exact
    : {}
  return own
}
