import type { RunSql } from './db/run-sql.ts'

/** The numbers that demo data is made from. The same numbers make the same data on the same day. */
export type DataSet = { seed: number; captures: number; contracts: number }

/**
 * The data set of `npm start`: 3,000 captures of visits, 187 captures that wait to be bundled, and
 * the contracts.
 */
export const usualDataSet: DataSet = { seed: 7, captures: 3187, contracts: 120 }

/**
 * The database holds a different data set than was asked for. The message tells a person what to
 * do.
 */
export class OtherDataSet extends Error {
  constructor(existing: Partial<DataSet>, asked: Partial<DataSet>) {
    super(
      [
        `Asked for ${describeDataSet(asked)}, but there is already demo data: ${describeDataSet(existing)}. Nothing was changed.`,
        '  To serve the existing data: leave out --captures, --contracts and --seed.',
        '  To replace it, with everything written to it: add --fresh.',
        '  To keep both: name another DATA_DIR, or another database in SANDBOX_DATABASE_URL.',
      ].join('\n'),
    )
  }
}

/** A data set in words: "100,000 charge captures, 120 contracts, seed 7". */
export function describeDataSet({ captures, contracts, seed }: Partial<DataSet>): string {
  const parts = [
    captures === undefined ? '' : `${captures.toLocaleString('en-US')} charge captures`,
    contracts === undefined ? '' : `${contracts.toLocaleString('en-US')} contracts`,
    seed === undefined ? '' : `seed ${seed}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/**
 * The data set that a database was filled with; undefined for an empty database. An older version
 * did not store every number.
 */
export async function readDataSet(run: RunSql): Promise<Partial<DataSet> | undefined> {
  const rows = await run<{ key: string; value: string }>(
    `select key, value from sandbox_facts where key in ('seed', 'captures', 'contracts')`,
  )
  return rows.length === 0
    ? undefined
    : Object.fromEntries(rows.map(({ key, value }) => [key, Number(value)]))
}

/** Stores the data set that the database was filled with. */
export async function writeDataSet(run: RunSql, dataSet: DataSet): Promise<void> {
  for (const [key, value] of Object.entries(dataSet)) {
    await run(
      'insert into sandbox_facts (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      [key, String(value)],
    )
  }
}

/**
 * Throws `OtherDataSet` if a number that was asked for differs from the database's. Other numbers
 * are not checked.
 */
export function expectDataSet(existing: Partial<DataSet>, asked: Partial<DataSet>): void {
  const names = ['seed', 'captures', 'contracts'] as const
  if (names.some((name) => asked[name] !== undefined && asked[name] !== existing[name]))
    throw new OtherDataSet(existing, asked)
}
