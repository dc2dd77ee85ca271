import { sql } from 'drizzle-orm'
import { localDateAt } from '#lib/core/local-date.ts'
import { loadWorld } from './db/load.ts'
import type { OpenDb, Tx } from './db/open.ts'
import { generateWorld } from './seed/world.ts'

export type SeedOptions = { seed: number; captures: number; providers?: number | undefined }

/**
 * Replaces all data with the demo data of a seed, in one transaction: a run that is cut short leaves what was there.
 * `now` is epoch milliseconds. Answers how many captures there are.
 */
export async function seedDatabase({ db }: OpenDb, { seed, captures, providers }: SeedOptions, now: number): Promise<number> {
  const batches = generateWorld({ seed, captures, today: localDateAt(now, 'UTC'), ...(providers === undefined ? {} : { providers }) })
  return db.transaction(async (tx) => {
    // Drizzle's transaction offers the same queries as its database; only its type says otherwise.
    const loaded = await loadWorld(tx as unknown as Tx, batches)
    await tx.execute(sql`insert into sandbox_facts (key, value) values ('seed', ${String(seed)}) on conflict (key) do update set value = excluded.value`)
    return loaded
  })
}

/** True when no demo data was ever loaded. */
export async function isUnseeded({ run }: OpenDb): Promise<boolean> {
  const facts = await run(`select 1 from sandbox_facts where key = 'seed'`)
  return facts.length === 0
}
