import { getTableColumns, getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { NewCaptureRow } from './captures-schema.ts'
import type {
  NewContractFacilityProviderRow,
  NewContractFacilityRow,
  NewContractProviderRow,
  NewContractRow,
  NewFacilitySpanRow,
  NewProviderSpanRow,
} from './contracts-schema.ts'
import type { BulkRows, BulkValue } from './copy-text.ts'
import type {
  NewClaimCreationRow,
  NewClaimRow,
  NewEncounterRow,
  NewErrorRow,
  NewUpdateRow,
} from './creations-schema.ts'
import type {
  NewAppointmentRow,
  NewCustomSchemaRow,
  NewFacilityRow,
  NewPatientRow,
  NewPayerRow,
  NewProviderRow,
} from './records-schema.ts'
import * as schema from './schema.ts'

/**
 * Rows of demo data for some of the tables. Rows have no `seq`: they get it in the given order. The
 * first batch holds the records that captures refer to. Captures have the columns of
 * `captureColumns`, claim creations those of `creationColumns`. Links between rows
 * (claim_creation_id, claim_status) are set.
 */
export type DemoDataBatch = {
  organizationProviders?: NewProviderRow[]
  serviceFacilities?: NewFacilityRow[]
  payers?: NewPayerRow[]
  customSchemas?: NewCustomSchemaRow[]
  preEncounterPatients?: NewPatientRow[]
  preEncounterAppointments?: NewAppointmentRow[]
  claimCreations?: NewClaimCreationRow[]
  chargeCaptures?: NewCaptureRow[]
  claimCreationErrors?: NewErrorRow[]
  chargeCaptureUpdates?: NewUpdateRow[]
  encounters?: NewEncounterRow[]
  claims?: NewClaimRow[]
  contracts?: NewContractRow[]
  contractProviders?: NewContractProviderRow[]
  contractFacilities?: NewContractFacilityRow[]
  contractFacilityProviders?: NewContractFacilityProviderRow[]
  providerSpans?: NewProviderSpanRow[]
  facilitySpans?: NewFacilitySpanRow[]
}

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
} satisfies { [K in keyof Required<DemoDataBatch>]: PgTable }

/** The tables that demo data fills. */
export const demoDataTables = Object.values(tables).map((table) => getTableName(table))

/** A batch as rows by table. A column that no row has, such as `seq`, keeps its default. */
export function demoDataRows(batch: DemoDataBatch): BulkRows[] {
  return Object.entries(tables).flatMap(([name, table]) => {
    const rows = batch[name as keyof DemoDataBatch] ?? []
    if (rows.length === 0) return []
    const columns = Object.values(getTableColumns(table)).filter((column) =>
      rows.some((row) => column.name in row),
    )
    return {
      table: getTableName(table),
      columns: columns.map((column) => column.name),
      rows: rows.map((row) =>
        columns.map(
          (column) => (row as Record<string, BulkValue | undefined>)[column.name] ?? null,
        ),
      ),
    }
  })
}
