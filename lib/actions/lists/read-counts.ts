import 'server-only'
import { operations } from '#lib/contract/operations.ts'
import { isNotOffered } from '#lib/actions/finding/look-up.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { callParsed } from '#lib/partner/call.ts'
import type { SummaryReply } from '#lib/actions/replies.ts'
import type { ActionContext } from '#lib/actions/run-action.ts'

/** The partner's counts. The endpoint is optional: a key that may not call it, or a partner without it, gives null. */
export async function readCounts(_: object, { connection }: ActionContext): Promise<Result<SummaryReply>> {
  const summary = await callParsed(connection, operations.getClaimCreationSummary, {})
  if (!summary.ok) return isNotOffered(summary.error.status) ? ok(null) : summary
  const counts = Object.entries(summary.value).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  )
  return ok(Object.fromEntries(counts))
}
