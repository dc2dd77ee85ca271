import { randomUUID } from 'node:crypto'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { scopeOf } from '#lib/sandbox/lists/scope.ts'
import { checkAttachments } from './check-attachments.ts'
import { checkSchemaInstances } from './check-metadata.ts'
import { memberText } from './exact-members.ts'
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

/** Records a capture and bundles it, in one transaction. */
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
    // It was inserted just now.
    return (await captureText(inside, id))!
  })
}
