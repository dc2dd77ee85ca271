import { eq, inArray } from 'drizzle-orm'
import { refreshBilledCreation } from '#lib/sandbox/bundling/post-billed-updates.ts'
import { chargeCaptureUpdates, claimCreations } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { isInScope, scopeOf } from '#lib/sandbox/lists/scope.ts'
import { updateJson } from './capture-json.ts'
import { inWriteTransaction } from './write-transaction.ts'

/** Resolves changes made after billing, or opens them again: all of them or, when one is not found, none. */
export const resolveChargeCaptureChanges: Handler<'resolveChargeCaptureChanges'> = async ({
  sandbox,
  caller,
  input,
}) => {
  const { charge_capture_change_ids: ids, resolved } = input.body
  // A database's text cannot hold NUL, so no change has such an id.
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
    const missing = ids.find((id) => !found.some((row) => row.id === id && isInScope(scope, row.npi)))
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
