import { eq, inArray } from 'drizzle-orm'
import { refreshBilledCreation } from '#lib/sandbox/bundling/post-billed-updates.ts'
import { errorJson, updateJson } from '#lib/sandbox/charge-captures/read-charge-captures.ts'
import {
  chargeCaptureUpdates,
  claimCreationErrors,
  claimCreations,
} from '#lib/sandbox/db/schema.ts'
import { isInScope, scopeOf } from '#lib/sandbox/http/api-keys.ts'
import { type Handler, inWriteTransaction } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'

/**
 * Marks an error as resolved, with the person and the reason. A missing or null member keeps the
 * stored one. The claim creation keeps its status until a capture changes. ASSUMED:
 * resolving-keeps-status, resolving-again
 */
export const resolveClaimCreationError: Handler<'resolveClaimCreationError'> = async ({
  sandbox,
  caller,
  input,
}) => {
  const id = input.params.error_id
  const { resolved_by, resolution_reason } = input.body
  const named = {
    ...(resolved_by ? { resolved_by } : {}),
    ...(resolution_reason ? { resolution_reason } : {}),
  }
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
      .set({ resolved: true, ...named })
      .where(eq(claimCreationErrors.id, id))
      .returning()
    return errorJson(row!)
  })
}

/** Resolves or reopens changes made after billing. If one of them is not found, none is changed. */
export const resolveChargeCaptureChanges: Handler<'resolveChargeCaptureChanges'> = async ({
  sandbox,
  caller,
  input,
}) => {
  const { charge_capture_change_ids: ids, resolved } = input.body
  // PostgreSQL text cannot hold NUL, so no change has such an id.
  const odd = ids.find((id) => id.includes('\u0000'))
  if (odd !== undefined) throw notFound(odd)
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async ({ db: tx }) => {
    const found = await tx
      .select({
        id: chargeCaptureUpdates.id,
        creationId: claimCreations.id,
        npi: claimCreations.billing_provider_npi,
      })
      .from(chargeCaptureUpdates)
      .innerJoin(claimCreations, eq(claimCreations.id, chargeCaptureUpdates.claim_creation_id))
      .where(inArray(chargeCaptureUpdates.id, ['', ...ids]))
    const missing = ids.find(
      (id) => !found.some((row) => row.id === id && isInScope(scope, row.npi)),
    )
    if (missing !== undefined) throw notFound(missing)
    const rows = await tx
      .update(chargeCaptureUpdates)
      .set({ resolved })
      .where(inArray(chargeCaptureUpdates.id, ['', ...ids]))
      .returning()
    for (const creationId of new Set(found.map((row) => row.creationId)))
      await refreshBilledCreation(tx, creationId, sandbox.now())
    const byId = new Map(rows.map((row) => [row.id, row]))
    return `[${[...new Set(ids)].map((id) => updateJson(byId.get(id)!)).join()}]`
  })
}
