import type { Call } from '../http/handler.ts'
import { readToken, type TokenScope, writeToken } from '../lists/page-token.ts'
import { scopeOf } from '../lists/scope.ts'
import type { ReadContract } from './contract-json.ts'
import { contractRow } from './read-contracts.ts'

/** A provider of a roster: the id and the JSON text of its record. */
export type RosterProvider = { provider_seq: number; id: string; body: string }

export type RosterPage = { contract: ReadContract; providers: RosterProvider[]; prev: string | null; next: string | null }

const defaultLimit = 100

/** One page of a contract's roster, in the order in which the organisation got its providers. ASSUMED: roster-order */
export async function readRosterPage(call: Call<'listContractProviders' | 'listContractProviderCredentialing'>): Promise<RosterPage> {
  const { operationId, sandbox, caller, input: { params, query = {} } } = call
  const contract = await contractRow(sandbox.run, params.contract_id, 'v3', await scopeOf(sandbox, caller))
  // A token belongs to the contract that it was made for.
  const tokenScope: TokenScope = { operationId, keyName: caller.name, filters: { ...query, contract_id: contract.id } }
  const from = query.page_token ? readToken(query.page_token, tokenScope, sandbox.secret) : undefined
  const backwards = from?.direction === 'prev'
  const limit = query.limit ?? defaultLimit
  const [sign, order] = backwards ? ['<', 'desc'] : ['>', 'asc']
  const found = await sandbox.run<RosterProvider>(
    `select r.provider_seq, p.id, p.body from contract_providers r join organization_providers p on p.seq = r.provider_seq
     where r.contract_seq = $1 and r.provider_seq ${sign} $2::bigint order by r.provider_seq ${order} limit $3::bigint`,
    [contract.seq, from?.seq ?? 0, limit + 1])
  const hasMore = found.length > limit
  const providers = found.slice(0, limit)
  if (backwards) providers.reverse()
  const tokenAt = (provider: RosterProvider | undefined, direction: 'next' | 'prev') =>
    provider ? writeToken({ walk: 2, direction, sortValue: '', seq: provider.provider_seq }, tokenScope, sandbox.secret) : null
  return {
    contract,
    providers,
    next: hasMore || backwards ? tokenAt(providers.at(-1), 'next') : null,
    prev: (backwards && hasMore) || (from && !backwards) ? tokenAt(providers[0], 'prev') : null,
  }
}
