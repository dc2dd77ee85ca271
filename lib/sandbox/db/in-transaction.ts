import type { PGlite, Transaction as PgliteTransaction } from '@electric-sql/pglite'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import type pg from 'pg'
import { arrayLiteral, copyBytes, type BulkRows } from './copy-text.ts'
import type { RunSql } from './run-sql.ts'

/** Typed queries for either database engine. */
export type Db = PgDatabase<PgQueryResultHKT>

/** Rows for one table in the text format of COPY. */
export type CopyRows = { table: string; columns: readonly string[]; bytes: Uint8Array<ArrayBuffer> }

/** One transaction: plain statements, typed queries, and the engine's fastest way to insert many rows. */
export type Transaction = {
  run: RunSql
  db: Db
  insert: (rows: BulkRows) => Promise<void>
  /** Undefined if COPY is not available for the engine. */
  copy?: (rows: CopyRows) => Promise<void>
}

/** Runs work in one transaction. An error rolls it back. */
export type InTransaction = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>

/** Transactions of PGlite. Many rows are inserted by COPY from memory. */
export function pgliteTransactions(client: PGlite): InTransaction {
  return async (work) =>
    (await client.transaction((tx) => {
      const copy = (rows: CopyRows) => copyIn(tx, rows)
      const run: RunSql = async (text, params) => (await tx.query(text, params as unknown[])).rows as never
      // Drizzle only sends queries, and a PGlite transaction takes them like its database.
      const db = drizzlePglite({ client: tx as unknown as PGlite }) as unknown as Db
      return work({ run, db, copy, insert: (rows) => copy({ ...rows, bytes: copyBytes(rows) }) })
    }))!
}

/** Transactions of PostgreSQL. Many rows are inserted with one array parameter for each column. */
export function postgresTransactions(pool: pg.Pool): InTransaction {
  return async (work) => {
    const client = await pool.connect()
    const run: RunSql = async (text, params) => (await client.query(text, params as unknown[])).rows as never
    try {
      await client.query('begin')
      const db = drizzlePg({ client }) as unknown as Db
      const result = await work({ run, db, insert: (rows) => insertArrays(run, rows) })
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    } finally {
      client.release()
    }
  }
}

async function copyIn(tx: PgliteTransaction, { table, columns, bytes }: CopyRows): Promise<void> {
  await tx.query(`copy ${table} (${columns.join(', ')}) from '/dev/blob'`, [], { blob: new Blob([bytes]) })
}

async function insertArrays(run: RunSql, { table, columns, types, rows }: BulkRows): Promise<void> {
  const list = columns.join(', ')
  const isList = (i: number) => types[i] === 'text[]'
  const arrays = columns.map((_, i) =>
    rows.map((row) => (isList(i) ? arrayLiteral((row[i] ?? []) as readonly string[]) : row[i])),
  )
  const params = types.map((type, i) => `$${i + 1}::${isList(i) ? 'text' : type}[]`)
  const reads = columns.map((column, i) => (isList(i) ? `${column}::text[]` : column))
  await run(
    `insert into ${table} (${list}) select ${reads.join(', ')} from unnest(${params.join(', ')}) as loaded(${list})`,
    arrays,
  )
}
