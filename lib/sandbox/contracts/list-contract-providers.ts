import { providerSpanJson } from '#lib/sandbox/credentialing/read-spans.ts'
import type { ProviderSpanRow } from '#lib/sandbox/db/contracts-schema.ts'
import { scopeOf } from '#lib/sandbox/http/api-keys.ts'
import { type Call, type Handler, sandboxDay } from '#lib/sandbox/http/handler.ts'
import { type TokenScope, pageJson, readToken, writeToken } from '#lib/sandbox/lists/pages.ts'
import { type ReadContract, contractRow, providerV2Json } from './read-contracts.ts'

/** One page of a contract's rendering providers. */
export const listContractProviders: Handler<'listContractProviders'> = async (call) => {
  const page = await readRosterPage(call)
  const today = sandboxDay(call.sandbox)
  return pageJson(
    page.providers.map(({ body }) => providerV2Json(body, today)),
    page,
  )
}

/**
 * One page of a contract's rendering providers, each with its spans for the contract's contracting
 * provider and payer.
 */
export const listContractProviderCredentialing: Handler<
  'listContractProviderCredentialing'
> = async (call) => {
  const { contract, providers, ...tokens } = await readRosterPage(call)
  const spans = await call.sandbox.run<ProviderSpanRow>(
    `select * from provider_spans where contracting_provider_id = $1 and payer_uuid = $2 and rendering_provider_id = any($3::text[]) and is_enabled
     order by start_date nulls last, seq`,
    [contract.contracting_provider_id, contract.payer_uuid, providers.map(({ id }) => id)],
  )
  const spansOf = Map.groupBy(spans, (span) => span.rendering_provider_id)
  const today = sandboxDay(call.sandbox)
  const items = providers.map(({ id, body }) => {
    const read = (spansOf.get(id) ?? []).map((span) => ({
      ...span,
      rendering_body: body,
      provider_body: contract.provider_body,
      payer_body: contract.payer_body,
    }))
    return `{"provider":${providerV2Json(body, today)},"credentialing_spans":[${read.map((span) => providerSpanJson(span, today)).join(',')}]}`
  })
  return pageJson(items, tokens)
}

/** A provider of a roster: the id and the JSON text of its record. */
export type RosterProvider = { provider_seq: number; id: string; body: string }

export type RosterPage = {
  contract: ReadContract
  providers: RosterProvider[]
  prev: string | null
  next: string | null
}

const defaultLimit = 100

/**
 * One page of a contract's roster, in the order in which the organisation got its providers.
 * ASSUMED: roster-order
 */
export async function readRosterPage(
  call: Call<'listContractProviders' | 'listContractProviderCredentialing'>,
): Promise<RosterPage> {
  const {
    operationId,
    sandbox,
    caller,
    input: { params, query = {} },
  } = call
  const contract = await contractRow(
    sandbox.run,
    params.contract_id,
    'v3',
    await scopeOf(sandbox, caller),
  )
  // A token belongs to the contract that it was made for.
  const tokenScope: TokenScope = {
    operationId,
    keyName: caller.name,
    filters: { ...query, contract_id: contract.id },
  }
  const from = query.page_token
    ? readToken(query.page_token, tokenScope, sandbox.secret)
    : undefined
  const backwards = from?.direction === 'prev'
  const limit = query.limit ?? defaultLimit
  const [sign, order] = backwards ? ['<', 'desc'] : ['>', 'asc']
  // The page's keys first, then each record by its own key: the planner knows too little of a new
  // roster to find that out, and would read every provider of the organisation.
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
      ? writeToken(
          { walk: 2, direction, sortValue: '', seq: provider.provider_seq },
          tokenScope,
          sandbox.secret,
        )
      : null
  return {
    contract,
    providers,
    next: hasMore || backwards ? tokenAt(providers.at(-1), 'next') : null,
    prev: (backwards && hasMore) || (from && !backwards) ? tokenAt(providers[0], 'prev') : null,
  }
}
