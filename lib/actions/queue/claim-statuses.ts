import 'server-only'
import type { Connection } from '#lib/console/connections/connections.ts'
import { claimStatus } from '#lib/contract/codes/billing.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { operations } from '#lib/contract/operations.ts'
import { itemsOf, memberAt, textOf } from '#lib/core/read-json.ts'
import { ok, type Result } from '#lib/core/result.ts'
import { callJson } from '#lib/partner/call.ts'

// The usual ones first: each status is one question, and the last answer ends them.
const usual = ['paid', 'submitted_to_payer', 'finalized_paid', 'denied', 'rejected']
const statuses = [...new Set([...usual, ...knownValues(claimStatus)!.values])] // it is an enum

/**
 * The claim status of claim creations, at most 100, by their ids. The partner returns it with no
 * claim creation, but filters by it: one question for each status until every id is found. An id
 * whose status is none of the known ones is missing.
 */
export async function claimStatusesOf(
  connection: Connection,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Result<Map<string, string>>> {
  const found = new Map<string, string>()
  for (const claim_status of statuses) {
    const left = ids.filter((id) => !found.has(id))
    if (left.length === 0) break
    const query = { claim_creation_ids: left, claim_status, limit: left.length }
    const reply = await callJson(
      connection,
      operations.listClaimCreations,
      { query },
      { ...(signal && { signal }) },
    )
    if (!reply.ok) return reply
    for (const item of itemsOf(memberAt(reply.value, 'items'))) {
      const id = textOf(memberAt(item, 'id'))
      if (id !== undefined) found.set(id, claim_status)
    }
  }
  return ok(found)
}
