import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { listEncountersQuery } from '#lib/contract/encounters/encounters.operations.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { encounters, encounters as e } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import {
  type FilterTable,
  type SqlFilter,
  filterFor,
  isOneOf,
  nameContains,
  namesContaining,
  searchPatterns,
  textArray,
} from '#lib/sandbox/lists/filters.ts'
import { pageJson } from '#lib/sandbox/lists/pages.ts'
import { readPage } from '#lib/sandbox/lists/read-page.ts'
import { statusesWhere } from './claim-status.ts'
import { encountersBySeq } from './read-encounters.ts'

const defaultLimit = 100
const defaultSort = 'created_at:desc'

/** One page of encounters, with all filters and sorts; newest first by default. */
export const listEncounters: Handler<'listEncounters'> = async ({
  operationId,
  sandbox,
  caller,
  input: { query = {} },
}) => {
  const [field, direction] = (query.sort ?? defaultSort).split(':')
  const page = await readPage({
    sandbox,
    caller,
    table: sql`${encounters}`,
    order: {
      column:
        field === 'date_of_service'
          ? sql`${encounters.date_of_service}`
          : sql`${encounters.created_at}`,
      descending: direction !== 'asc',
    },
    filters: await encounterFilters(query, sandbox.run),
    limit: query.limit ?? defaultLimit,
    pageToken: query.page_token,
    tokenScope: {
      operationId,
      keyName: caller.name,
      filters: query,
      defaults: { sort: defaultSort },
    },
  })
  return pageJson(await encountersBySeq(sandbox, page.seqs), page)
}

type Query = z.infer<typeof listEncountersQuery>

/** All filters of the encounter list. The type requires every filter of the contract. */
const filterOf: FilterTable<Query, 'limit' | 'page_token' | 'sort'> = {
  external_id: (value) => isOneOf(e.external_id, [value], 0),
  patient_external_id: (value) => isOneOf(e.patient_external_id, [value], 2),
  billing_provider_npis: (values) => isOneOf(e.billing_provider_npi, values, 8),
  primary_payer_names: async (value, run) =>
    nameContains(run, e.primary_payer_name, await splitNames(value, run), 10),
  claim_status: (value) => isOneOf(e.claim_status, [value], 12),
  owner_of_next_action: (value) =>
    isOneOf(
      e.claim_status,
      statusesWhere((statusFacts) => statusFacts.owner === value),
      13,
    ),
  work_queue_id: (value) => {
    const statuses = statusesWhere(
      (statusFacts) => statusFacts.queue !== '' && statusFacts.queue === value,
    )
    return statuses.length > 0 ? isOneOf(e.claim_status, statuses, 13) : { condition: sql`false` }
  },
  responsible_party: (value) => ({ condition: sql`${e.responsible_party} = ${value}` }),
  billable_status: (value) => ({ condition: sql`${e.billable_status} = ${value}` }),
  date_of_service_min: (value) => ({ condition: sql`${e.date_of_service} >= ${value}` }),
  date_of_service_max: (value) => ({
    condition: sql`${e.date_of_service} <= ${value} and ${e.date_of_service} > ''`,
  }),
  // Diagnoses are written once, when the encounter is created.
  diagnoses_updated_since: (value) => ({ condition: sql`${e.created_at} >= ${Date.parse(value)}` }),
  tag_ids: (values) => ({ condition: sql`${e.tags} && ${textArray(values)}`, unordered: true }),
  search_term: (value) => searchFilter(value),
}

/** The filters of a query. */
async function encounterFilters(query: Query, run: RunSql): Promise<SqlFilter[]> {
  const filters: SqlFilter[] = []
  for (const [name, value] of Object.entries(query)) {
    const filter = await filterFor(filterOf, name, value, run)
    if (filter) filters.push(filter)
  }
  return filters
}

const mostCommas = 3

/**
 * The published client calls the value a comma delimited string, but payer names can contain
 * commas. Parts that occur together in one payer name are not split. ASSUMED: encounter-payer-names
 */
async function splitNames(value: string, run: RunSql): Promise<string[]> {
  const pieces = value.split(',')
  const names: string[] = []
  for (let i = 0; i < pieces.length;) {
    let taken = Math.min(mostCommas, pieces.length - i)
    while (taken > 1 && !(await isKnown(pieces.slice(i, i + taken), run))) taken -= 1
    names.push(
      pieces
        .slice(i, i + taken)
        .join(',')
        .trim(),
    )
    i += taken
  }
  return names.filter(Boolean)
}

async function isKnown(pieces: readonly string[], run: RunSql): Promise<boolean> {
  if (pieces.some((piece) => piece.trim() === '')) return false
  const names = await namesContaining(run, e.primary_payer_name, [pieces.join(',')])
  return names === undefined || names.length > 0
}

/** ASSUMED: encounter-search */
function searchFilter(term: string): SqlFilter | undefined {
  const wanted = searchPatterns(term)
  if (!wanted) return undefined
  const text = term.trim().toLowerCase()
  const byClaim = sql`${e.id} in (select encounter_id from claims where claims.id = ${text})`
  return {
    condition: sql`${e.search_text} like any(${wanted}) or ${e.id} = ${text} or ${byClaim}`,
    unordered: true,
  }
}
