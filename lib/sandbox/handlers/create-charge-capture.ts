import { randomUUID } from 'node:crypto'
import type { Handler } from '../http/handler.ts'
import { scopeOf } from '../lists/scope.ts'
import { checkMetadata } from './check-metadata.ts'
import { checkNotEmpty, checkTexts, memberText } from './exact-members.ts'
import { captureById, capturesAsJson } from './read-captures.ts'
import { checkData, checkScope, filterColumns, insertCapture, rejectTakenExternalId } from './save-capture.ts'
import { inWriteTransaction } from './write-transaction.ts'

/** Records a capture and bundles it, in one transaction. */
export const createChargeCapture: Handler<'createChargeCapture'> = async ({ sandbox, caller, input: { body }, exact }) => {
  checkTexts(body)
  checkNotEmpty(body, ['charge_external_id', 'patient_external_id'])
  checkData(body.data)
  const id = randomUUID()
  const scope = await scopeOf(sandbox, caller)
  await inWriteTransaction(sandbox, async (tx) => {
    await rejectTakenExternalId(tx, body.charge_external_id)
    await checkMetadata(tx, body.metadata)
    const columns = await filterColumns(tx, body, body.data)
    checkScope(scope, columns.billing_provider_npi)
    const now = sandbox.now()
    await insertCapture(tx, {
      id,
      created_at: now,
      updated_at: now,
      status: body.status,
      charge_external_id: body.charge_external_id,
      patient_external_id: body.patient_external_id,
      originating_system: body.originating_system ?? null,
      claim_creation_category: body.claim_creation_category ?? '',
      ehr_source_url: body.ehr_source_url ?? null,
      metadata: memberText(exact, 'metadata'),
      attachment_external_document_ids: memberText(exact, 'attachment_external_document_ids'),
      hl7_message_type: body.hl7_message_type ?? null,
      data: memberText(exact, 'data')!,
      ...columns,
    }, now)
  })
  const row = await captureById(sandbox.db, id)
  const [text] = await capturesAsJson(sandbox.run, [row!])
  return text!
}
