import { eq } from 'drizzle-orm'
import { claimCreationErrors, claimCreations } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { isInScope, scopeOf } from '#lib/sandbox/lists/scope.ts'
import { errorJson } from './capture-json.ts'
import { inWriteTransaction } from './write-transaction.ts'

/**
 * Marks an error as resolved, with who and why. The claim creation keeps its status until a capture changes.
 * ASSUMED: resolving-keeps-status
 */
export const resolveClaimCreationError: Handler<'resolveClaimCreationError'> = async ({ sandbox, caller, input }) => {
  const id = input.params.error_id
  const { resolved_by = null, resolution_reason = null } = input.body
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async ({ db: tx }) => {
    const [found] = await tx
      .select({ npi: claimCreations.billing_provider_npi })
      .from(claimCreationErrors)
      .innerJoin(claimCreations, eq(claimCreations.id, claimCreationErrors.claim_creation_id))
      .where(eq(claimCreationErrors.id, id))
    if (!found || !isInScope(scope, found.npi)) throw notFound(id)
    const [row] = await tx
      .update(claimCreationErrors)
      .set({ resolved: true, resolved_by, resolution_reason })
      .where(eq(claimCreationErrors.id, id))
      .returning()
    return errorJson(row!)
  })
}
