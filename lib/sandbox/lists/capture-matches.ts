import { type SQL, sql } from 'drizzle-orm'
import type { ListChargeCapturesQuery } from '#lib/contract/charge-captures.operations.ts'
import { chargeCaptureStatus } from '#lib/contract/charge-captures.ts'
import { knownValues } from '#lib/contract/fields.ts'
import { chargeCaptures as c } from '#lib/sandbox/db/schema.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { creationsOfClaims } from './creations-of-claims.ts'
import { isOneOf, type Match, textArray } from './match.ts'
import { nameContains, patterns } from './name-match.ts'
import { searchMatch } from './search-match.ts'

type Query = ListChargeCapturesQuery
type FilterName = Exclude<keyof Query, 'limit' | 'page_token' | 'sort' | 'sort_direction' | `${string}_ranked_sort`>
type Make<K extends FilterName> = (
  value: NonNullable<Query[K]>,
  run: RunSql,
) => Match | undefined | Promise<Match | undefined>

/** Every filter of the charge capture list; one that the contract has and this lacks does not compile. */
const makers: { [K in FilterName]-?: Make<K> } = {
  charge_external_id: (value) => isOneOf(c.charge_external_id, [value], 0),
  claim_creation_ids: (values) => isOneOf(c.claim_creation_id, values, 1),
  claim_ids: async (values, run) => isOneOf(c.claim_creation_id, await creationsOfClaims(run, values), 1),
  patient_external_id: (value) => isOneOf(c.patient_external_id, [value], 2),
  rendering_provider_npis: (values) => isOneOf(c.rendering_provider_npi, values, 3),
  rendering_provider_names: (values, run) => nameContains(run, c.rendering_provider_name, values, 4),
  supervising_provider_npis: (values) => isOneOf(c.supervising_provider_npi, values, 5),
  supervising_provider_names: (values, run) => nameContains(run, c.supervising_provider_name, values, 6),
  service_facility_name: (value, run) => nameContains(run, c.service_facility_name, [value], 7),
  billing_provider_npis: (values) => isOneOf(c.billing_provider_npi, values, 8),
  primary_payer_ids: (values) => isOneOf(c.primary_payer_id, values, 9),
  primary_payer_names: (values, run) => nameContains(run, c.primary_payer_name, values, 10),
  claim_creation_category: (values) => isOneOf(c.claim_creation_category, values, 11),
  claim_status: (value) => isOneOf(c.claim_status, [value], 12),
  responsible_party: (value) => isOneOf(c.responsible_party, [value], 13),
  billable_status: (value) => isOneOf(c.billable_status, [value], 14),
  // ASSUMED: false-asks-nothing
  exclude_charges_linked_to_claims: (value) => (value ? isOneOf(c.claim_creation_id, [''], 15) : undefined),
  status: (value) => ({ ...isOneOf(c.status, [value], 16), rest: otherStatuses(value) }),
  // An absent date is neither early nor late. ASSUMED: missing-date-first
  date_of_service_min: (value) => ({
    condition: sql`${c.date_of_service} >= ${value}`,
    days: sql`${c.date_of_service}`,
  }),
  date_of_service_max: (value) => ({
    condition: sql`${c.date_of_service} <= ${value} and ${c.date_of_service} > ''`,
    days: sql`${c.date_of_service}`,
  }),
  tags: (values) => ({ condition: sql`${c.tags} && ${textArray(values)}`, rare: true }),
  patient_names: (values) => ({
    // search_text holds the name too, and has the index.
    condition: sql`${c.search_text} like any(${patterns(values)}) and ${c.patient_name} like any(${patterns(values)})`,
    rare: true,
  }),
  search_term: searchMatch,
}

/** The filters and ranked sorts of a query; records that match more of the ranked sorts come first. ASSUMED: ranked-together */
export async function captureMatches(query: Query, run: RunSql): Promise<{ filters: Match[]; ranked: Match[] }> {
  const filters: Match[] = []
  const ranked: Match[] = []
  for (const [parameter, value] of Object.entries(query)) {
    const name = parameter.replace(/_ranked_sort$/, '')
    if (value === undefined || !isFilter(name)) continue
    // The maker and the value have the same name, which the map's type ties together but a loop cannot show.
    const match = await (makers[name] as Make<FilterName>)(value as never, run)
    if (match) (name === parameter ? filters : ranked).push(match)
  }
  return { filters, ranked }
}

function isFilter(name: string): name is FilterName {
  return Object.hasOwn(makers, name)
}

function otherStatuses(status: string): SQL[] {
  return knownValues(chargeCaptureStatus)!
    .values.filter((other) => other !== status)
    .map((other) => sql`${c.status} = ${other}`)
}
