'use client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { groupsInSight, type Sight } from '#components/table/rows-in-sight.ts'
import { listQuery } from '#lib/queries/options.ts'
import type { ChargeCaptureRow, ClaimCreationRow } from '#lib/lists/rows/rows.ts'

/** The claim creations of the captures in sight, by id; a missing one is not loaded yet. */
export type ClaimsById = ReadonlyMap<string, ClaimCreationRow>

/**
 * A capture on the wire does not say how its claim stands, so the claim creations of the rows in
 * sight are asked for after the rows are shown, those of fifty rows at a time. Where the key may not
 * read them, the rows stay as they are.
 */
export function useClaimsInSight(sight: Sight<ChargeCaptureRow>): ClaimsById | undefined {
  const asked = groupsInSight(sight)
    .map((group) => [...new Set(group.flatMap((row) => row.claim_creation_id ?? []))])
    .filter((ids) => ids.length > 0)
  const client = useQueryClient()
  const found = useQuery({
    queryKey: ['listClaimCreations', 'of charge captures', asked],
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const pages = await Promise.all(asked.map((ids) => client.fetchQuery(claimsOf(ids))))
      return new Map(pages.flatMap(({ rows }) => rows.map((row) => [row.id, row] as const)))
    },
  })
  return found.data
}

// Each group has a place in the cache of its own, so that scrolling to and fro asks nothing twice.
function claimsOf(ids: string[]) {
  const query = { claim_creation_ids: ids, limit: ids.length }
  return listQuery<ClaimCreationRow>({ operation: 'listClaimCreations', query })
}
