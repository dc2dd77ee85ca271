import { getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Tx } from './open.ts'
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

/**
 * Empties all tables and loads batches of rows into them, inside the caller's transaction. Indexes are set aside while
 * rows come in and built once at the end, which is several times faster. Answers how many captures came in.
 */
export async function loadWorld(tx: Tx, batches: Iterable<WorldBatch>): Promise<number> {
  const names = Object.values(tables).map((table) => sql.identifier(getTableName(table)))
  await tx.execute(sql`truncate ${sql.join(names, sql`, `)} restart identity`)
  const indexes = await dropIndexes(tx)
  let captures = 0
  for (const batch of batches) {
    for (const [name, table] of Object.entries(tables)) {
      await insertRows(tx, table, batch[name as keyof WorldBatch] ?? [])
    }
    captures += batch.chargeCaptures?.length ?? 0
    // Lets requests that only wait, such as a health check, be answered between batches.
    await new Promise((resolve) => setImmediate(resolve))
  }
  for (const definition of indexes) await tx.execute(sql.raw(definition))
  for (const name of names) await tx.execute(sql`analyze ${name}`)
  return captures
}

// Takes away every index but primary keys and answers the statements that make them again.
async function dropIndexes(tx: Tx): Promise<string[]> {
  const names = Object.values(tables).map((table) => getTableName(table))
  const found = (await tx.execute(sql`
    select indexname, indexdef from pg_indexes
    where schemaname = 'public' and tablename = any(${sql.param(names)}::text[]) and indexname not like '%_pkey'`)) as unknown as { rows: { indexname: string; indexdef: string }[] }
  for (const { indexname } of found.rows) await tx.execute(sql`drop index ${sql.identifier(indexname)}`)
  return found.rows.map(({ indexdef }) => indexdef)
}

// One array parameter a column: the statement's text stays the same however many rows there are.
async function insertRows(tx: Tx, table: PgTable, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  const columns = Object.values(getTableColumns(table)).filter((column) => column.name !== 'seq' && rows.some((row) => column.name in row))
  const arrays: SQL[] = []
  const reads: SQL[] = []
  for (const column of columns) {
    const isArray = column.getSQLType() === 'text[]'
    const values = rows.map((row) => {
      const value = (row as Record<string, unknown>)[column.name] ?? null
      return isArray ? arrayLiteral(value as readonly string[] | null) : value
    })
    arrays.push(isArray ? sql`${sql.param(values)}::text[]` : sql`${sql.param(values)}::${sql.raw(plainType(column.getSQLType()))}[]`)
    reads.push(isArray ? sql`${sql.identifier(column.name)}::text[]` : sql`${sql.identifier(column.name)}`)
  }
  const list = sql.join(columns.map((column) => sql.identifier(column.name)), sql`, `)
  await tx.execute(sql`insert into ${table} (${list}) select ${sql.join(reads, sql`, `)} from unnest(${sql.join(arrays, sql`, `)}) as rows(${list})`)
}

function plainType(type: string): string {
  return type === 'bigserial' ? 'bigint' : type
}

function arrayLiteral(values: readonly string[] | null): string {
  const quoted = (values ?? []).map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
  return `{${quoted.join(',')}}`
}
