'use client'
import { useQueries } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ItemRow } from '#lib/lists/columns/queue.ts'
import { rowProposalsQuery } from '#lib/queries/options.ts'
import { mostAskedRows } from '#lib/rules/queue/proposals.ts'
import {
  fieldKey,
  rowProposal,
  unaskedFields,
  type AskedFields,
  type RowProposal,
} from '#lib/rules/queue/row-proposals.ts'

const mostChunks = 4

/**
 * The proposals of rows by row id, for the first 200 captures. Each row is asked about once, so that
 * a row that leaves the list asks nothing anew. The list never waits for them.
 */
export function useRowProposals(
  rows: readonly ItemRow[],
  isOn: boolean,
): ReadonlyMap<string, RowProposal> {
  const [chunks, setChunks] = useState<readonly AskedFields[][]>([])
  const asked = useMemo(
    () =>
      new Set(
        chunks
          .flat()
          .flatMap(({ charge_capture_id: id, names }) => names.map((name) => fieldKey(id, name))),
      ),
    [chunks],
  )
  const fresh = isOn && chunks.length < mostChunks ? unaskedFields(rows, asked) : []
  if (fresh.length > 0) setChunks([...chunks, fresh.slice(0, mostAskedRows)])
  const found = useQueries({
    queries: chunks.map((some) => rowProposalsQuery({ rows: some })),
    combine: (replies) => replies.map(({ data }) => data?.proposals),
  })
  return useMemo(() => {
    const known = new Map(
      found.flatMap((proposals) =>
        Object.entries(proposals ?? {}).flatMap(([id, byName]) =>
          Object.entries(byName).map(([name, some]) => [fieldKey(id, name), some] as const),
        ),
      ),
    )
    return new Map(
      rows.flatMap((row) => {
        const proposal = rowProposal(row, known)
        return proposal ? [[row.id, proposal]] : []
      }),
    )
  }, [found, rows])
}
