import { isUuid } from '#lib/core/uuid.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { ListChargeCapturesQuery } from '#lib/contract/charge-captures.operations.ts'
import { chargeCaptureStatus } from '#lib/contract/charge-captures.ts'
import { knownValues } from '#lib/contract/fields.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { chargeCaptures, chargeCaptures as c } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import {
  type FilterTable,
  type SqlFilter,
  filterFor,
  creationsOfClaims,
  isOneOf,
  nameContains,
  patterns,
  searchPatterns,
  textArray,
} from '#lib/sandbox/lists/filters.ts'
import { pageJson } from '#lib/sandbox/lists/pages.ts'
import { readPage } from '#lib/sandbox/lists/read-page.ts'
import { capturesBySeq } from './read-charge-captures.ts'

const defaultLimit = 100
const defaults = {
  sort: 'created_at',
  sort_direction: 'desc',
  exclude_charges_linked_to_claims: false,
}

/** One page of captures, with all filters, sorts and ranked sorts. */
export const listChargeCaptures: Handler<'listChargeCaptures'> = async ({
  operationId,
  sandbox,
  caller,
  input: { query = {} },
}) => {
  const byDay = query.sort === 'date_of_service'
  const column = byDay ? sql`${chargeCaptures.date_of_service}` : sql`${chargeCaptures.created_at}`
  const page = await readPage({
    sandbox,
    caller,
    table: sql`${chargeCaptures}`,
    order: { column, descending: query.sort_direction !== 'asc', daysLead: !byDay },
    ...(await captureFilters(query, sandbox.run)),
    limit: query.limit ?? defaultLimit,
    pageToken: query.page_token,
    tokenScope: { operationId, keyName: caller.name, filters: query, defaults },
  })
  const items = await capturesBySeq(sandbox.run, page.seqs)
  return pageJson(items, page, { item_count: items.length })
}

type Query = ListChargeCapturesQuery

/** All filters of the charge capture list. The type requires every filter of the contract. */
const filterOf: FilterTable<
  Query,
  'limit' | 'page_token' | 'sort' | 'sort_direction' | `${string}_ranked_sort`
> = {
  charge_external_id: (value) => isOneOf(c.charge_external_id, [value], 0),
  claim_creation_ids: (values) => isOneOf(c.claim_creation_id, values, 1),
  claim_ids: async (values, run) =>
    isOneOf(c.claim_creation_id, await creationsOfClaims(run, values), 1),
  patient_external_id: (value) => isOneOf(c.patient_external_id, [value], 2),
  rendering_provider_npis: (values) => isOneOf(c.rendering_provider_npi, values, 3),
  rendering_provider_names: (values, run) =>
    nameContains(run, c.rendering_provider_name, values, 4),
  supervising_provider_npis: (values) => isOneOf(c.supervising_provider_npi, values, 5),
  supervising_provider_names: (values, run) =>
    nameContains(run, c.supervising_provider_name, values, 6),
  service_facility_name: (value, run) => nameContains(run, c.service_facility_name, [value], 7),
  billing_provider_npis: (values) => isOneOf(c.billing_provider_npi, values, 8),
  primary_payer_ids: (values) => isOneOf(c.primary_payer_id, values, 9),
  primary_payer_names: (values, run) => nameContains(run, c.primary_payer_name, values, 10),
  claim_creation_category: (values) => isOneOf(c.claim_creation_category, values, 11),
  claim_status: (value) => isOneOf(c.claim_status, [value], 12),
  responsible_party: (value) => isOneOf(c.responsible_party, [value], 13),
  billable_status: (value) => isOneOf(c.billable_status, [value], 14),
  // ASSUMED: false-asks-nothing
  exclude_charges_linked_to_claims: (value) =>
    value ? isOneOf(c.claim_creation_id, [''], 15) : undefined,
  status: (value) => ({ ...isOneOf(c.status, [value], 16), rest: otherStatuses(value) }),
  // A capture without a date matches neither bound. ASSUMED: missing-date-first
  date_of_service_min: (value) => ({
    condition: sql`${c.date_of_service} >= ${value}`,
    days: sql`${c.date_of_service}`,
  }),
  date_of_service_max: (value) => ({
    condition: sql`${c.date_of_service} <= ${value} and ${c.date_of_service} > ''`,
    days: sql`${c.date_of_service}`,
  }),
  tags: (values) => ({ condition: sql`${c.tags} && ${textArray(values)}`, unordered: true }),
  patient_names: (values) => ({
    // search_text contains the name and has the index.
    condition: sql`${c.search_text} like any(${patterns(values)}) and ${c.patient_name} like any(${patterns(values)})`,
    unordered: true,
  }),
  search_term: searchFilter,
}

/**
 * The filters and ranked sorts of a query; records that match more of the ranked sorts come first.
 * ASSUMED: ranked-together
 */
export async function captureFilters(
  query: Query,
  run: RunSql,
): Promise<{ filters: SqlFilter[]; ranked: SqlFilter[] }> {
  const filters: SqlFilter[] = []
  const ranked: SqlFilter[] = []
  for (const [parameter, value] of Object.entries(query)) {
    const name = parameter.replace(/_ranked_sort$/, '')
    const filter = await filterFor(filterOf, name, value, run)
    if (filter) (name === parameter ? filters : ranked).push(filter)
  }
  return { filters, ranked }
}

function otherStatuses(status: string): SQL[] {
  return knownValues(chargeCaptureStatus)!
    .values.filter((other) => other !== status)
    .map((other) => sql`${c.status} = ${other}`)
}

/**
 * search_term matches a part of the patient's name, date of birth or external id, or of the
 * charge's external id, in any spelling. It also matches a whole charge id or claim id. ASSUMED:
 * search-by-part
 */
export async function searchFilter(term: string, run: RunSql): Promise<SqlFilter | undefined> {
  const wanted = searchPatterns(term)
  if (!wanted) return undefined
  const byText = sql`${c.search_text} like any(${wanted})`
  const text = term.trim().toLowerCase()
  if (!isUuid(text)) return { condition: byText, unordered: true }
  const creations = await creationsOfClaims(run, [text])
  const byClaim =
    creations.length > 0 ? sql` or ${c.claim_creation_id} = any(${textArray(creations)})` : sql``
  return { condition: sql`${byText} or ${c.id} = ${text}${byClaim}`, unordered: true }
}
