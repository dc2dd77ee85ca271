import { eq } from 'drizzle-orm'
import type { UpdateChargeCaptureBody } from '#lib/contract/charge-captures.ts'
import { type Json, isJsonObject } from '#lib/core/json.ts'
import type { FilterableData } from '#lib/sandbox/db/capture-columns.ts'
import type { CaptureRow, NewCaptureRow } from '#lib/sandbox/db/captures-schema.ts'
import type { Db } from '#lib/sandbox/db/open.ts'
import { chargeCaptures, encounters } from '#lib/sandbox/db/schema.ts'
import { followsRecords } from '#lib/sandbox/encounters/claim-status.ts'
import { isInScope, scopeOf } from '#lib/sandbox/http/api-keys.ts'
import { type Handler, inWriteTransaction, memberText } from '#lib/sandbox/http/handler.ts'
import { notFound, refuse } from '#lib/sandbox/http/refusal.ts'
import { filledData, recordsOfCapture } from '#lib/sandbox/pre-encounter/fill.ts'
import { checkAttachments, checkSchemaInstances } from './check-references.ts'
import { captureById, captureText } from './read-charge-captures.ts'
import { changeCapture, checkData, checkScope, filterColumns } from './save-charge-capture.ts'

/**
 * Updates a capture and bundles it again, in one transaction. After billing, each update adds an
 * entry to `updates`. The body's `data` replaces the stored data as a whole. Null clears an
 * optional member and leaves a required member unchanged. If the capture was made from
 * pre-encounter records, they fill their seven members again. ASSUMED: patch-replaces-data,
 * patch-null, pre-encounter-patch
 */
export const updateChargeCapture: Handler<'updateChargeCapture'> = async ({
  sandbox,
  caller,
  input: { params, body },
  exact,
}) => {
  if (body.data) checkData(body.data)
  const id = params.charge_capture_id
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async (inside) => {
    const { db: tx } = inside
    const before = await captureById(tx, id)
    if (!before || !isInScope(scope, before.billing_provider_npi)) throw notFound(id)
    await rejectTakenBy(tx, before, body.charge_external_id)
    checkAttachments(body.attachment_external_document_ids)
    await checkSchemaInstances(tx, body.metadata)
    await checkSchemaInstances(tx, body.data?.schema_instances)
    const header = changedHeader(body, exact)
    const data = await changedData(tx, before, exact)
    const columns = await filterColumns(
      tx,
      { ...before, ...header },
      JSON.parse(data) as FilterableData,
    )
    checkScope(scope, columns.billing_provider_npi)
    const now = sandbox.now()
    const change = { ...header, data, ...columns, updated_at: now }
    await changeCapture(tx, { before, change, messageType: body.hl7_message_type ?? null, now })
    // The capture was read above, so it is found.
    return (await captureText(inside, id))!
  })
}

function changedHeader(body: UpdateChargeCaptureBody, exact: Json): Partial<NewCaptureRow> {
  return {
    ...(body.status ? { status: body.status } : {}),
    ...(body.charge_external_id ? { charge_external_id: body.charge_external_id } : {}),
    ...(body.patient_external_id ? { patient_external_id: body.patient_external_id } : {}),
    ...(body.ehr_source_url === undefined ? {} : { ehr_source_url: body.ehr_source_url }),
    ...(body.originating_system === undefined
      ? {}
      : { originating_system: body.originating_system }),
    ...(body.claim_creation_category === undefined
      ? {}
      : { claim_creation_category: body.claim_creation_category ?? '' }),
    ...(body.hl7_message_type === undefined ? {} : { hl7_message_type: body.hl7_message_type }),
    ...(body.metadata === undefined ? {} : { metadata: memberText(exact, 'metadata') }),
    ...(body.attachment_external_document_ids === undefined
      ? {}
      : {
          attachment_external_document_ids: memberText(exact, 'attachment_external_document_ids'),
        }),
  }
}

async function changedData(tx: Db, before: CaptureRow, exact: Json): Promise<string> {
  const sent = isJsonObject(exact) ? exact.data : undefined
  if (sent === undefined || sent === null) return before.data
  const patient = await recordsOfCapture(tx, before)
  if (!patient) return JSON.stringify(sent)
  // A submitted claim no longer follows the pre-encounter records, so these members keep their
  // values.
  return JSON.stringify(
    filledData(sent, (await isClosed(tx, before)) ? { fill: before.data } : patient),
  )
}

async function isClosed(tx: Db, capture: CaptureRow): Promise<boolean> {
  if (capture.claim_status === '') return false
  const [encounter] = await tx
    .select()
    .from(encounters)
    .where(eq(encounters.claim_creation_id, capture.claim_creation_id))
  return encounter !== undefined && !followsRecords(encounter)
}

// ASSUMED: patch-external-id-conflict: the description names no 409 for an update.
async function rejectTakenBy(
  tx: Db,
  before: CaptureRow,
  externalId: string | null | undefined,
): Promise<void> {
  if (!externalId || externalId === before.charge_external_id) return
  const [taken] = await tx
    .select({ id: chargeCaptures.id })
    .from(chargeCaptures)
    .where(eq(chargeCaptures.charge_external_id, externalId))
  if (taken)
    throw refuse('UnprocessableEntityError', {
      message: `The charge_external_id ${externalId} is already in use.`,
    })
}
