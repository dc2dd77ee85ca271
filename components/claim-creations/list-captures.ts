'use client'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { groupsInSight, type Sight } from '#components/table/rows-in-sight.ts'
import { mergePages } from '#lib/queries/merge-pages.ts'
import { pagesQuery, wholeList } from '#lib/queries/pages.ts'
import type { ChargeCaptureRow, ClaimCreationRow, VisitRow } from '#lib/lists/rows/rows.ts'

/** The data of a claim creation's captures for its row. */
export type CapturesOfRow = {
  names: string[]
  planned: number
  /** Unresolved changes since they were billed, and the first one in words. */
  changes: number
  change: string | undefined
  /**
   * For a claim creation without merged input: what its first capture says of the visit, and all
   * charges in cents.
   */
  visit: VisitRow | undefined
  charges: number | undefined
}

/**
 * The captures of the claim creations in sight, by claim creation id; a missing one is not loaded
 * yet.
 */
export type CapturesById = ReadonlyMap<string, CapturesOfRow>

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

/** Captures grouped by the claim creation that they belong to. */
export function groupCaptures(
  ids: readonly string[],
  captures: readonly ChargeCaptureRow[],
): CapturesById {
  const groups = new Map<string, CapturesOfRow>(
    ids.map((id) => [
      id,
      {
        names: [],
        planned: 0,
        changes: 0,
        change: undefined,
        visit: undefined,
        charges: undefined,
      },
    ]),
  )
  for (const capture of captures) {
    const group = groups.get(capture.claim_creation_id ?? '')
    if (!group) continue
    group.names.push(capture.external_id ?? capture.id)
    if (capture.status === 'planned') group.planned += 1
    group.changes += capture.updates ?? 0
    group.change ??= capture.update_message
    group.visit ??= capture
    if (capture.charges !== undefined) group.charges = (group.charges ?? 0) + capture.charges
  }
  return groups
}
