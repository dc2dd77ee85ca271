import { localDateAt } from '#lib/core/local-date.ts'
import { loadWorld } from './db/load.ts'
import type { OpenDb } from './db/open.ts'
import { fillWorld } from './fill-world.ts'

export type SeedOptions = { seed: number; captures: number; providers?: number | undefined; contracts?: number | undefined }

/**
 * Replaces all data with the demo data of a seed, in one transaction: a run that is cut short leaves what was there.
 * `now` is epoch milliseconds. Answers how many captures there are.
 */
export async function seedDatabase({ inBulk }: OpenDb, { seed, captures, providers, contracts = 0 }: SeedOptions, now: number): Promise<number> {
  const options = { seed, captures, contracts, today: localDateAt(now, 'UTC'), ...(providers === undefined ? {} : { providers }) }
  return inBulk(async (bulk) => {
    const loaded = await loadWorld(bulk, () => fillWorld(bulk, options))
    await bulk.run(`insert into sandbox_facts (key, value) values ('seed', $1) on conflict (key) do update set value = excluded.value`, [String(seed)])
    return loaded
  })
}

/** True when no demo data was ever loaded. */
export async function isUnseeded({ run }: OpenDb): Promise<boolean> {
  const facts = await run(`select 1 from sandbox_facts where key = 'seed'`)
  return facts.length === 0
}
