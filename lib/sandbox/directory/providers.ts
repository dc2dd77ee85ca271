import { folded } from '#lib/core/folded.ts'
import { runSql } from '#lib/sandbox/db/run-sql.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { ProviderRow } from '#lib/sandbox/db/records-schema.ts'
import { organizationProviders as p } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { containing, textArray } from '#lib/sandbox/lists/filters.ts'
import { pageJson, pageOfRows } from '#lib/sandbox/lists/pages.ts'

type Listed = Pick<ProviderRow, 'body'>

/** The organisation's providers, sorted by name by default. search_term searches names and NPIs. */
export const listOrganizationProviders: Handler<'listOrganizationProviders'> = async (call) => {
  const { query = {} } = call.input
  const conditions: SQL[] = [sql`true`]
  const text = folded(query.search_term ?? '')
  if (text)
    conditions.push(sql`(${p.name} like ${containing(text)} or ${p.npi} like ${containing(text)})`)
  if (query.npi !== undefined) conditions.push(sql`${p.npi} = ${query.npi}`)
  if (query.is_rendering !== undefined)
    conditions.push(sql`${p.is_rendering} = ${query.is_rendering}`)
  if (query.is_billing !== undefined) conditions.push(sql`${p.is_billing} = ${query.is_billing}`)
  if (query.organization_provider_ids)
    conditions.push(sql`${p.id} = any(${textArray(query.organization_provider_ids)})`)
  const [key = 'provider_name', direction = 'asc'] = (query.sort ?? '').split(':').filter(Boolean)
  const column = key === 'npi' ? p.npi : p.name
  const order = direction === 'desc' ? sql`${column} desc, seq desc` : sql`${column}, seq`
  const where = sql.join(conditions, sql` and `)
  // An organisation can have tens of thousands of providers, so only the page is read.
  const read = (limit: number, offset: number) =>
    runSql<Listed>(
      call.sandbox.run,
      sql`select body from ${p} where ${where} order by ${order} limit ${limit} offset ${offset}`,
    )
  const page = await pageOfRows(read, { ...call, query, defaults: { sort: 'provider_name:asc' } })
  return pageJson(
    page.items.map(({ body }) => body),
    page,
  )
}

/** One provider of the organisation. */
export const getOrganizationProvider: Handler<'getOrganizationProvider'> = async ({
  sandbox,
  input,
}) => {
  const id = input.params.organization_provider_id
  const [row] = await sandbox.run<Listed>('select body from organization_providers where id = $1', [
    id,
  ])
  if (!row) throw notFound(id)
  return row.body
}
