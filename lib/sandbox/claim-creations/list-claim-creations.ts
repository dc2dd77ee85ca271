import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ListClaimCreationsQuery } from '#lib/contract/claim-creations.operations.ts'
import { billedStatus } from '#lib/contract/claim-creations.ts'
import { differingFacet, facetPrefixes } from '#lib/sandbox/bundling/creation-columns.ts'
import { type RunSql, runSql } from '#lib/sandbox/db/run-sql.ts'
import { chargeCaptures, claimCreations, claimCreations as b } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import {
  type FilterTable,
  type SqlFilter,
  allOf,
  creationsOfClaims,
  filterFor,
  isOneOf,
  nameContains,
  namesContaining,
  patterns,
  textArray,
} from '#lib/sandbox/lists/filters.ts'
import { pageJson } from '#lib/sandbox/lists/pages.ts'
import { readPage } from '#lib/sandbox/lists/read-page.ts'
import { creationsBySeq } from './read-claim-creations.ts'

const defaultLimit = 100
const defaults = { sort: 'created_at', sort_direction: 'desc', has_charge_capture_updates: false }

/** One page of claim creations, with all filters, sorted by creation time. */
export const listClaimCreations: Handler<'listClaimCreations'> = async ({
  operationId,
  sandbox,
  caller,
  input: { query = {} },
}) => {
  const filters = await creationFilters(query, sandbox.run)
  const page = await readPage({
    sandbox,
    caller,
    table: sql`${claimCreations}`,
    order: {
      column: sql`${claimCreations.created_at}`,
      descending: query.sort_direction !== 'asc',
      daysLead: true,
    },
    filters,
    besides: await matchingByCharges(filters, sandbox.run),
    limit: query.limit ?? defaultLimit,
    pageToken: query.page_token,
    tokenScope: { operationId, keyName: caller.name, filters: query, defaults },
  })
  return pageJson(await creationsBySeq(sandbox.run, page.seqs), page)
}

type Query = ListClaimCreationsQuery

/** All filters of the claim creation list. The type requires every filter of the contract. */
const filterOf: FilterTable<Query, 'limit' | 'page_token' | 'sort' | 'sort_direction'> = {
  claim_creation_ids: (values) => ({
    condition: sql`${b.id} = any(${textArray(values)})`,
    unordered: true,
  }),
  claim_ids: async (values, run) => ({
    condition: sql`${b.id} = any(${textArray(await creationsOfClaims(run, values))})`,
    unordered: true,
  }),
  patient_external_id: (value) => ({
    ...isOneOf(b.patient_external_id, [value], 2),
    ofCharges: sql`${chargeCaptures.patient_external_id} = ${value}`,
  }),
  service_facility_name: async (value, run) => ({
    ...(await nameContains(run, b.service_facility_name, [value], 7)),
    ofCharges: sql`${chargeCaptures.service_facility_name} like any(${patterns([value])})`,
  }),
  billing_provider_npis: (values) => ({
    ...ofAnyCharge(isOneOf(b.billing_provider_npi, values, 8)),
    ofCharges: sql`${chargeCaptures.billing_provider_npi} = any(${textArray(values)})`,
  }),
  claim_status: (value) => isOneOf(b.claim_status, [value], 12),
  // ASSUMED: billed-is-successful
  claim_creation_status: (value) =>
    isOneOf(b.status, [value === billedStatus ? 'successful' : value], 16),
  date_of_service_min: (value) => ({
    condition: sql`${b.date_of_service} >= ${value}`,
    days: sql`${b.date_of_service}`,
    ofCharges: sql`${chargeCaptures.date_of_service} >= ${value}`,
  }),
  date_of_service_max: (value) => ({
    condition: sql`${b.date_of_service} <= ${value} and ${b.date_of_service} > ''`,
    days: sql`${b.date_of_service}`,
    ofCharges: sql`${chargeCaptures.date_of_service} <= ${value} and ${chargeCaptures.date_of_service} > ''`,
  }),
  patient_names: (values) => ({
    condition: sql`${b.patient_names} like any(${patterns(values)})`,
    unordered: true,
  }),
  // ASSUMED: false-asks-nothing, updates-resolved-too
  has_charge_capture_updates: (value) => (value ? { condition: sql`${b.updates} > 0` } : undefined),
  charge_status: (value) => hasFacet('charge_status', [value]),
  charge_external_id: (value) => hasFacet('charge_external_id', [value]),
  claim_creation_category: (values) => hasFacet('claim_creation_category', values),
  primary_payer_ids: (values) => hasFacet('primary_payer_ids', values),
  primary_payer_names: (values, run) =>
    hasNameFacet('primary_payer_names', chargeCaptures.primary_payer_name, values, run),
  rendering_provider_npis: (values) => hasFacet('rendering_provider_npis', values),
  rendering_provider_names: (values, run) =>
    hasNameFacet('rendering_provider_names', chargeCaptures.rendering_provider_name, values, run),
  supervising_provider_npis: (values) => hasFacet('supervising_provider_npis', values),
  supervising_provider_names: (values, run) =>
    hasNameFacet(
      'supervising_provider_names',
      chargeCaptures.supervising_provider_name,
      values,
      run,
    ),
  tags: (values) => hasFacet('tags', values),
}

