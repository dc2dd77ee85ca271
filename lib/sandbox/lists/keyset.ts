import { type SQL, sql } from 'drizzle-orm'
import { type RunSql, runSql } from '#lib/sandbox/db/run-sql.ts'
import { type SqlFilter, allOf } from './filters.ts'

/**
 * How a list is ordered: by this column, then by `seq`. `daysLead`: an index has the day column
 * before this order.
 */
export type Order = { column: SQL; descending: boolean; daysLead?: boolean }

/**
 * A row's place in the order, and its billing NPI, which decides whether the API key may see the
 * row.
 */
export type Key = { seq: number; sort_value: string | number; npi: string }

export type WalkRequest = {
  run: RunSql
  table: SQL
  order: Order
  filters: readonly SqlFilter[]
  /** Only rows after this place in the order are read; undefined to start at the beginning. */
  beyond?: { sortValue: string | number; seq: number } | undefined
  limit: number
}

// The first rows in the order are tried, to see how often rows match.
const firstTry = 1500

// Reading a match from anywhere in the table takes this many times longer than skipping a row in
// the index of the order (measured on PostgreSQL with 1,000,000 captures).
const collectingCosts = 20

// Up to this many matches can be collected and sorted in the time of one page.
const few = 500

/**
 * The keys of up to `limit` rows that match every filter, in order. It never sorts the whole table.
 * If an index returns the matches in order, it reads along this index. Otherwise it tries the next
 * rows of the order. If these hold too few matches, it collects and sorts the matches up to a place
 * in the order, or all matches.
 */
export async function readKeys(request: WalkRequest): Promise<Key[]> {
  const { filters, limit } = request
  if (filters.some((filter) => filter.unordered)) {
    const tried = await query(request, tryNext(request, firstTry))
    if (tried.length >= limit) return tried
    // At the end of the list there may be no further rows: then all were tried.
    if (request.beyond && (await placeAfter(request, firstTry)) === undefined) return tried
    // Collect the matches of as many rows as the page should need, or all matches, whichever is
    // less work.
    const matches = (tried.length / firstTry) * (await tableSize(request))
    let rows = Math.ceil((firstTry * limit * 1.5) / Math.max(tried.length, 1))
    // If these rows hold too few matches, four times as many rows can still be less work than all
    // matches.
    for (; rows <= matches * collectingCosts; rows *= 4) {
      const end = await placeAfter(request, rows)
      if (end === undefined) break
      const within = await query(request, collect(request, end))
      if (within.length >= limit) return within
    }
    return query(request, collect(request))
  }
  const leader = filters
    .filter((filter) => filter.branches)
    .toSorted((a, b) => a.rank! - b.rank!)[0]
  if (leader) return query(request, followBranches(request, leader))
  const dated = filters.filter((filter) => filter.days)
  if (dated.length === 0 || !request.order.daysLead)
    return query(request, follow(request, allOf(filters)))
  if (await areFew(request, dated)) return query(request, collect(request))
  const start = request.beyond ? sql`true` : await firstOfDays(request, dated)
  return query(request, follow(request, sql`${allOf(filters)} and ${start}`))
}

// True if so few rows match these filters that collecting them all is faster than searching along
// the order.
async function areFew(
  { run, table }: WalkRequest,
  filters: readonly SqlFilter[],
): Promise<boolean> {
  const [found] = await runSql<{ rows: number | string }>(
    run,
    sql`select count(*) as rows from (select 1 from ${table} where ${allOf(filters)} limit ${few}) matches`,
  )
  return Number(found?.rows ?? 0) < few
}

// New records mostly have late days, so the newest record of an early day lies deep in the list.
// There are few distinct days: the first record of each day in the list's order is looked up, and
// reading starts at the first of these records. The caller has found that there are records of such
// days.
async function firstOfDays(
  { run, table, order }: WalkRequest,
  dated: readonly SqlFilter[],
): Promise<SQL> {
  const days = dated[0]!.days!
  const condition = allOf(dated)
  const end = sql`select ${order.column} from ${table} where ${days} = days.day order by ${order.column} ${order.descending ? sql`desc` : sql`asc`} limit 1`
  const [found] = await runSql<{ value: string | number }>(
    run,
    sql`
    with recursive days(day) as (
      (select min(${days}) from ${table} where ${condition})
      union all
      select (select min(${days}) from ${table} where ${condition} and ${days} > days.day) from days where days.day is not null
    )
    select ${order.descending ? sql`max` : sql`min`}((${end})) as value from days where day is not null`,
  )
  return sql`${order.column} ${order.descending ? sql`<=` : sql`>=`} ${found!.value}`
}

