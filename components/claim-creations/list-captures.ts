'use client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { groupsInSight, type Sight } from '#components/table/rows-in-sight.ts'
import { mergePages } from '#lib/queries/merge-pages.ts'
import { pagesQuery, wholeList } from '#lib/queries/pages.ts'
import { groupCaptures, type CapturesById } from '#lib/lists/rows/joined-rows.ts'
import type { ChargeCaptureRow, ClaimCreationRow } from '#lib/lists/rows/rows.ts'

const mostPages = 10

/**
 * A claim creation on the wire names none of its captures, so the captures of the rows in sight are
 * asked for after the rows are shown, fifty claim creations at a time. Where the key may not read
 * them, the rows stay as they are.
 */
export function useCapturesInSight({
  rows,
  start,
  end,
}: Sight<ClaimCreationRow>): CapturesById | undefined {
  const asked = groupsInSight({ rows, start, end })
    .map((group) => group.map((row) => row.id).filter(Boolean))
    .filter((ids) => ids.length > 0)
  const client = useQueryClient()
  const found = useQuery({
    queryKey: ['listChargeCaptures', 'of claim creations', asked],
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
    // Each fifty have a place in the cache of their own, so that scrolling to and fro asks nothing
    // twice.
    queryFn: async () => {
      const found = await Promise.all(
        asked.map((ids) =>
          client.fetchInfiniteQuery({ ...pagesQuery(capturesOf(ids)), pages: mostPages }),
        ),
      )
      return new Map(
        found.flatMap(({ pages }, index) => [...groupCaptures(asked[index]!, mergePages(pages))]),
      )
    },
  })
  return found.data
}

// All their captures: those outside of the key's scope are missing, and a claim creation without
// any has an empty entry.
function capturesOf(ids: string[]) {
  const query = { claim_creation_ids: ids, limit: 250, sort: 'created_at', sort_direction: 'asc' }
  return wholeList<ChargeCaptureRow>({ operation: 'listChargeCaptures', query })
}
