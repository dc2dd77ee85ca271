import { eq } from 'drizzle-orm'
import { claimCreations } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { isInScope, scopeOf } from '#lib/sandbox/lists/scope.ts'
import { creationsAsJson } from './read-creations.ts'

/** One claim creation with its errors and merged input. */
export const getClaimCreation: Handler<'getClaimCreation'> = async ({ sandbox, caller, input }) => {
  const id = input.params.charge_capture_claim_creation_id
  const [row] = await sandbox.db.select().from(claimCreations).where(eq(claimCreations.id, id))
  if (!row || !isInScope(await scopeOf(sandbox, caller), row.billing_provider_npi)) throw notFound(id)
  const [text] = await creationsAsJson(sandbox.run, [row])
  return text!
}
