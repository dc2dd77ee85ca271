import type { Columns } from '#lib/lists/columns.ts'
import type { ExportListId } from '#lib/lists/export-request.ts'
import { chargeCaptureColumns } from './charge-captures.ts'
import { claimCreationColumns } from './claim-creations.ts'
import { contractColumns, facilityColumns, rosterColumns } from './contracts.ts'
import { facilitySpanColumns, providerSpanColumns } from './credentialing-spans.ts'
import { encounterColumns } from './encounters.ts'
import { causeColumns, itemColumns, updateColumns } from './queue.ts'

/** The columns of each list that has a file. */
export const columnsOfList: { readonly [list in ExportListId]: Columns } = {
  listClaimCreations: claimCreationColumns,
  listChargeCaptures: chargeCaptureColumns,
  listEncounters: encounterColumns,
  listContractsV3: contractColumns,
  listContractsV2: contractColumns,
  listFacilityCredentialingSpans: facilitySpanColumns,
  listProviderCredentialingSpans: providerSpanColumns,
  queueCauses: causeColumns,
  queueItems: itemColumns,
  queueUpdates: updateColumns,
  contractProviders: rosterColumns,
  contractFacilities: facilityColumns,
}
