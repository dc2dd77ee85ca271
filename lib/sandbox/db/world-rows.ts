import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { BulkRows, BulkValue } from './copy-text.ts'
import * as schema from './schema.ts'
import type { WorldBatch } from './world.ts'

const tables = {
  organizationProviders: schema.organizationProviders,
  serviceFacilities: schema.serviceFacilities,
  payers: schema.payers,
  customSchemas: schema.customSchemas,
  preEncounterPatients: schema.preEncounterPatients,
  preEncounterAppointments: schema.preEncounterAppointments,
  claimCreations: schema.claimCreations,
  chargeCaptures: schema.chargeCaptures,
  claimCreationErrors: schema.claimCreationErrors,
  chargeCaptureUpdates: schema.chargeCaptureUpdates,
  encounters: schema.encounters,
  claims: schema.claims,
  contracts: schema.contracts,
  contractProviders: schema.contractProviders,
  contractFacilities: schema.contractFacilities,
  contractFacilityProviders: schema.contractFacilityProviders,
  providerSpans: schema.providerSpans,
  facilitySpans: schema.facilitySpans,
} satisfies { [K in keyof Required<WorldBatch>]: PgTable }

/** The tables that demo data fills. */
export const worldTables = Object.values(tables).map((table) => getTableName(table))

/** A batch as the rows of its tables. A column that no row has, such as `seq`, is left to its default. */
export function worldRows(batch: WorldBatch): BulkRows[] {
  return Object.entries(tables).flatMap(([name, table]) => {
    const rows = batch[name as keyof WorldBatch] ?? []
    if (rows.length === 0) return []
    const columns = Object.values(getTableColumns(table)).filter((column) => rows.some((row) => column.name in row))
    return {
      table: getTableName(table),
      columns: columns.map((column) => column.name),
      types: columns.map((column) => column.getSQLType()),
      rows: rows.map((row) =>
        columns.map((column) => (row as Record<string, BulkValue | undefined>)[column.name] ?? null),
      ),
    }
  })
}