/**
 * The same filter without claim creations that have no captures. They keep the NPI of their last
 * one for a key's scope.
 */
function ofAnyCharge({ condition, branches, ...rest }: SqlFilter): SqlFilter {
  const ofCharge = (each: SqlFilter['condition']) => sql`(${each}) and ${b.facets} <> '{}'`
  return {
    ...rest,
    condition: ofCharge(condition),
    ...(branches ? { branches: branches.map(ofCharge) } : {}),
  }
}

/** The filters of a query. */
async function creationFilters(query: Query, run: RunSql): Promise<SqlFilter[]> {
  const filters: SqlFilter[] = []
  for (const [name, value] of Object.entries(query)) {
    const filter = await filterFor(filterOf, name, value, run)
    if (filter) filters.push(filter)
  }
  return filters
}

/**
 * The claim creations whose captures match these filters although their own columns do not;
 * undefined if there are none. The columns hold the values of one capture, and captures can differ
 * after a change that follows billing.
 */
async function matchingByCharges(
  filters: readonly SqlFilter[],
  run: RunSql,
): Promise<SqlFilter | undefined> {
  if (!filters.some(({ ofCharges }) => ofCharges)) return undefined
  const conditions = filters.map(({ condition, ofCharges }) =>
    ofCharges
      ? sql`exists (select 1 from ${chargeCaptures} where ${chargeCaptures.claim_creation_id} = ${b.id} and ${ofCharges})`
      : sql`(${condition})`,
  )
  const rows = await runSql<{ seq: number }>(
    run,
    sql`
    with differing as materialized (select * from ${b} where ${b.facets} && ${textArray([differingFacet])})
    select seq from differing ${b} where ${sql.join(conditions, sql` and `)} and not (${allOf(filters)})`,
  )
  if (rows.length === 0) return undefined
  const condition = sql`${b.seq} = any(${sql.param(rows.map(({ seq }) => seq))}::bigint[])`
  return { condition, branches: [condition], rank: 0 }
}

type Facet = keyof typeof facetPrefixes

function hasFacet(facet: Facet, values: readonly string[]): SqlFilter {
  return {
    condition: sql`${b.facets} && ${textArray(values.map((value) => facetPrefixes[facet] + value))}`,
    unordered: true,
  }
}

// Facets hold whole names, so the requested parts are replaced by the whole names that contain
// them.
async function hasNameFacet(
  facet: Facet,
  column: AnyPgColumn,
  texts: readonly string[],
  run: RunSql,
): Promise<SqlFilter> {
  const names = await namesContaining(run, column, texts)
  if (names) return hasFacet(facet, names)
  const prefix = facetPrefixes[facet]
  return {
    condition: sql`exists (select 1 from unnest(${b.facets}) facet where facet like ${`${prefix}%`} and substr(facet, ${prefix.length + 1}::int) like any(${patterns(texts)}))`,
    unordered: true,
  }
}
