'use client'
import { useState } from 'react'
import type { ListDefinition, PreparedList } from '#components/table/list-definition.ts'
import { ResourceList } from '#components/table/resource-list.tsx'
import { nothingInSight } from '#components/table/rows-in-sight.ts'
import { claimCreationList } from '#lib/lists/claim-creations.ts'
import type { ClaimCreationRow } from '#lib/lists/rows/rows.ts'
import type { CapturesById } from '#lib/lists/rows/joined-rows.ts'
import { useCapturesInSight } from './list-captures.ts'
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

/** The list of claim creations. */
export function ClaimCreationsList({ prepared }: { prepared: PreparedList }) {
  const [sight, setSight] = useState(nothingInSight<ClaimCreationRow>)
  const captures = useCapturesInSight(sight)
  return (
    <ResourceList definition={definition} prepared={prepared} extra={captures} onSight={setSight} />
  )
}
