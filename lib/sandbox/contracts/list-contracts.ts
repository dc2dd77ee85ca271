import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '#lib/contract/operation.ts'
import type { Operations } from '#lib/contract/operations.ts'
import { contracts as c } from '#lib/sandbox/db/schema.ts'
import type { Call, Handler } from '#lib/sandbox/http/handler.ts'
import { type SqlFilter, isOneOf, patterns, textArray } from '#lib/sandbox/lists/filters.ts'
import { pageJson } from '#lib/sandbox/lists/pages.ts'
import { readPage } from '#lib/sandbox/lists/read-page.ts'
import { everywhere } from './contract-terms.ts'
import { type ContractVersion, contractsBySeq } from './read-contracts.ts'

type Query = NonNullable<Input<Operations['listContractsV3']>['query']>

const defaultLimit = 1000
const defaults = { contract_status: 'pending', sort: 'created_at', sort_direction: 'desc' }

/** One page of professional contracts. */
export const listContractsV2: Handler<'listContractsV2'> = (call) =>
  listContracts(call, 'v2', { ...call.input.query, type: 'professional' })

/** One page of contracts of both types. */
export const listContractsV3: Handler<'listContractsV3'> = (call) =>
  listContracts(call, 'v3', call.input.query ?? {})

async function listContracts(
  { operationId, sandbox, caller, input }: Call<'listContractsV2'> | Call<'listContractsV3'>,
  version: ContractVersion,
  query: Query,
): Promise<string> {
  const page = await readPage({
    sandbox,
    caller,
    table: sql`${c}`,
    order: { column: sortColumn(query.sort), descending: query.sort_direction !== 'asc' },
    filters: contractFilters(query),
    limit: query.limit ?? defaultLimit,
    pageToken: query.page_token,
    tokenScope: { operationId, keyName: caller.name, filters: input.query ?? {}, defaults },
  })
  return pageJson(await contractsBySeq(sandbox, page.seqs, version), page)
}

const sortColumns: Record<string, SQL> = {
  created_at: sql`${c.created_at}`,
  payer_name: sql`${c.payer_name}`,
  payer_id: sql`${c.payer_id}`,
  billing_provider_name: sql`${c.billing_provider_name}`,
  effective_date: sql`${c.effective_date}`,
  contract_status: sql`${c.contract_status}`,
}

function sortColumn(sort: string | undefined): SQL {
  return sortColumns[sort ?? 'created_at']!
}

// There are few contracts, so they are read along the index of the status and the other filters are
// checked row by row.
function contractFilters(query: Query): SqlFilter[] {
  const {
    type,
    contracting_provider_id: provider,
    rendering_provider_ids: members,
    payer_names: payers,
    states,
  } = query
  return [
    // The default status is pending.
    isOneOf(c.contract_status, [query.contract_status ?? defaults.contract_status], 2),
    ...(type === undefined ? [] : [{ condition: sql`${c.type} = ${type}` }]),
    ...(provider === undefined ? [] : [isOneOf(c.contracting_provider_id, [provider], 1)]),
    ...(members === undefined ? [] : [hasAnyMember(members)]),
    // ASSUMED: names-by-part
    ...(payers === undefined
      ? []
      : [{ condition: sql`${c.payer_name} like any(${patterns(payers)})` }]),
    // ASSUMED: contract-national-states
    ...(states === undefined
      ? []
      : [{ condition: sql`${c.states} && ${textArray([...states, everywhere])}` }]),
  ]
}

// ASSUMED: contract-providers-any
function hasAnyMember(ids: readonly string[]): SqlFilter {
  const members = sql`select seq from organization_providers where id = any(${textArray(ids)})`
  return {
    condition: sql`exists (select 1 from contract_providers r where r.contract_seq = ${c.seq} and r.provider_seq in (${members}))`,
  }
}
