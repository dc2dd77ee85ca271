import { foldName } from '#lib/sandbox/db/capture-columns.ts'
import type { PayerRow } from '#lib/sandbox/db/records-schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { containing } from '#lib/sandbox/lists/filters.ts'
import { pageJson, pageOf } from '#lib/sandbox/lists/pages.ts'

/** Payers by name or payer id. */
export const listPayers: Handler<'listPayers'> = async (call) => {
  const { query = {} } = call.input
  const pattern = containing(foldName(query.search_term ?? ''))
  const rows = await call.sandbox.run<PayerRow>(
    'select body from payers where lower(name) like $1 or lower(payer_id) like $1 order by name, seq',
    [pattern],
  )
  const page = pageOf(rows, { ...call, query })
  return pageJson(
    page.items.map(({ body }) => body),
    page,
  )
}

/** One payer. */
export const getPayer: Handler<'getPayer'> = async ({ sandbox, input }) => {
  const id = input.params.payer_uuid
  const [row] = await sandbox.run<PayerRow>('select body from payers where payer_uuid = $1', [id])
  if (!row) throw notFound(id)
  return row.body
}
