import { sql } from 'drizzle-orm'
import { facilitySpans as f, providerSpans as p } from '#lib/sandbox/db/schema.ts'
import type { Call, Handler } from '#lib/sandbox/http/handler.ts'
import { refuse } from '#lib/sandbox/http/refusal.ts'
import { type SqlFilter, isOneOf } from '#lib/sandbox/lists/filters.ts'
import { pageJson } from '#lib/sandbox/lists/pages.ts'
import { readPage } from '#lib/sandbox/lists/read-page.ts'
import { type SpanKind, facilityKind, providerKind, spansBySeq } from './read-spans.ts'

type ListCall = Call<'listFacilityCredentialingSpans'> | Call<'listProviderCredentialingSpans'>

const defaultLimit = 100
const defaults = { as_rendering_provider: false, as_contracting_provider: false }

/** One page of facility spans. */
export const listFacilityCredentialingSpans: Handler<'listFacilityCredentialingSpans'> = (call) => {
  const {
    payer_uuid: payer,
    contracting_provider_id: provider,
    service_facility_id: facility,
  } = call.input.query ?? {}
  return listSpans(call, facilityKind, [
    { condition: sql`${f.is_enabled}` },
    ...(facility === undefined ? [] : [isOneOf(f.service_facility_id, [facility], 1)]),
    ...(provider === undefined
      ? []
      : [{ condition: sql`${f.contracting_provider_id} = ${provider}` }]),
    ...(payer === undefined ? [] : [{ condition: sql`${f.payer_uuid} = ${payer}` }]),
  ])
}

/** One page of rendering providers' spans. */
export const listProviderCredentialingSpans: Handler<'listProviderCredentialingSpans'> = (call) => {
  const query = call.input.query ?? {}
  return listSpans(call, providerKind, [
    { condition: sql`${p.is_enabled}` },
    ...(query.payer_uuid === undefined ? [] : [isOneOf(p.payer_uuid, [query.payer_uuid], 3)]),
    ...roleFilters(query),
  ])
}

type Roles = {
  provider_id?: string | undefined
  as_rendering_provider?: boolean | undefined
  as_contracting_provider?: boolean | undefined
}

/**
 * Filters by a provider in the requested roles. Without a role, or with both, either role matches.
 * ASSUMED: span-provider-roles
 */
function roleFilters({
  provider_id: id,
  as_rendering_provider: rendering,
  as_contracting_provider: contracting,
}: Roles): SqlFilter[] {
  if (id === undefined) {
    if (rendering || contracting) {
      throw refuse('UnprocessableEntityError', {
        message: 'provider_id: as_rendering_provider and as_contracting_provider need a provider.',
      })
    }
    return []
  }
  if (rendering && !contracting) return [isOneOf(p.rendering_provider_id, [id], 1)]
  if (contracting && !rendering) return [{ condition: sql`${p.contracting_provider_id} = ${id}` }]
  return [
    {
      condition: sql`(${p.rendering_provider_id} = ${id} or ${p.contracting_provider_id} = ${id})`,
    },
  ]
}

// Newest first. ASSUMED: span-order
async function listSpans(
  { operationId, sandbox, caller, input: { query = {} } }: ListCall,
  kind: SpanKind,
  filters: SqlFilter[],
): Promise<string> {
  const table = sql.identifier(kind.table)
  const page = await readPage({
    sandbox,
    caller,
    table: sql`${table}`,
    order: { column: sql`${table}.created_at`, descending: true },
    filters,
    limit: query.limit ?? defaultLimit,
    pageToken: query.page_token,
    tokenScope: { operationId, keyName: caller.name, filters: query, defaults },
  })
  return pageJson(await spansBySeq(sandbox, kind, page.seqs), page)
}
