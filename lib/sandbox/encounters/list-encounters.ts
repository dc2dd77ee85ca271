import { sql } from 'drizzle-orm'
import { encounters } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { pageJson } from '#lib/sandbox/lists/page-json.ts'
import { readPage } from '#lib/sandbox/lists/read-page.ts'
import { encounterMatches } from './encounter-matches.ts'
import { encountersBySeq } from './read-encounters.ts'

const defaultLimit = 100
const defaultSort = 'created_at:desc'

/** One page of encounters, by every filter and sort; newest first unless asked otherwise. */
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
      column: field === 'date_of_service' ? sql`${encounters.date_of_service}` : sql`${encounters.created_at}`,
      descending: direction !== 'asc',
    },
    filters: await encounterMatches(query, sandbox.run),
    limit: query.limit ?? defaultLimit,
    pageToken: query.page_token,
    tokenScope: { operationId, keyName: caller.name, filters: query, defaults: { sort: defaultSort } },
  })
  return pageJson(await encountersBySeq(sandbox, page.seqs), page)
}
