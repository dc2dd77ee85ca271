'use client'
import { useState } from 'react'
import type { ListDefinition, PreparedList } from '#components/table/list-definition.ts'
import { ResourceList, type Sight } from '#components/table/resource-list.tsx'
import { claimCreationList } from '#lib/lists/claim-creations.ts'
import type { ClaimCreationRow } from '#lib/lists/rows/rows.ts'
import { useCapturesInSight, type CapturesById } from './list-captures.ts'
import { claimCreationTable, nameOfClaimCreation } from './list-columns.tsx'

const definition: ListDefinition<ClaimCreationRow, CapturesById> = {
  spec: claimCreationList,
  title: 'Claim creations',
  base: '/claim-creations',
  columns: claimCreationTable,
  chargesOf: (row, captures) =>
    row.charges ?? (captures?.has(row.id) ? captures.get(row.id)?.charges : null),
  nameOf: nameOfClaimCreation,
  idOf: (row, captures) => captures?.get(row.id)?.names.join('\n') || row.id,
}

const nothing: Sight<ClaimCreationRow> = { rows: [], start: 0, end: -1 }

/** The list of claim creations. */
export function ClaimCreationsList({ prepared }: { prepared: PreparedList }) {
  const [sight, setSight] = useState(nothing)
  const captures = useCapturesInSight(sight)
  return (
    <ResourceList definition={definition} prepared={prepared} extra={captures} onSight={setSight} />
  )
}
