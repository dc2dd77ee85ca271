'use client'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { lookUpKinds } from '#components/look-ups/look-up-kinds.ts'
import type { Line } from '#components/look-ups/look-up-lines.ts'
import { facilitiesQuery } from '#lib/queries/options.ts'

/** Facilities by their ids, and whether the key may look them up. */
export type FacilityNames = {
  lineOf: (facilityId: string) => Line | undefined
  nameOf: (facilityId: string) => string
  isReading: boolean
  isClosed: boolean
  isFailed: boolean
  again: () => void
}

// The ids are in the URL of the request to the partner, which must not become too long.
const idsPerRequest = 50

/** Looks the names of facilities up. A facility without a name is shown by its id. */
export function useFacilityNames(facilityIds: readonly string[]): FacilityNames {
  const groups = useMemo(() => groupsOf(facilityIds), [facilityIds])
  const replies = useQueries({
    queries: groups.map((ids) =>
      facilitiesQuery({ query: { organization_service_facility_ids: ids, limit: idsPerRequest } }),
    ),
  })
  const lines = new Map<string, Line>()
  for (const { data } of replies)
    for (const facility of data?.items ?? [])
      lines.set(facility.organization_service_facility_id, lookUpKinds.facility.line(facility))
  return {
    lineOf: (id) => lines.get(id),
    nameOf: (id) => lines.get(id)?.title || id,
    isReading: replies.some(({ isFetching }) => isFetching),
    isClosed: replies.some(({ data }) => data?.is_available === false),
    isFailed: replies.some(isFailed),
    again: () => replies.forEach((reply) => isFailed(reply) && void reply.refetch()),
  }
}

// Also during a retry, which clears the error.
function isFailed({
  errorUpdatedAt,
  dataUpdatedAt,
}: {
  errorUpdatedAt: number
  dataUpdatedAt: number
}): boolean {
  return errorUpdatedAt > dataUpdatedAt
}

function groupsOf(ids: readonly string[]): string[][] {
  const all = [...new Set(ids)].toSorted()
  return Array.from({ length: Math.ceil(all.length / idsPerRequest) }, (_, index) =>
    all.slice(index * idsPerRequest, (index + 1) * idsPerRequest),
  )
}
