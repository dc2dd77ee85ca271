import type { Handler } from '#lib/sandbox/http/handler.ts'
import { inWriteTransaction } from '#lib/sandbox/handlers/write-transaction.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { scopeOf } from '#lib/sandbox/lists/scope.ts'
import { contractRow } from './read-contracts.ts'
import { addToRoster, removeFromRoster } from './roster.ts'

/**
 * Adds providers to a contract; those already on it are ignored and counted, ids repeated in the request count once.
 * An id that no rendering provider has: 404, and nobody is added. ASSUMED: roster-unknown-provider
 */
export const addContractProviders: Handler<'addContractProviders'> = async ({
  sandbox,
  caller,
  input: { params, body },
}) => {
  const scope = await scopeOf(sandbox, caller)
  const ids = body.rendering_provider_ids
  return inWriteTransaction(sandbox, async ({ run }) => {
    const contract = await contractRow(run, params.contract_id, 'v3', scope)
    const { changed, missing } = await addToRoster(run, contract.seq, ids)
    if (missing !== undefined) throw notFound(missing)
    return JSON.stringify({
      provider_count: contract.provider_count + changed,
      added_count: changed,
      ignored_count: new Set(ids).size - changed,
    })
  })
}

/** Takes providers off a contract: all of them or, when one is not on it, none (404 with its id). */
export const removeContractProviders: Handler<'removeContractProviders'> = async ({
  sandbox,
  caller,
  input: { params, body },
}) => {
  const scope = await scopeOf(sandbox, caller)
  return inWriteTransaction(sandbox, async ({ run }) => {
    const contract = await contractRow(run, params.contract_id, 'v3', scope)
    const { changed, missing } = await removeFromRoster(run, contract.seq, body.rendering_provider_ids)
    if (missing !== undefined) throw notFound(missing)
    return JSON.stringify({ provider_count: contract.provider_count - changed })
  })
}