// The database's own estimate; it need not be exact.
async function tableSize({ run, table }: WalkRequest): Promise<number> {
  const [found] = await runSql<{ rows: number | string }>(
    run,
    sql`select reltuples as rows from pg_class where oid = (select tableoid from ${table} limit 1)`,
  )
  return Number(found?.rows ?? 0)
}

function query({ run }: WalkRequest, statement: SQL): Promise<Key[]> {
  return runSql<Key>(run, statement)
}

function columns({ order }: WalkRequest): SQL {
  return sql`seq, ${order.column} as sort_value, billing_provider_npi as npi`
}

function follow(request: WalkRequest, condition: SQL): SQL {
  return sql`select ${columns(request)} from ${request.table} where ${condition} and ${beyond(request)} order by ${ordering(request.order)} limit ${request.limit}`
}

// Each branch is one index range in order; merging their first rows gives the page.
function followBranches(request: WalkRequest, leader: SqlFilter): SQL {
  const others = request.filters.filter((filter) => filter !== leader)
  const ranges = leader.branches!.map(
    (branch) => sql`(${follow(request, allOf([{ condition: branch }, ...others]))})`,
  )
  if (ranges.length === 1)
    return follow(request, allOf([{ condition: leader.branches![0]! }, ...others]))
  return sql`select * from (${sql.join(ranges, sql` union all `)}) ranges order by ${mergedOrdering(request.order)} limit ${request.limit}`
}

function tryNext(request: WalkRequest, rows: number): SQL {
  const next = sql`select * from ${request.table} where ${beyond(request)} order by ${ordering(request.order)} limit ${rows}`
  return sql`select ${columns(request)} from (${next}) ${request.table} where ${allOf(request.filters)} order by ${ordering(request.order)} limit ${request.limit}`
}

// The sort value of the row that lies this many rows ahead; undefined if there are fewer rows.
async function placeAfter(
  request: WalkRequest,
  rows: number,
): Promise<string | number | undefined> {
  const [found] = await runSql<{ value: string | number }>(
    request.run,
    sql`
    select ${request.order.column} as value from ${request.table} where ${beyond(request)} order by ${ordering(request.order)} offset ${rows} limit 1`,
  )
  return found?.value
}

// All matches, or those up to the sort value `end`. With an end, the database combines two indexes
// and reads only matches.
function collect(request: WalkRequest, end?: string | number): SQL {
  const { column, descending } = request.order
  const before =
    end === undefined
      ? sql`true`
      : sql`${column} ${descending ? sql`>=` : sql`<=`} ${end} and ${beyond(request)}`
  // Without an end, rows before the place are dropped afterwards. As a condition, the planner would
  // read the index of the order from the place on.
  const matches = sql`select ${columns(request)} from ${request.table} where ${allOf(request.filters)} and ${before}`
  return sql`with matches as materialized (${matches}) select * from matches where ${isBeyond(request, sql`sort_value`)} order by ${mergedOrdering(request.order)} limit ${request.limit}`
}

function beyond(request: WalkRequest): SQL {
  return isBeyond(request, request.order.column)
}

function isBeyond({ order, beyond: place }: WalkRequest, column: SQL): SQL {
  if (!place) return sql`true`
  return sql`(${column}, seq) ${order.descending ? sql`<` : sql`>`} (${place.sortValue}, ${place.seq})`
}

function ordering({ column, descending }: Order): SQL {
  return descending ? sql`${column} desc, seq desc` : sql`${column} asc, seq asc`
}

function mergedOrdering({ descending }: Order): SQL {
  return descending ? sql`sort_value desc, seq desc` : sql`sort_value asc, seq asc`
}
