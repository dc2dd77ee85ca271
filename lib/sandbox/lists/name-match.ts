import { sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { foldName } from '#lib/sandbox/db/capture-columns.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { containing, isOneOf, type Match, textArray } from './match.ts'
import { runSql } from './walk.ts'

const maxNames = 40

/** The distinct names in an indexed column that contain one of the texts; undefined when there are more than 40. */
export async function namesContaining(
  run: RunSql,
  column: AnyPgColumn,
  texts: readonly string[],
): Promise<string[] | undefined> {
  // Steps from one distinct value to the next by the column's index instead of reading every row.
  const rows = await runSql<{ name: string }>(
    run,
    sql`
    with recursive names(name) as (
      (select min(${column}) from ${column.table} where ${column} > '')
      union all
      select (select min(${column}) from ${column.table} where ${column} > names.name) from names where names.name is not null
    )
    select name from names where name like any(${patterns(texts)}) limit ${maxNames + 1}`,
  )
  return rows.length > maxNames ? undefined : rows.map(({ name }) => name)
}

/**
 * The name contains one of the texts, in any letter case.
 * ASSUMED: names-by-part
 */
export async function nameContains(
  run: RunSql,
  column: AnyPgColumn,
  texts: readonly string[],
  rank: number,
): Promise<Match> {
  const names = await namesContaining(run, column, texts)
  if (names?.length === 0) return { condition: sql`false` }
  if (names) return isOneOf(column, names, rank)
  return { condition: sql`${column} like any(${patterns(texts)})` }
}

/** The LIKE patterns of folded texts as one array parameter. */
export function patterns(texts: readonly string[]) {
  return textArray(texts.map((text) => containing(foldName(text))))
}
