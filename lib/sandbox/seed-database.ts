import { localDateAt } from '#lib/core/local-date.ts'
import { loadWorld } from './db/load.ts'
import type { OpenDb } from './db/open.ts'
import { fillWorld } from './fill-world.ts'
import { writeWorld } from './stored-world.ts'

export type SeedOptions = { seed: number; captures: number; providers?: number | undefined; contracts?: number | undefined }

/**
 * Replaces all data with the demo data of a seed, in one transaction: a run that is cut short leaves what was there.
 * `now` is epoch milliseconds. Answers how many captures there are.
 */
export async function seedDatabase({ inBulk }: OpenDb, { seed, captures, providers, contracts = 0 }: SeedOptions, now: number): Promise<number> {
  const options = { seed, captures, contracts, today: localDateAt(now, 'UTC'), ...(providers === undefined ? {} : { providers }) }
  return inBulk(async (bulk) => {
    const loaded = await loadWorld(bulk, () => fillWorld(bulk, options))
    await writeWorld(bulk.run, { seed, captures, contracts })
    return loaded
  })
}
