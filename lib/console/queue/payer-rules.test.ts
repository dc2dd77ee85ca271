import { readFileSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { emptyDatabase } from '#lib/core/test-database.testing.ts'

test('limits of before the rulebook still count, and Medicare’s 365 days of the old dialog become its year', async () => {
  const database = await emptyDatabase()
  const client = new pg.Client({ connectionString: database.address })
  await client.connect()
  try {
    await client.query('create table account_holders (id text primary key)')
    await client.query(
      'create table filing_limits (connection text not null, payer_id text not null, payer text not null, days integer not null)',
    )
    await client.query(
      `insert into filing_limits values ('a', 'NBH01', 'Northbridge', 90), ('a', '', 'Every other payer', 125), ('a', 'medicare', 'Medicare', 365), ('b', 'medicare', 'Medicare', 300)`,
    )
    const file = new URL('../migrations/0030_payer_rules.sql', import.meta.url)
    for (const statement of readFileSync(file, 'utf8').split('--> statement-breakpoint'))
      await client.query(statement)
    const { rows } = await client.query('select * from filing_limits order by connection, payer_id')
    const rest = { source: 'Entered without a source', confirmed_by: null, confirmed_at: null }
    expect(rows).toEqual([
      {
        connection: 'a',
        payer_id: '',
        payer: 'Every other payer',
        limits: { original: 125 },
        ...rest,
      },
      {
        connection: 'a',
        payer_id: 'NBH01',
        payer: 'Northbridge',
        limits: { original: 90 },
        ...rest,
      },
      {
        connection: 'b',
        payer_id: 'medicare',
        payer: 'Medicare',
        limits: { original: 300 },
        ...rest,
      },
    ])
  } finally {
    await client.end()
    await database.drop()
  }
})
