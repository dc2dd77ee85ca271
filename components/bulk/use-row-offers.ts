'use client'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { BulkValues } from '#lib/actions/bulk/values.ts'
import { rowProposalsQuery } from '#lib/queries/options.ts'
import { withOffers, type KnownByCapture, type RowOffers } from '#lib/rules/bulk/row-offers.ts'
import type { ValueRow } from '#lib/rules/bulk/value-table.ts'
import type { FieldShape } from '#lib/rules/edit/field-shape.ts'
import { mostAskedRows } from '#lib/rules/queue/proposals.ts'

/**
 * What can be known for the rows of a table of values, from what is proposed for their captures, and
 * the rows as these proposals part them. Undefined while it is asked. What can't be read offers
 * nothing: the rows need a person then.
 */
export function useRowOffers(
  values: BulkValues | undefined,
  shape: FieldShape | undefined,
): { rows: ValueRow[]; offers: RowOffers } | undefined {
  const chunks = useMemo(() => chunksOf(values?.rows ?? []), [values])
  const byCapture = useQueries({
    queries: chunks.map((rows) => rowProposalsQuery({ rows })),
    combine: (replies) => ({
      isOpen: replies.some(({ isPending }) => isPending),
      proposals: Object.assign({}, ...replies.map(({ data }) => data?.proposals)) as KnownByCapture,
    }),
  })
  return useMemo(
    () =>
      values === undefined || !shape || byCapture.isOpen
        ? undefined
        : withOffers(values, byCapture.proposals, shape),
    [byCapture, values, shape],
  )
}

function chunksOf(rows: readonly ValueRow[]) {
  const asked = rows.flatMap(({ fields }) => fields)
  return Array.from({ length: Math.ceil(asked.length / mostAskedRows) }, (_, at) =>
    asked.slice(at * mostAskedRows, (at + 1) * mostAskedRows),
  )
}
