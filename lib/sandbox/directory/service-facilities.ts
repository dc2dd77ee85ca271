import { folded } from '#lib/core/folded.ts'
import { runSql } from '#lib/sandbox/db/run-sql.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { FacilityRow } from '#lib/sandbox/db/records-schema.ts'
import { serviceFacilities as f } from '#lib/sandbox/db/schema.ts'
import type { Handler } from '#lib/sandbox/http/handler.ts'
import { notFound } from '#lib/sandbox/http/refusal.ts'
import { textArray } from '#lib/sandbox/lists/filters.ts'
import { pageJson, pageOf } from '#lib/sandbox/lists/pages.ts'

/** The organisation's service facilities by name. */
export const listServiceFacilities: Handler<'listServiceFacilities'> = async (call) => {
  const { query = {} } = call.input
  const conditions: SQL[] = [sql`true`]
  if (query.organization_service_facility_ids)
    conditions.push(sql`${f.id} = any(${textArray(query.organization_service_facility_ids)})`)
  if (query.external_ids)
    conditions.push(sql`${f.external_id} = any(${textArray(query.external_ids)})`)
  if (query.place_of_service_code)
    conditions.push(sql`${f.place_of_service_code} = ${query.place_of_service_code}`)
  const rows = await runSql<FacilityRow>(
    call.sandbox.run,
    sql`select name, body from ${f} where ${sql.join(conditions, sql` and `)} order by ${f.name}, seq`,
  )
  const text = folded(query.name ?? '')
  const found = rows.filter(({ name }) => folded(name).includes(text))
  const page = pageOf(found, { ...call, query })
  return pageJson(
    page.items.map(({ body }) => body),
    page,
  )
}

/** One service facility of the organisation. */
export const getServiceFacility: Handler<'getServiceFacility'> = async ({ sandbox, input }) => {
  const id = input.params.organization_service_facility_id
  const [row] = await sandbox.run<FacilityRow>(
    'select body from service_facilities where id = $1',
    [id],
  )
  if (!row) throw notFound(id)
  return row.body
}
