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
 * Captures with at least one of the requested metadata instances. As in the published client, an
 * instance matches if it has the same schema and contains the requested keys and values. ASSUMED:
 * find-by-metadata-contains
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

// The text comparison runs first, so that only texts with one of the schema ids are parsed as JSON.
// A request can hold any number of instances, so they are passed as two array parameters.
function carriesAny(instances: readonly SchemaInstance[]): SqlFilter {
  const column = chargeCaptures.metadata
  const schemas = textArray([...new Set(instances.map(({ schema_id }) => containing(schema_id)))])
  const wanted = textArray(
    instances.map(({ schema_id, content }) => JSON.stringify([{ schema_id, content }])),
  )
  return {
    condition: sql`case when ${column} like any(${schemas}) then ${column}::jsonb @> any(${wanted}::jsonb[]) else false end`,
  }
}
