import type { QueryClient } from '@tanstack/react-query'

const changedRoster = [
  'getContractV3',
  'listContractsV3',
  'listContractsV2',
  'listContractProviderCredentialing',
] as const

/** Everything that the server reads from its snapshot of the queue. */
export const queueReads = [
  'readQueue',
  'readQueueCounts',
  'readQueueItems',
  'readUpdatesQueue',
  'readUpdatesItems',
  'readOverview',
  'readTeamWork',
] as const

/** The queries that each write makes out of date, by the operation ids that begin their keys. */
const outOfDate = {
  createChargeCapture: [
    'listChargeCaptures',
    'listClaimCreations',
    'getClaimCreation',
    'getClaimCreationSummary',
    'readSameDay',
  ],
  updateChargeCapture: [
    'listChargeCaptures',
    'listClaimCreations',
    'getClaimCreation',
    'getClaimCreationSummary',
    'getChargeCapture',
    'readUpdates',
    'readUpdate',
    'readSameDay',
    ...queueReads,
  ],
  resolveChargeCaptureChanges: [
    'listChargeCaptures',
    'listClaimCreations',
    'getClaimCreation',
    'getChargeCapture',
    'getClaimCreationSummary',
    'readUpdates',
    'readUpdate',
    'readResolvedUpdates',
    'readOverpayments',
    ...queueReads,
  ],
  resolveClaimCreationError: [
    'listChargeCaptures',
    'listClaimCreations',
    'getClaimCreation',
    'getChargeCapture',
    'getClaimCreationSummary',
    'readUpdates',
    'readUpdate',
    ...queueReads,
  ],
  createEncounterFromPreEncounter: ['listEncounters'],
  createContractServiceFacility: ['getContractV3', 'listFacilityCredentialingSpans'],
  updateContractServiceFacility: ['getContractV3', 'listFacilityCredentialingSpans'],
  // The change of a roster reads the roster again itself.
  addContractProviders: changedRoster,
  removeContractProviders: changedRoster,
  createContractV3: ['listContractsV3', 'listContractsV2'],
  updateContractV3: ['listContractsV3', 'listContractsV2'],
  deleteContractV3: ['listContractsV3', 'listContractsV2', 'getContractV3'],
  updateContractV2: ['listContractsV3', 'listContractsV2'],
  deleteContractV2: ['listContractsV3', 'listContractsV2', 'getContractV3'],
  // Coverage of a contract's facilities is read out of the list of facility spans.
  createFacilityCredentialingSpan: ['listFacilityCredentialingSpans', 'readCoverageBoardStanding'],
  updateFacilityCredentialingSpan: [
    'listFacilityCredentialingSpans',
    'getFacilityCredentialingSpan',
    'readCoverageBoardStanding',
  ],
  deleteFacilityCredentialingSpan: [
    'listFacilityCredentialingSpans',
    'getFacilityCredentialingSpan',
    'readCoverageBoardStanding',
  ],
  createProviderCredentialingSpan: [
    'listProviderCredentialingSpans',
    'listContractProviderCredentialing',
    'readCoverageBoardStanding',
  ],
  updateProviderCredentialingSpan: [
    'listProviderCredentialingSpans',
    'listContractProviderCredentialing',
    'getProviderCredentialingSpan',
    'readCoverageBoardStanding',
  ],
  deleteProviderCredentialingSpan: [
    'listProviderCredentialingSpans',
    'listContractProviderCredentialing',
    'getProviderCredentialingSpan',
    'readCoverageBoardStanding',
  ],
} as const

export type WriteOperation = keyof typeof outOfDate

// A record that someone edits, and a queue that someone works through, are read anew when they are next opened: until
// then nothing may move under the person's hands.
const whenNextOpened: ReadonlySet<string> = new Set([
  'getChargeCapture',
  'getFacilityCredentialingSpan',
  'getProviderCredentialingSpan',
  'readUpdates',
  'readSameDay',
])

/** After a write: marks every affected query as out of date; those on screen are read again, but not on the page of what was deleted. */
export async function invalidateAfter(client: QueryClient, operation: WriteOperation): Promise<void> {
  const affected = [...outOfDate[operation], 'readActivity', 'readRecordHistory']
  const waits = (id: string) => whenNextOpened.has(id) || operation.startsWith('delete')
  await Promise.all(
    affected.map((id) => client.invalidateQueries({ queryKey: [id], refetchType: waits(id) ? 'none' : 'active' })),
  )
}
