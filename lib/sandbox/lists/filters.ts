import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { foldName } from '#lib/sandbox/db/capture-columns.ts'
import { type RunSql, runSql } from '#lib/sandbox/db/run-sql.ts'

/**
 * One filter of a list as SQL. `condition` decides; the rest says how a walk over 100,000 rows stays short:
 * - `branches`: `condition` is the disjunction of these, each of which an index serves in the order of the list. Fewer
 *   `rank` means fewer rows expected: the walk follows the lowest.
 * - `unordered`: no index gives the matches in order; they are gathered first, then sorted.
 * - neither: the list's own index checks the condition as it is walked. Where `days` names the column that the condition
 *   is about, and an index has it before the list's order, the walk begins at the first match instead of looking for it.
 * `ofCharges` asks the same of the captures of a claim creation, one of which has to match.
 * `rest` are branches for the records that do not match, where these can be many in a row.
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

// A walk merges one index range a value; beyond this many, gathering and sorting is cheaper.
const maxBranches = 40

/** An array of texts as one SQL parameter. */
export function textArray(values: readonly string[]): SQL {
  return sql`${sql.param(values)}::text[]`
}

/** The column has one of the values; no row has one of none. `rank` orders filters by how few rows they are expected to leave. */
export function isOneOf(column: AnyPgColumn, values: readonly string[], rank: number): SqlFilter {
  const distinct = [...new Set(values)]
  if (distinct.length === 0) return { condition: sql`false` }
  if (distinct.length === 1)
    return { condition: sql`${column} = ${distinct[0]!}`, branches: [sql`${column} = ${distinct[0]!}`], rank }
  const condition = sql`${column} = any(${textArray(distinct)})`
  return distinct.length > maxBranches
    ? { condition, unordered: true }
    : { condition, branches: distinct.map((value) => sql`${column} = ${value}`), rank }
}

/** Every match at once; undefined for none. */
export function allOf(matches: readonly SqlFilter[]): SQL {
  return matches.length === 0
    ? sql`true`
    : sql.join(
        matches.map(({ condition }) => sql`(${condition})`),
        sql` and `,
      )
}

/** A LIKE pattern for "contains this text", the text's own wildcards taken as letters. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
}

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
): Promise<SqlFilter> {
  const names = await namesContaining(run, column, texts)
  if (names?.length === 0) return { condition: sql`false` }
  if (names) return isOneOf(column, names, rank)
  return { condition: sql`${column} like any(${patterns(texts)})` }
}

/** The LIKE patterns of folded texts as one array parameter. */
export function patterns(texts: readonly string[]) {
  return textArray(texts.map((text) => containing(foldName(text))))
}

/**
 * The claim creations with a resulting claim or encounter of these ids.
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
