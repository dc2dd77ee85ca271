import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OpenDb } from '#lib/sandbox/db/open.ts'
import type { RunSql } from '#lib/sandbox/db/run-sql.ts'
import { openTestDb } from '#lib/sandbox/test-sandbox.ts'
import { type Key, readKeys } from './keyset.ts'

const rows = 40_000
const limit = 20
let database: OpenDb
let statements: string[] = []
const run: RunSql = (text, params) => {
  statements.push(text)
  return database.run(text, params)
}

beforeAll(async () => {
  database = await openTestDb()
  // Every n-th row has the tag n. Ten rows share a time.
  await database.run(`
    create table things (seq bigint primary key, created_at bigint not null, billing_provider_npi text not null default '', tags text[] not null);
    insert into things select n, n / 10, '', array(select d::text from unnest(array[3, 100, 400, 20000]) d where n % d = 0) from generate_series(1, ${rows}) n;
    create index things_created on things (created_at, seq);
    create index things_tags on things using gin (tags);
    analyze things;`)
})
afterAll(() => database.close())

test.each([
  ['many rows have', '3', 1],
  ['one row in a hundred has', '100', 4],
  ['one row in four hundred has', '400', 3],
  ['few rows have', '20000', 3],
  ['no row has', 'none', 3],
])(
  'finds the matches that %s, in both directions, from the beginning and from a place',
  async (_, tag, most) => {
    for (const descending of [true, false]) {
      for (const beyond of [undefined, { sortValue: 2000, seq: 20_003 }]) {
        statements = []
        const found = await readKeys({
          run,
          table: sql`things`,
          order: { column: sql`created_at`, descending },
          limit,
          beyond,
          filters: [{ condition: sql`tags && ${sql.param([tag])}::text[]`, unordered: true }],
        })
        // One try; from a place, whether further rows exist; then the table's size and the matches
        // up to an end, or all matches.
        expect(statements).toHaveLength(beyond && most > 1 ? most + 1 : most)
        expect(found.map(({ seq }) => Number(seq))).toEqual(
          await plainly(tag, descending, beyond?.seq),
        )
      }
    }
  },
)

test('the last rows of a list are tried, and no matches are collected for them', async () => {
  for (const descending of [true, false]) {
    statements = []
    const beyond = descending ? { sortValue: 100, seq: 1_000 } : { sortValue: 3_900, seq: 39_000 }
    const found = await readKeys({
      run,
      table: sql`things`,
      order: { column: sql`created_at`, descending },
      limit,
      beyond,
      filters: [{ condition: sql`tags && ${sql.param(['100'])}::text[]`, unordered: true }],
    })
    expect(statements).toHaveLength(2)
    expect(found.map(({ seq }) => Number(seq))).toEqual(
      await plainly('100', descending, beyond.seq),
    )
    expect(found.length).toBeLessThan(limit)
  }
})

async function plainly(
  tag: string,
  descending: boolean,
  seq = descending ? rows + 1 : 0,
): Promise<number[]> {
  const [sign, order] = descending ? ['<', 'desc'] : ['>', 'asc']
  const found = await database.run<Key>(
    `select seq from things where $1 = any(tags) and seq ${sign} $2 order by seq ${order} limit ${limit}`,
    [tag, seq],
  )
  return found.map((row) => Number(row.seq))
}
