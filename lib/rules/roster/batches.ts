import { maxProvidersPerRequest } from '#lib/contract/contracts/limits.ts'

/**
 * The number of ids in one request. The partner accepts ten times as many; smaller batches show
 * progress, and less must be checked again after a lost answer.
 */
export const rosterBatch = maxProvidersPerRequest / 10

/** The ids in batches of at most `size`, in order. */
export function inBatches(ids: readonly string[], size = rosterBatch): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) =>
    ids.slice(index * size, (index + 1) * size),
  )
}
