'use client'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BulkValues } from '#lib/actions/replies.ts'
import { bulkProposalsQuery } from '#lib/queries/bulk-fixes.ts'
import { onlySure, rankProposals, type Proposal } from '#lib/rules/queue/proposals.ts'
import type { RowOffers } from './values-groups.tsx'
import type { RowOffer } from './values-table.tsx'

const none: RowOffers = {}

/**
 * What the partner's lists offer for the rows of a table of values; undefined while they are asked.
 * A list that can't be read offers nothing: the rows need a person then.
 */
export function useRowOffers(values: BulkValues | undefined): RowOffers | undefined {
  const names = useMemo(
    () => [...new Set((values?.rows ?? []).flatMap(({ name }) => name ?? []))].slice(0, 200),
    [values],
  )
  const isAsked = values !== undefined && names.length > 0
  const found = useQuery({
    ...bulkProposalsQuery({ path: values?.path ?? '', names }),
    enabled: isAsked,
  })
  return useMemo(() => {
    if (!isAsked || found.isError) return none
    if (!found.data) return undefined
    const { proposals } = found.data
    return Object.fromEntries(
      values.rows.flatMap(({ id, name, now }) => {
        const ranked = rankProposals(name === undefined ? [] : (proposals[name] ?? []), now)
        if (ranked.length === 0) return []
        const sure = onlySure(ranked)
        const near = ranked.filter((each) => each !== sure).map(offerOf)
        return [[id, { ...(sure && { sure: offerOf(sure) }), near }]]
      }),
    )
  }, [isAsked, found.isError, found.data, values])
}

// Ids are texts.
function offerOf({ value, source }: Proposal): RowOffer {
  return { text: typeof value === 'string' ? value : '', source }
}
