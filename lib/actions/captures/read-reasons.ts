import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { readSaveReasons, type SaveReason } from '#lib/console/records/save-reasons.ts'
import { ok, type Result } from '#lib/core/result.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** Why a charge capture was saved past open errors. The sentences may speak of its patient, so it is written down who saw them. */
export async function readReasons(
  { id }: { id: string },
  { account, connection }: ActionContext,
): Promise<Result<SaveReason[]>> {
  const reasons = await readSaveReasons(connection.id, id)
  if (reasons.length > 0)
    await recordAudit({
      accountId: account.id,
      connectionId: connection.id,
      operation: 'readSaveReasons',
      stage: 'read',
      outcome: 'ok',
      recordIds: [id],
    })
  return ok(reasons)
}
