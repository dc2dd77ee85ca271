import { sql } from 'drizzle-orm'
import { chargeCaptures } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { captureMatches } from '#lib/sandbox/lists/capture-matches.ts'
import { pageJson } from '#lib/sandbox/lists/page-json.ts'
import { readPage } from '#lib/sandbox/lists/read-page.ts'
import { capturesBySeq } from './read-captures.ts'

const defaultLimit = 100
const defaults = { sort: 'created_at', sort_direction: 'desc', exclude_charges_linked_to_claims: false }

/** One page of captures, by every filter, sort and ranked sort. */
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
    ...(await captureMatches(query, sandbox.run)),
    limit: query.limit ?? defaultLimit,
    pageToken: query.page_token,
    tokenScope: { operationId, keyName: caller.name, filters: query, defaults },
  })
  const items = await capturesBySeq(sandbox.run, page.seqs)
  return pageJson(items, page, { item_count: items.length })
}
