import type { SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'

/**
 * One statement as text with `$1` parameters; rows come back as objects, 8-byte integers as
 * numbers.
 */
export type RunSql = <Row>(text: string, params?: readonly unknown[]) => Promise<Row[]>

const dialect = new PgDialect()

/** Runs a statement that was composed with Drizzle's `sql`. */
export function runSql<Row>(run: RunSql, statement: SQL): Promise<Row[]> {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return run<Row>(text, params)
}
