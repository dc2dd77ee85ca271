import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { ListClaimCreationsQuery } from '#lib/contract/claim-creations.operations.ts'
import { billedStatus } from '#lib/contract/claim-creations.ts'
import { differingFacet, facetPrefixes } from '#lib/sandbox/db/creation-facets.ts'
import { chargeCaptures, claimCreations as b } from '#lib/sandbox/db/schema.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { creationsOfClaims } from './creations-of-claims.ts'
import { allOf, isOneOf, type Match, textArray } from './match.ts'
import { nameContains, namesContaining, patterns } from './name-match.ts'
import { runSql } from './walk.ts'

type Query = ListClaimCreationsQuery
type FilterName = Exclude<keyof Query, 'limit' | 'page_token' | 'sort' | 'sort_direction'>
type Make<K extends FilterName> = (
  value: NonNullable<Query[K]>,
  run: RunSql,
) => Match | undefined | Promise<Match | undefined>

/** Every filter of the claim creation list; one that the contract has and this lacks does not compile. */
const makers: { [K in FilterName]-?: Make<K> } = {
  claim_creation_ids: (values) => ({ condition: sql`${b.id} = any(${textArray(values)})`, rare: true }),
  claim_ids: async (values, run) => ({
    condition: sql`${b.id} = any(${textArray(await creationsOfClaims(run, values))})`,
    rare: true,
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
    ...isOneOf(b.billing_provider_npi, values, 8),
    ofCharges: sql`${chargeCaptures.billing_provider_npi} = any(${textArray(values)})`,
  }),
  claim_status: (value) => isOneOf(b.claim_status, [value], 12),
  // ASSUMED: billed-is-successful
  claim_creation_status: (value) => isOneOf(b.status, [value === billedStatus ? 'successful' : value], 16),
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
  patient_names: (values) => ({ condition: sql`${b.patient_names} like any(${patterns(values)})`, rare: true }),
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
    hasNameFacet('supervising_provider_names', chargeCaptures.supervising_provider_name, values, run),
  tags: (values) => hasFacet('tags', values),
}

/** The filters of a query. */
export async function creationMatches(query: Query, run: RunSql): Promise<Match[]> {
  const filters: Match[] = []
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || !Object.hasOwn(makers, name)) continue
    // The maker and the value have the same name, which the map's type ties together but a loop cannot show.
    const match = await (makers[name as FilterName] as Make<FilterName>)(value as never, run)
    if (match) filters.push(match)
  }
  return filters
}

/**
 * The claim creations that pass these filters by their captures, although the columns, which hold the values of one
 * capture, say otherwise; undefined where there are none. Captures differ when they are changed after billing.
 */
export async function passingByCharges(filters: readonly Match[], run: RunSql): Promise<Match | undefined> {
  if (!filters.some(({ ofCharges }) => ofCharges)) return undefined
  const passing = filters.map(({ condition, ofCharges }) =>
    ofCharges
      ? sql`exists (select 1 from ${chargeCaptures} where ${chargeCaptures.claim_creation_id} = ${b.id} and ${ofCharges})`
      : sql`(${condition})`,
  )
  const rows = await runSql<{ seq: number }>(
    run,
    sql`
    with differing as materialized (select * from ${b} where ${b.facets} && ${textArray([differingFacet])})
    select seq from differing ${b} where ${sql.join(passing, sql` and `)} and not (${allOf(filters)})`,
  )
  if (rows.length === 0) return undefined
  const condition = sql`${b.seq} = any(${sql.param(rows.map(({ seq }) => seq))}::bigint[])`
  return { condition, branches: [condition], rank: 0 }
}

type Facet = keyof typeof facetPrefixes

function hasFacet(facet: Facet, values: readonly string[]): Match {
  return {
    condition: sql`${b.facets} && ${textArray(values.map((value) => facetPrefixes[facet] + value))}`,
    rare: true,
  }
}

// Names are kept whole in the facets: the parts that were asked for are turned into the whole names that contain them.
async function hasNameFacet(facet: Facet, column: AnyPgColumn, texts: readonly string[], run: RunSql): Promise<Match> {
  const names = await namesContaining(run, column, texts)
  if (names) return hasFacet(facet, names)
  const prefix = facetPrefixes[facet]
  return {
    condition: sql`exists (select 1 from unnest(${b.facets}) facet where facet like ${`${prefix}%`} and substr(facet, ${prefix.length + 1}::int) like any(${patterns(texts)}))`,
    rare: true,
  }
}
