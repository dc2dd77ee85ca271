import { folded } from '#lib/core/folded.ts'
import type { PayerRow } from '#lib/sandbox/db/records-schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { pageJson, pageOf } from '#lib/sandbox/lists/pages.ts'

/** Payers by name or payer id. */
export const listPayers: Handler<'listPayers'> = async (call) => {
  const { query = {} } = call.input
  const text = folded(query.search_term ?? '')
  const rows = await call.sandbox.run<PayerRow>(
    'select name, payer_id, body from payers order by name, seq',
  )
  const found = rows.filter(({ name, payer_id }) =>
    [name, payer_id].some((each) => folded(each).includes(text)),
  )
  const page = pageOf(found, { ...call, query })
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
