import type { CustomSchemaRow } from '#lib/sandbox/db/records-schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'

/** All metadata schemas of the organisation. */
export const listCustomSchemas: Handler<'listCustomSchemas'> = async ({ sandbox }) => {
  const rows = await sandbox.run<CustomSchemaRow>('select body from custom_schemas order by seq')
  return `{"schemas":[${rows.map(({ body }) => body).join(',')}]}`
}

/** One metadata schema. */
export const getCustomSchema: Handler<'getCustomSchema'> = async ({ sandbox, input }) => {
  const id = input.params.schema_id
  const [row] = await sandbox.run<CustomSchemaRow>(
    'select body from custom_schemas where id = $1',
    [id],
  )
  if (!row) throw notFound(id)
  return row.body
}
