import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { copyBytes, type BulkRows } from './copy-text.ts'
import type { RunSql } from './run-sql.ts'

/** Typed queries, in the database or in a transaction. */
export type Db = PgDatabase<PgQueryResultHKT>

/** Rows for one table in the text format of COPY. */
export type CopyRows = { table: string; columns: readonly string[]; bytes: Uint8Array<ArrayBuffer> }

/** One transaction: plain statements, typed queries, and the fastest way to insert many rows. */
export type Transaction = {
  run: RunSql
  db: Db
  insert: (rows: BulkRows) => Promise<void>
  copy: (rows: CopyRows) => Promise<void>
}

/** Runs work in one transaction. An error rolls it back. */
export type InTransaction = <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>

/** The transactions of a pool. */
export function transactions(pool: pg.Pool): InTransaction {
  return async (work) => {
    const client = await pool.connect()
    const run: RunSql = async (text, params) =>
      (await client.query(text, params as unknown[])).rows as never
    try {
      await client.query('begin')
      const db = drizzle({ client }) as unknown as Db
      const copy = (rows: CopyRows) => copyIn(client, rows)
      const result = await work({
        run,
        db,
        copy,
        insert: (rows) => copy({ ...rows, bytes: copyBytes(rows) }),
      })
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

async function copyIn(client: pg.PoolClient, { table, columns, bytes }: CopyRows): Promise<void> {
  await pipeline(
    Readable.from([bytes]),
    client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)),
  )
}
