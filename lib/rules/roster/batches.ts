import { maxProvidersPerRequest } from '#lib/contract/contracts/limits.ts'

/**
 * So many ids go into one request. The partner takes ten times as many; smaller ones show how far a change is, and less
 * has to be looked at again when an answer is lost.
 */
export const rosterBatch = maxProvidersPerRequest / 10

/** The ids in parts of at most `size`, in their order. */
export function inBatches(ids: readonly string[], size = rosterBatch): string[][] {
  return Array.from({ length: Math.ceil(ids.length / size) }, (_, index) => ids.slice(index * size, (index + 1) * size))
}
