'use client'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BulkValues } from '#lib/actions/replies.ts'
import { bulkProposalsQuery } from '#lib/queries/bulk-fixes.ts'
import { rowProposalsQuery } from '#lib/queries/options.ts'
import type { ValueRow } from '#lib/rules/bulk/value-table.ts'
import { toText } from '#lib/rules/edit/draft-text.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import {
  agreeing,
  mostAskedRows,
  onlySure,
  rankProposals,
  type Proposal,
} from '#lib/rules/queue/proposals.ts'
import type { RowOffers } from './values-groups.tsx'
import type { RowOffer } from './values-table.tsx'

const none: RowOffers = {}

/**
 * What can be known for the rows of a table of values: from the partner's lists by their names, for
 * rows of one capture or one provider from what is proposed for their captures. Undefined while it
 * is asked. What can't be read offers nothing: the rows need a person then.
 */
export function useRowOffers(
  values: BulkValues | undefined,
  shape: FieldShape | undefined,
): RowOffers | undefined {
  const names = useMemo(
    () => [...new Set((values?.rows ?? []).flatMap(({ name }) => name ?? []))].slice(0, 200),
    [values],
  )
  const isAsked = values !== undefined && names.length > 0
  const found = useQuery({
    ...bulkProposalsQuery({ path: values?.path ?? '', names }),
    enabled: isAsked,
  })
  const chunks = useMemo(() => chunksOf(values?.rows ?? []), [values])
  const byCapture = useQueries({
    queries: chunks.map((rows) => rowProposalsQuery({ rows })),
    combine: (replies) => ({
      isOpen: replies.some(({ isPending }) => isPending),
      proposals: Object.assign({}, ...replies.map(({ data }) => data?.proposals)) as {
        [capture_id: string]: { [name: string]: Proposal[] }
      },
    }),
  })
  return useMemo(() => {
    if (values === undefined || !shape) return none
    if (byCapture.isOpen || (isAsked && found.isPending)) return undefined
    return Object.fromEntries(
      values.rows.flatMap((row) => {
        const ranked = row.fields
          ? agreeing(
              row.fields.flatMap(({ charge_capture_id: id, names }) =>
                names.map((name) => rankProposals(byCapture.proposals[id]?.[name] ?? [], row.now)),
              ),
            )
          : rankProposals(found.data?.proposals[row.name ?? ''] ?? [], row.now)
        const offered = ranked.flatMap((each) => {
          const offer = offerOf(each, shape)
          return offer && offer.text !== row.now ? [offer] : []
        })
        if (offered.length === 0) return []
        const sure = onlySure(ranked)
        const first = sure && offerOf(sure, shape)
        const near = offered.filter(({ text }) => text !== first?.text)
        return [[row.id, { ...(first && { sure: first }), near }]]
      }),
    )
  }, [isAsked, found.isPending, found.data, byCapture, values, shape])
}

function chunksOf(rows: readonly ValueRow[]) {
  const asked = rows.flatMap(({ fields = [] }) => fields)
  return Array.from({ length: Math.ceil(asked.length / mostAskedRows) }, (_, at) =>
    asked.slice(at * mostAskedRows, (at + 1) * mostAskedRows),
  )
}

// An empty box skips its row, so that a value which empties the field is left to the record.
function offerOf({ value, source }: Proposal, shape: FieldShape): RowOffer | undefined {
  const text = toText(value, shape)
  return text === undefined || text === '' ? undefined : { text, source }
}
