import { sql } from 'drizzle-orm'
import { claimCreations } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { creationMatches, passingByCharges } from '#lib/sandbox/lists/creation-matches.ts'
import { pageJson } from '#lib/sandbox/lists/page-json.ts'
import { readPage } from '#lib/sandbox/lists/read-page.ts'
import { creationsBySeq } from './read-creations.ts'

const defaultLimit = 100
const defaults = { sort: 'created_at', sort_direction: 'desc', has_charge_capture_updates: false }

/** One page of claim creations, by every filter, sorted by their time of creation. */
export const listClaimCreations: Handler<'listClaimCreations'> = async ({
  operationId,
  sandbox,
  caller,
  input: { query = {} },
}) => {
  const filters = await creationMatches(query, sandbox.run)
  const page = await readPage({
    sandbox,
    caller,
    table: sql`${claimCreations}`,
    order: { column: sql`${claimCreations.created_at}`, descending: query.sort_direction !== 'asc', daysLead: true },
    filters,
    besides: await passingByCharges(filters, sandbox.run),
    limit: query.limit ?? defaultLimit,
    pageToken: query.page_token,
    tokenScope: { operationId, keyName: caller.name, filters: query, defaults },
  })
  return pageJson(await creationsBySeq(sandbox.run, page.seqs), page)
}
