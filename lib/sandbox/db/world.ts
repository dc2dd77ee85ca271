import type { NewCaptureRow } from './captures-schema.ts'
import type {
  NewContractFacilityProviderRow,
  NewContractFacilityRow,
  NewContractProviderRow,
  NewContractRow,
  NewFacilitySpanRow,
  NewProviderSpanRow,
} from './contract-tables.ts'
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

/**
 * Rows of demo data, any tables missing. `seq` is left out: rows get it in the order given. Records come in the first
 * batch, before the captures that refer to them. Captures carry the columns that `captureColumns` extracts, claim
 * creations those of `creationFacets`; links between rows (claim_creation_id, claim_status) are already set.
 */
export type WorldBatch = {
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
