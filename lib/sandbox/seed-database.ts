import { localDateAt } from '#lib/core/local-date.ts'
import { loadWorld } from './db/load.ts'
import type { OpenDb } from './db/open.ts'
import { fillWorld } from './fill-world.ts'
import { writeWorld } from './stored-world.ts'

export type SeedOptions = {
  seed: number
  captures: number
  providers?: number | undefined
  contracts?: number | undefined
}

// In smaller worlds every walk is short.
const worthVacuuming = 10_000

/**
 * Replaces all data with the demo data of a seed, in one transaction: a run that is cut short leaves what was there.
 * `now` is epoch milliseconds. Answers how many captures there are.
 */
export async function seedDatabase(
  { inTransaction, run }: OpenDb,
  { seed, captures, providers, contracts = 0 }: SeedOptions,
  now: number,
): Promise<number> {
  const options = {
    seed,
    captures,
    contracts,
    today: localDateAt(now, 'UTC'),
    ...(providers === undefined ? {} : { providers }),
  }
  const count = await inTransaction(async (bulk) => {
    const loaded = await loadWorld(bulk, () => fillWorld(bulk, options))
    await writeWorld(bulk.run, { seed, captures, contracts })
    return loaded
  })
  // Marks pages as seen by all, so that walks over an index alone need not look at the rows; PGlite never does it by itself.
  // Walks are only slower without it, and old versions of PostgreSQL do not know all of its options.
  if (captures >= worthVacuuming)
    await run('vacuum (index_cleanup off, process_toast off, truncate off) charge_captures, claim_creations').catch(
      () => undefined,
    )
  return count
}
