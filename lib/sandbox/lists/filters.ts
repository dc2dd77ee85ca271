import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { folded } from '#lib/core/folded.ts'
import { foldName } from '#lib/sandbox/db/capture-columns.ts'
import { type RunSql, runSql } from '#lib/sandbox/db/run-sql.ts'

/**
 * One filter of a list as SQL. `condition` decides which rows match. The other members tell how to
 * find the matches among 100,000 rows without reading them all:
 * - `branches`: `condition` is the OR of these. For each one an index returns the rows in the list's order. A lower `rank`
 *   means that fewer rows are expected; the page is read along the filter with the lowest rank.
 * - `unordered`: no index returns the matches in the list's order. They are collected and then sorted.
 * - neither: the condition is checked row by row along the index of the list's order. `days` names the date column of the
 *   condition. If an index has this column before the list's order, reading starts at the first match.
 * `ofCharges` is the same condition on the captures of a claim creation; at least one capture must
 * match. `rest` are branches for the rows that do not match, for filters where many of these can
 * follow each other.
 */
export type SqlFilter = {
  condition: SQL
  branches?: SQL[]
  rank?: number
  unordered?: boolean
  ofCharges?: SQL
  rest?: SQL[]
  days?: SQL
}

type ToFilter<Value> = (
  value: Value,
  run: RunSql,
) => SqlFilter | undefined | Promise<SqlFilter | undefined>

/** The filter of every parameter of a list's query, except `Others`. */
export type FilterTable<Query, Others extends PropertyKey> = {
  [K in Exclude<keyof Query, Others>]-?: ToFilter<NonNullable<Query[K]>>
}

/**
 * The filter of one parameter; undefined if it is missing, is no filter, or filters nothing.
 * `value` fits the table's type.
 */
export async function filterFor(
  table: { readonly [name: string]: ToFilter<never> },
  name: string,
  value: unknown,
  run: RunSql,
): Promise<SqlFilter | undefined> {
  if (value === undefined || !Object.hasOwn(table, name)) return undefined
  return table[name]!(value as never, run)
}

// Each value is one index range. With more values than this, collecting and sorting the matches is
// cheaper.
const maxBranches = 40

/** An array of texts as one SQL parameter. */
export function textArray(values: readonly string[]): SQL {
  return sql`${sql.param(values)}::text[]`
}

/**
 * A filter for rows whose column has one of the values; an empty list matches no row. For `rank`
 * see `SqlFilter`.
 */
export function isOneOf(column: AnyPgColumn, values: readonly string[], rank: number): SqlFilter {
  const distinct = [...new Set(values)]
  if (distinct.length === 0) return { condition: sql`false` }
  if (distinct.length === 1)
    return {
      condition: sql`${column} = ${distinct[0]!}`,
      branches: [sql`${column} = ${distinct[0]!}`],
      rank,
    }
  const condition = sql`${column} = any(${textArray(distinct)})`
  return distinct.length > maxBranches
    ? { condition, unordered: true }
    : { condition, branches: distinct.map((value) => sql`${column} = ${value}`), rank }
}

/** The AND of all conditions; true for no filter. */
export function allOf(filters: readonly SqlFilter[]): SQL {
  return filters.length === 0
    ? sql`true`
    : sql.join(
        filters.map(({ condition }) => sql`(${condition})`),
        sql` and `,
      )
}

/** A LIKE pattern for "contains this text". Wildcards in the text are escaped. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

const maxNames = 40

/**
 * The distinct names in an indexed column that contain one of the texts; undefined when there are
 * more than 40.
 */
export async function namesContaining(
  run: RunSql,
  column: AnyPgColumn,
  texts: readonly string[],
): Promise<string[] | undefined> {
  // The recursive query steps from one distinct value to the next along the index, so it does not
  // read every row.
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
 * A filter for rows whose name contains one of the texts, in any letter case.
 * ASSUMED: names-by-part
 */
export async function nameContains(
  run: RunSql,
  column: AnyPgColumn,
  texts: readonly string[],
  rank: number,
): Promise<SqlFilter> {
  const names = await namesContaining(run, column, texts)
  if (names?.length === 0) return { condition: sql`false` }
  if (names) return isOneOf(column, names, rank)
  return { condition: sql`${column} like any(${patterns(texts)})` }
}

/** The LIKE patterns of the folded texts as one array parameter. */
export function patterns(texts: readonly string[]) {
  return textArray(texts.map((text) => containing(folded(text))))
}

/**
 * The LIKE patterns of a search term as one array parameter: folded for names, in lower case for
 * dates and ids. Undefined for a term of blanks and signs that nothing is compared by.
 */
export function searchPatterns(term: string) {
  const texts = new Set([folded(term), foldName(term)])
  return texts.has('') ? undefined : textArray(Array.from(texts, containing))
}

/**
 * The ids of the claim creations whose resulting claim or encounter has one of these ids.
 * ASSUMED: claim-ids-either
 */
export async function creationsOfClaims(run: RunSql, ids: readonly string[]): Promise<string[]> {
  const rows = await run<{ id: string }>(
    `select id from claim_creations where created_encounter_id <> '' and created_encounter_id = any($1::text[])
     union select id from claim_creations where claim_id <> '' and claim_id = any($1::text[])`,
    [ids],
  )
  return rows.map(({ id }) => id)
}
