import { sql } from 'drizzle-orm'
import type { SchemaInstance } from '#lib/contract/charge-capture-data/schema-instances.ts'
import { chargeCaptures } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { type SqlFilter, containing, textArray } from '#lib/sandbox/lists/filters.ts'
import { pageJson } from '#lib/sandbox/lists/pages.ts'
import { readPage } from '#lib/sandbox/lists/read-page.ts'
import { capturesBySeq } from './read-charge-captures.ts'

const defaultLimit = 100

/**
 * Captures that carry any of the instances asked for, as the published client says: the same schema with, at least, the
 * same keys and values.
 * ASSUMED: find-by-metadata-contains
 */
export const findChargeCapturesByMetadata: Handler<'findChargeCapturesByMetadata'> = async ({
  operationId,
  sandbox,
  caller,
  input: { body },
}) => {
  const page = await readPage({
    sandbox,
    caller,
    table: sql`${chargeCaptures}`,
    order: { column: sql`${chargeCaptures.created_at}`, descending: true },
    filters: [carriesAny(body.metadata)],
    limit: body.limit ?? defaultLimit,
    pageToken: body.page_token,
    tokenScope: { operationId, keyName: caller.name, filters: { metadata: body.metadata } },
  })
  const items = await capturesBySeq(sandbox.run, page.seqs)
  return pageJson(items, page, { item_count: items.length })
}

// The text is looked through first: it is turned into JSON only where it names one of the schemas. A request may ask for
// any number of instances, so all of them are two parameters.
function carriesAny(instances: readonly SchemaInstance[]): SqlFilter {
  const column = chargeCaptures.metadata
  const schemas = textArray([...new Set(instances.map(({ schema_id }) => containing(schema_id)))])
  const wanted = textArray(instances.map(({ schema_id, content }) => JSON.stringify([{ schema_id, content }])))
  return {
    condition: sql`case when ${column} like any(${schemas}) then ${column}::jsonb @> any(${wanted}::jsonb[]) else false end`,
  }
}
