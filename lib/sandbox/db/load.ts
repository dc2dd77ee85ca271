import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Bulk, BulkValue } from './bulk.ts'
import * as schema from './schema.ts'
import type { WorldBatch } from './world.ts'

const tables = {
  organizationProviders: schema.organizationProviders,
  serviceFacilities: schema.serviceFacilities,
  payers: schema.payers,
  customSchemas: schema.customSchemas,
  preEncounterPatients: schema.preEncounterPatients,
  preEncounterAppointments: schema.preEncounterAppointments,
  claimCreations: schema.claimCreations,
  chargeCaptures: schema.chargeCaptures,
  claimCreationErrors: schema.claimCreationErrors,
  chargeCaptureUpdates: schema.chargeCaptureUpdates,
  encounters: schema.encounters,
  claims: schema.claims,
} satisfies { [K in keyof Required<WorldBatch>]: PgTable }

const tableNames = Object.values(tables).map((table) => getTableName(table))

/**
 * Empties all tables and loads batches of rows into them. Indexes are set aside while rows come in and built once at
 * the end, which is several times faster. Answers how many captures came in.
 */
export async function loadWorld(bulk: Bulk, batches: Iterable<WorldBatch>): Promise<number> {
  await bulk.run(`truncate ${tableNames.join(', ')} restart identity`)
  const indexes = await dropIndexes(bulk)
  let captures = 0
  for (const batch of batches) {
    for (const [name, table] of Object.entries(tables)) await insertRows(bulk, table, batch[name as keyof WorldBatch] ?? [])
    captures += batch.chargeCaptures?.length ?? 0
    // Lets requests that need no database, such as a health check, be answered between batches.
    await new Promise((resolve) => setImmediate(resolve))
  }
  await bulk.run(`set local maintenance_work_mem = '256MB'`)
  for (const definition of indexes) await bulk.run(definition)
  for (const name of tableNames) await bulk.run(`analyze ${name}`)
  return captures
}

// Takes away every index but primary keys and answers the statements that make them again.
async function dropIndexes({ run }: Bulk): Promise<string[]> {
  const found = await run<{ indexname: string; indexdef: string }>(
    `select indexname, indexdef from pg_indexes
     where schemaname = current_schema() and tablename = any($1::text[]) and indexname not like '%\\_pkey'`, [tableNames])
  for (const { indexname } of found) await run(`drop index ${indexname}`)
  return found.map(({ indexdef }) => indexdef)
}

async function insertRows({ insert }: Bulk, table: PgTable, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  // What no row has, such as `seq`, gets its default.
  const columns = Object.values(getTableColumns(table)).filter(({ name }) => rows.some((row) => name in row))
  await insert({
    table: getTableName(table),
    columns: columns.map(({ name }) => name),
    types: columns.map((column) => column.getSQLType()),
    rows: rows.map((row) => columns.map(({ name }) => ((row as Record<string, BulkValue | undefined>)[name] ?? null))),
  })
}
