import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { type Db, type InTransaction, transactions } from './in-transaction.ts'
import type { RunSql } from './run-sql.ts'

export type { Db }

export type OpenDb = {
  db: Db
  run: RunSql
  inTransaction: InTransaction
  close: () => Promise<void>
}

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/** Opens and migrates the sandbox's database, whose PostgreSQL address is given. */
export async function openDb(address: string): Promise<OpenDb> {
  const pool = new pg.Pool({
    connectionString: address,
    max: 10,
    types: { getTypeParser: parserFor },
  })
  // A connection that the server ends is replaced and its queries fail; without listeners it would
  // end the process.
  pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}))
  await pool.query('create extension if not exists pg_trgm')
  const db = drizzle(pool)
  await migrate(db, { migrationsFolder })
  const run: RunSql = async (text, params) =>
    (await pool.query(text, params as unknown[])).rows as never
  return {
    db: db as unknown as Db,
    run,
    inTransaction: transactions(pool),
    close: () => pool.end(),
  }
}

const int8 = 20

// Epoch milliseconds and row numbers stay far below 2^53, so int8 is read as a number.
const parserFor: pg.CustomTypesConfig['getTypeParser'] = (
  oid: number,
  format?: 'text' | 'binary',
) => (oid === int8 ? Number : (pg.types.getTypeParser(oid, format as 'text') as never))
