import type { Call } from '#lib/sandbox/http/handler.ts'
import { readToken, type TokenScope, writeToken } from '#lib/sandbox/lists/page-token.ts'
import { scopeOf } from '#lib/sandbox/lists/scope.ts'
import type { ReadContract } from './contract-json.ts'
import { contractRow } from './read-contracts.ts'

/** A provider of a roster: the id and the JSON text of its record. */
export type RosterProvider = { provider_seq: number; id: string; body: string }

export type RosterPage = {
  contract: ReadContract
  providers: RosterProvider[]
  prev: string | null
  next: string | null
}

const defaultLimit = 100

/** One page of a contract's roster, in the order in which the organisation got its providers. ASSUMED: roster-order */
export async function readRosterPage(
  call: Call<'listContractProviders' | 'listContractProviderCredentialing'>,
): Promise<RosterPage> {
  const {
    operationId,
    sandbox,
    caller,
    input: { params, query = {} },
  } = call
  const contract = await contractRow(sandbox.run, params.contract_id, 'v3', await scopeOf(sandbox, caller))
  // A token belongs to the contract that it was made for.
  const tokenScope: TokenScope = { operationId, keyName: caller.name, filters: { ...query, contract_id: contract.id } }
  const from = query.page_token ? readToken(query.page_token, tokenScope, sandbox.secret) : undefined
  const backwards = from?.direction === 'prev'
  const limit = query.limit ?? defaultLimit
  const [sign, order] = backwards ? ['<', 'desc'] : ['>', 'asc']
  // The page's keys first, then each record by its own key: the planner knows too little of a new roster to find that
  // out, and would read every provider of the organisation.
  const found = await sandbox.run<RosterProvider>(
    `with page as materialized (
       select provider_seq from contract_providers where contract_seq = $1 and provider_seq ${sign} $2::bigint
       order by provider_seq ${order} limit $3::bigint)
     select page.provider_seq, p.id, p.body
     from page cross join lateral (select id, body from organization_providers where seq = page.provider_seq offset 0) p
     order by page.provider_seq ${order}`,
    [contract.seq, from?.seq ?? 0, limit + 1],
  )
  const hasMore = found.length > limit
  const providers = found.slice(0, limit)
  if (backwards) providers.reverse()
  const tokenAt = (provider: RosterProvider | undefined, direction: 'next' | 'prev') =>
    provider
      ? writeToken({ walk: 2, direction, sortValue: '', seq: provider.provider_seq }, tokenScope, sandbox.secret)
      : null
  return {
    contract,
    providers,
    next: hasMore || backwards ? tokenAt(providers.at(-1), 'next') : null,
    prev: (backwards && hasMore) || (from && !backwards) ? tokenAt(providers[0], 'prev') : null,
  }
}
