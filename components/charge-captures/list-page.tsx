'use client'
import { useState } from 'react'
import { FixSelected } from '#components/bulk/fix-selected.tsx'
import type { ListDefinition, PreparedList } from '#components/table/list-definition.ts'
import { ResourceList } from '#components/table/resource-list.tsx'
import { nothingInSight } from '#components/table/rows-in-sight.ts'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { useClaimsInSight, type ClaimsById } from './list-claims.ts'
import { chargeCaptureTable, nameOfCapture } from './list-columns.tsx'

const definition: ListDefinition<ChargeCaptureRow, ClaimsById> = {
  spec: chargeCaptureList,
  title: 'Charge captures',
  base: '/charge-captures',
  create: { label: 'New charge capture', href: '/charge-captures/new' },
  columns: chargeCaptureTable,
  SelectedActions: FixSelected,
  chargesOf: (row) => row.charges,
  nameOf: nameOfCapture,
  idOf: nameOfCapture,
}

/** The list of charge captures. */
export function ChargeCapturesList({ prepared }: { prepared: PreparedList }) {
  const [sight, setSight] = useState(nothingInSight<ChargeCaptureRow>)
  const claims = useClaimsInSight(sight)
  return (
    <ResourceList
      definition={definition}
      prepared={prepared}
      extra={claims}
      onSight={setSight}
      hasSearch
    />
  )
}
