import { randomUUID } from 'node:crypto'
import { isJsonObject } from '#lib/core/json.ts'
import type { FilterableData } from '#lib/sandbox/db/capture-columns.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { scopeOf } from '#lib/sandbox/lists/scope.ts'
import { checkAttachments } from './check-attachments.ts'
import { checkSchemaInstances } from './check-metadata.ts'
import { memberText } from './exact-members.ts'
import { filledData, preEncounterRecords } from './pre-encounter-fill.ts'
import { captureText } from './read-captures.ts'
import {
  checkData,
  checkScope,
  filterColumns,
  insertCapture,
  newCaptureColumns,
  rejectTakenExternalId,
} from './save-capture.ts'
import { inWriteTransaction } from './write-transaction.ts'

/**
 * Records a capture whose patient, coverage and referral come from pre-encounter records.
 * ASSUMED: pre-encounter-filled-at-once, pre-encounter-patient-external-id
 */
export const createChargeCaptureFromPreEncounter: Handler<'createChargeCaptureFromPreEncounter'> = async ({
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
    await checkSchemaInstances(tx, body.data.schema_instances)
    const patient = await preEncounterRecords(tx, body.pre_encounter_patient_id, body.pre_encounter_appointment_ids)
    const data = filledData(isJsonObject(exact) ? exact.data! : null, patient)
    const patient_external_id = patient.mrn
    const columns = await filterColumns(tx, { ...body, patient_external_id }, data as FilterableData)
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
    // It was inserted just now.
    return (await captureText(inside, id))!
  })
}
