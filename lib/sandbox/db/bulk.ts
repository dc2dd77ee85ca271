import type { PGlite, Transaction } from '@electric-sql/pglite'
import type pg from 'pg'
import type { RunSql } from './open.ts'

export type BulkValue = string | number | boolean | null | readonly string[]

/** The columns and rows of one bulk insert; `types` are the columns' SQL types. */
export type BulkRows = { table: string; columns: readonly string[]; types: readonly string[]; rows: readonly (readonly BulkValue[])[] }

/** One transaction for loading: plain statements, and the engine's fastest way to put many rows into a table. */
export type Bulk = { run: RunSql; insert: (rows: BulkRows) => Promise<void> }

/** Runs bulk work in one transaction: all of it is there afterwards, or nothing. */
export type InBulk = <T>(work: (bulk: Bulk) => Promise<T>) => Promise<T>

/** Bulk work on PGlite, by COPY from memory. */
export function pgliteBulk(client: PGlite): InBulk {
  return async (work) => (await client.transaction((tx) => work({ run: runIn(tx), insert: (rows) => copyIn(tx, rows) })))!
}

/** Bulk work on PostgreSQL, by one array parameter a column. */
export function postgresBulk(pool: pg.Pool): InBulk {
  return async (work) => {
    const client = await pool.connect()
    const run: RunSql = async (text, params) => (await client.query(text, params as unknown[])).rows as never
    try {
      await client.query('begin')
      const result = await work({ run, insert: (rows) => insertArrays(run, rows) })
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

function runIn(tx: Transaction): RunSql {
  return async (text, params) => (await tx.query(text, params as unknown[])).rows as never
}

async function copyIn(tx: Transaction, { table, columns, rows }: BulkRows): Promise<void> {
  const lines = rows.map((row) => row.map(copyText).join('\t'))
  await tx.query(`copy ${table} (${columns.join(', ')}) from '/dev/blob'`, [], { blob: new Blob([`${lines.join('\n')}\n`]) })
}

async function insertArrays(run: RunSql, { table, columns, types, rows }: BulkRows): Promise<void> {
  const list = columns.join(', ')
  const isList = (i: number) => types[i] === 'text[]'
  const arrays = columns.map((_, i) => rows.map((row) => (isList(i) ? arrayLiteral(row[i] as readonly string[]) : row[i])))
  const params = types.map((type, i) => `$${i + 1}::${isList(i) ? 'text' : type}[]`)
  const reads = columns.map((column, i) => (isList(i) ? `${column}::text[]` : column))
  await run(`insert into ${table} (${list}) select ${reads.join(', ')} from unnest(${params.join(', ')}) as loaded(${list})`, arrays)
}

const special = /[\\\t\n\r]/
const letters: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

// COPY's text format.
function copyText(value: BulkValue): string {
  if (value === null) return '\\N'
  const text = typeof value === 'object' ? arrayLiteral(value) : String(value)
  return special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (letter) => letters[letter]!) : text
}

function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
