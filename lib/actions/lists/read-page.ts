import 'server-only'
import { recordAudit } from '#lib/console/audit.ts'
import { findIcd10 } from '#lib/console/code-lists.ts'
import { operations } from '#lib/contract/operations.ts'
import { readListPage } from '#lib/lists/walk/read-page.ts'
import type { ListRequest } from '#lib/lists/walk/request.ts'
import { call } from '#lib/partner/call.ts'
import type { Result } from '#lib/core/result.ts'
import type { ListReply } from '#lib/actions/replies.ts'
import { keepSpans } from '#lib/actions/spans/keep-spans.ts'
import { judgeCaptures } from '#lib/actions/captures/judge-captures.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** One page of a list from the partner, as rows; who saw which records is written down first. */
export async function readPage(
  request: ListRequest,
  { account, connection }: ActionContext,
): Promise<Result<ListReply>> {
  // The query was checked against this operation's own schema when the action's input was parsed.
  const findCode = request.checks ? await findIcd10() : undefined
  const judge = (items: readonly unknown[]) => judgeCaptures(items, findCode)
  const page = await readListPage(
    request,
    (query) => call(connection, operations[request.operation], { query } as never),
    judge,
    keepSpans(request),
  )
  const recordIds = page.ok ? page.value.rows.map((row) => row.id).filter((id) => id !== '') : []
  const outcome = page.ok ? 'ok' : page.error.name
  await recordAudit({
    accountId: account.id,
    connectionId: connection.id,
    operation: request.operation,
    stage: 'read',
    outcome,
    recordIds,
  })
  return page
}
