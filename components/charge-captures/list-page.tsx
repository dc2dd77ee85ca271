'use client'
import { FixSelected } from '#components/bulk/fix-selected.tsx'
import type { ListDefinition, PreparedList } from '#components/table/list-definition.ts'
import { ResourceList } from '#components/table/resource-list.tsx'
import { chargeCaptureList } from '#lib/lists/charge-captures.ts'
import type { ChargeCaptureRow } from '#lib/lists/rows/rows.ts'
import { chargeCaptureTable, nameOfCapture } from './list-columns.tsx'

const definition: ListDefinition<ChargeCaptureRow> = {
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
  return <ResourceList definition={definition} prepared={prepared} hasSearch />
}
