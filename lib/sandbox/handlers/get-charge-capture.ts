import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { isInScope, scopeOf } from '#lib/sandbox/lists/scope.ts'
import { captureById, capturesAsJson } from './read-captures.ts'

/** One capture; 404 when there is none, or none that the key sees. ASSUMED: out-of-scope-not-found */
export const getChargeCapture: Handler<'getChargeCapture'> = async ({ sandbox, caller, input }) => {
  const id = input.params.charge_capture_id
  const row = await captureById(sandbox.db, id)
  if (!row || !isInScope(await scopeOf(sandbox, caller), row.billing_provider_npi)) throw notFound(id)
  const [text] = await capturesAsJson(sandbox.run, [row])
  return text!
}
