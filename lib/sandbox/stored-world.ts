import type { RunSql } from './db/run-sql.ts'

/** What demo data is made from: the same numbers make the same data on the same day. */
export type World = { seed: number; captures: number; contracts: number }

/** The world of `npm start`: 3,000 captures of visits, the 187 that wait to be bundled beside them, and the contracts. */
export const usualWorld: World = { seed: 7, captures: 3187, contracts: 120 }

/** The database holds another world than the one that was asked for. Its message tells a person what to do. */
export class OtherWorld extends Error {
  constructor(there: Partial<World>, asked: Partial<World>) {
    super(
      [
        `Asked for ${sayWorld(asked)}, but there is demo data already: ${sayWorld(there)}. Nothing was changed.`,
        '  To serve what is there: leave out --captures, --contracts and --seed.',
        '  To replace it, with all that was written to it since: add --fresh.',
        '  To keep both: name another DATA_DIR, or another database in SANDBOX_DATABASE_URL.',
      ].join('\n'),
    )
  }
}

/** A world in words for a person: "100,000 charge captures, 120 contracts, seed 7". */
export function sayWorld({ captures, contracts, seed }: Partial<World>): string {
  const parts = [
    captures === undefined ? '' : `${captures.toLocaleString('en-US')} charge captures`,
    contracts === undefined ? '' : `${contracts.toLocaleString('en-US')} contracts`,
    seed === undefined ? '' : `seed ${seed}`,
  ]
  return parts.filter(Boolean).join(', ')
}

/** The world that a database was filled with; undefined when it never was. A number that an older version did not keep is missing. */
export async function readWorld(run: RunSql): Promise<Partial<World> | undefined> {
  const rows = await run<{ key: string; value: string }>(
    `select key, value from sandbox_facts where key in ('seed', 'captures', 'contracts')`,
  )
  return rows.length === 0 ? undefined : Object.fromEntries(rows.map(({ key, value }) => [key, Number(value)]))
}

/** Keeps what a database was filled with. */
export async function writeWorld(run: RunSql, world: World): Promise<void> {
  for (const [key, value] of Object.entries(world)) {
    await run(
      'insert into sandbox_facts (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value',
      [key, String(value)],
    )
  }
}

/** Throws `OtherWorld` when a number that was asked for is not what is there. What nobody asked for may be anything. */
export function expectWorld(there: Partial<World>, asked: Partial<World>): void {
  const names = ['seed', 'captures', 'contracts'] as const
  if (names.some((name) => asked[name] !== undefined && asked[name] !== there[name])) throw new OtherWorld(there, asked)
}
