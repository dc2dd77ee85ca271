import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { drizzle as drizzlePg } from 'drizzle-orm/node-postgres'
import { migrate as migratePg } from 'drizzle-orm/node-postgres/migrator'
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite'
import { migrate as migratePglite } from 'drizzle-orm/pglite/migrator'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { LockHeld, takeLock } from '#lib/core/file-lock.ts'
import { openInMemory } from '#lib/core/memory-database.ts'
import { type Db, type InTransaction, pgliteTransactions, postgresTransactions } from './in-transaction.ts'
import type { RunSql } from './run-sql.ts'

export type { Db }

export type OpenDb = { db: Db; run: RunSql; inTransaction: InTransaction; close: () => Promise<void> }

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url))

/**
 * Opens and migrates the sandbox's database: PostgreSQL when `databaseUrl` is given, else PGlite in
 * `<dataDir>/sandbox` (or in memory for 'memory://'). Throws if another running process uses the directory.
 */
export async function openDb(options: { dataDir: string; databaseUrl?: string | undefined }): Promise<OpenDb> {
  return options.databaseUrl ? openPostgres(options.databaseUrl) : openPglite(options.dataDir)
}

async function openPglite(dataDir: string): Promise<OpenDb> {
  if (dataDir.startsWith('memory://')) {
    const client = await openInMemory('sandbox', { pg_trgm }, migratePgliteClient)
    return openedPglite(client, () => client.close())
  }
  const directory = path.resolve(dataDir, 'sandbox')
  mkdirSync(directory, { recursive: true })
  const unlock = guard(directory)
  try {
    const client = await PGlite.create(path.join(directory, 'pgdata'), { extensions: { pg_trgm } })
    await migratePgliteClient(client)
    return openedPglite(client, async () => {
      await client.close()
      unlock()
    })
  } catch (error) {
    unlock()
    throw error
  }
}

async function migratePgliteClient(client: PGlite): Promise<void> {
  await client.exec('create extension if not exists pg_trgm')
  await migratePglite(drizzlePglite(client), { migrationsFolder })
}

function openedPglite(client: PGlite, close: () => Promise<void>): OpenDb {
  // Both engines take the same Drizzle queries; only their raw results have different types.
  const run: RunSql = async (text, params) => (await client.query(text, params as unknown[])).rows as never
  return { db: drizzlePglite(client) as unknown as Db, run, inTransaction: pgliteTransactions(client), close }
}

async function openPostgres(connectionString: string): Promise<OpenDb> {
  const pool = new pg.Pool({ connectionString, max: 10, types: { getTypeParser: parserFor } })
  await pool.query('create extension if not exists pg_trgm')
  const db = drizzlePg(pool)
  await migratePg(db, { migrationsFolder })
  const run: RunSql = async (text, params) => (await pool.query(text, params as unknown[])).rows as never
  return { db: db as unknown as Db, run, inTransaction: postgresTransactions(pool), close: () => pool.end() }
}

const int8 = 20

// Epoch milliseconds and row numbers stay far below 2^53, so int8 is read as a number, as PGlite does.
const parserFor: pg.CustomTypesConfig['getTypeParser'] = (oid: number, format?: 'text' | 'binary') =>
  oid === int8 ? Number : (pg.types.getTypeParser(oid, format as 'text') as never)

function guard(directory: string): () => void {
  try {
    return takeLock(path.join(directory, 'lock'))
  } catch (error) {
    if (!(error instanceof LockHeld)) throw error
    throw new Error(
      `The data directory ${directory} is ${error.message}. Stop that sandbox or choose another DATA_DIR.`,
      { cause: error },
    )
  }
}
