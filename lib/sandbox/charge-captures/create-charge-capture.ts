import { randomUUID } from 'node:crypto'
import { isJsonObject } from '#lib/core/json.ts'
import type { FilterableData } from '#lib/sandbox/db/capture-columns.ts'
import { scopeOf } from '#lib/sandbox/http/api-keys.ts'
import { type Handler, inWriteTransaction, memberText } from '#lib/sandbox/http/handler.ts'
import { filledData, preEncounterRecords } from '#lib/sandbox/pre-encounter/fill.ts'
import { checkAttachments, checkSchemaInstances } from './check-references.ts'
import { captureText } from './read-charge-captures.ts'
import {
  checkData,
  checkScope,
  filterColumns,
  insertCapture,
  newCaptureColumns,
  rejectTakenExternalId,
} from './save-charge-capture.ts'

/** Creates a capture and bundles it, in one transaction. */
export const createChargeCapture: Handler<'createChargeCapture'> = async ({
  sandbox,
  caller,
  input: { body },
  exact,
}) => {
  checkData(body.data)
  const id = randomUUID()
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async (inside) => {
    const { db: tx } = inside
    await rejectTakenExternalId(tx, body.charge_external_id)
    checkAttachments(body.attachment_external_document_ids)
    await checkSchemaInstances(tx, body.metadata)
    await checkSchemaInstances(tx, body.data.schema_instances)
    const columns = await filterColumns(tx, body, body.data)
    checkScope(scope, columns.billing_provider_npi)
    const now = sandbox.now()
    await insertCapture(
      tx,
      {
        ...newCaptureColumns(body, exact, now),
        id,
        patient_external_id: body.patient_external_id,
        metadata: memberText(exact, 'metadata'),
        data: memberText(exact, 'data')!,
        ...columns,
      },
      now,
    )
    // The capture was inserted above, so it is found.
    return (await captureText(inside, id))!
  })
}

/**
 * Creates a capture whose patient, coverage and referral come from pre-encounter records.
 * ASSUMED: pre-encounter-filled-at-once, pre-encounter-patient-external-id
 */
export const createChargeCaptureFromPreEncounter: Handler<
  'createChargeCaptureFromPreEncounter'
> = async ({ sandbox, caller, input: { body }, exact }) => {
  checkData(body.data)
  const id = randomUUID()
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async (inside) => {
    const { db: tx } = inside
    await rejectTakenExternalId(tx, body.charge_external_id)
    checkAttachments(body.attachment_external_document_ids)
    await checkSchemaInstances(tx, body.data.schema_instances)
    const patient = await preEncounterRecords(
      tx,
      body.pre_encounter_patient_id,
      body.pre_encounter_appointment_ids,
    )
    const data = filledData(isJsonObject(exact) ? exact.data! : null, patient)
    const patient_external_id = patient.mrn
    const columns = await filterColumns(
      tx,
      { ...body, patient_external_id },
      data as FilterableData,
    )
    checkScope(scope, columns.billing_provider_npi)
    const now = sandbox.now()
    await insertCapture(
      tx,
      {
        ...newCaptureColumns(body, exact, now),
        id,
        patient_external_id,
        pre_encounter_patient_id: body.pre_encounter_patient_id,
        pre_encounter_appointment_ids: memberText(exact, 'pre_encounter_appointment_ids'),
        data: JSON.stringify(data),
        ...columns,
      },
      now,
    )
    // The capture was inserted above, so it is found.
    return (await captureText(inside, id))!
  })
}
