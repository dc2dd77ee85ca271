'use client'
import type { ListDefinition, PreparedList } from '#components/table/list-definition.ts'
import { ResourceList } from '#components/table/resource-list.tsx'
import type { EncounterRow } from '#lib/lists/rows/encounter-rows.ts'
import { encounterList } from '#lib/lists/encounters.ts'
import { encounterTable, nameOfEncounter } from './list-columns.tsx'

const definition: ListDefinition<EncounterRow> = {
  spec: encounterList,
  title: 'Encounters',
  base: '/encounters',
  create: {
    label: 'New encounter from pre-encounter records',
    href: '/encounters/new-from-pre-encounter',
  },
  columns: encounterTable,
  chargesOf: (row) => row.charges,
  nameOf: nameOfEncounter,
  idOf: (row) => row.external_id ?? row.id,
}

/** The list of encounters. */
export function EncountersList({ prepared }: { prepared: PreparedList }) {
  return <ResourceList definition={definition} prepared={prepared} hasSearch />
}
