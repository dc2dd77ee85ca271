import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'

/**
 * One filter of a list as SQL. `condition` decides; the rest says how a walk over 100,000 rows stays short:
 * - `branches`: `condition` is the disjunction of these, each of which an index serves in the order of the list. Fewer
 *   `rank` means fewer rows expected: the walk follows the lowest.
 * - `rare`: no index gives the matches in order; they are gathered first, then sorted.
 * - neither: the list's own index checks the condition as it is walked. Where `days` names the column that the condition
 *   is about, and an index has it before the list's order, the walk begins at the first match instead of looking for it.
 * `ofCharges` asks the same of the captures of a claim creation, one of which has to match.
 * `rest` are branches for the records that do not match, where these can be many in a row.
 */
export type Match = {
  condition: SQL
  branches?: SQL[]
  rank?: number
  rare?: boolean
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
export function isOneOf(column: AnyPgColumn, values: readonly string[], rank: number): Match {
  const distinct = [...new Set(values)]
  if (distinct.length === 0) return { condition: sql`false` }
  if (distinct.length === 1)
    return { condition: sql`${column} = ${distinct[0]!}`, branches: [sql`${column} = ${distinct[0]!}`], rank }
  const condition = sql`${column} = any(${textArray(distinct)})`
  return distinct.length > maxBranches
    ? { condition, rare: true }
    : { condition, branches: distinct.map((value) => sql`${column} = ${value}`), rank }
}

/** Every match at once; undefined for none. */
export function allOf(matches: readonly Match[]): SQL {
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
