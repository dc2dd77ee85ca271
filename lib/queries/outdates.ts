import type { QueryClient } from '@tanstack/react-query'
import type { ActName } from '#lib/acts/acts.ts'

const changedRoster = [
  'getContractV3',
  'listContractsV3',
  'listContractsV2',
  'listContractProviderCredentialing',
  'readProvider',
] as const

/**
 * The name that begins a read's key: that of its act, or its own where several share an act's
 * permission.
 */
export type ReadName =
  | ActName
  | 'countDrafts'
  | 'countFollowUps'
  | 'countSavedView'
  | 'findListedCodes'
  | 'listContractV2Providers'
  | 'listExports'
  | 'proposeForRows'
  | 'proposeValues'
  | 'readBulkFix'
  | 'readBulkOutcome'
  | 'readChargeCaptureReasons'
  | 'readCodeSets'
  | 'readCoverageBoardCaptures'
  | 'readCoverageBoardCauses'
  | 'readCoverageBoardStanding'
  | 'readEmergencyAlerts'
  | 'readEndingMarks'
  | 'readExpiringStanding'
  | 'readFollowUpsDue'
  | 'readStatusReport'
  | 'readFilingRules'
  | 'readJobs'
  | 'readJoin'
  | 'readJoinChoice'
  | 'readPayerRules'
  | 'readProvider'
  | 'readQueueCounts'
  | 'readQueueItems'
  | 'readRecordHistory'
  | 'readSameDay'
  | 'readSpanParty'
  | 'readTeamWork'
  | 'readUpdate'
  | 'readUpdatesItems'
  | 'readUpdatesQueue'
  | 'readWhatExpires'
  | 'suggestCaptureId'

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

const ofJob = ['readJobs', 'readJobItems', 'readBulkFix'] as const
const ofFollowUps = [
  'readFollowUps',
  'readFollowUpsDue',
  'readStatusReport',
  'countFollowUps',
] as const
const ofView = ['listSavedViews'] as const

/** The reads that each write makes out of date, by the names that begin their keys. */
const outdates = {
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
    'readUpdate',
    'readSameDay',
    'proposeValues',
    ...queueReads,
  ],
  resolveChargeCaptureChanges: [
    'listChargeCaptures',
    'listClaimCreations',
    'getClaimCreation',
    'getChargeCapture',
    'getClaimCreationSummary',
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
  createFacilityCredentialingSpan: [
    'listFacilityCredentialingSpans',
    'readCoverageBoardStanding',
    'readExpiringStanding',
  ],
  updateFacilityCredentialingSpan: [
    'listFacilityCredentialingSpans',
    'getFacilityCredentialingSpan',
    'readCoverageBoardStanding',
    'readExpiringStanding',
  ],
  deleteFacilityCredentialingSpan: [
    'listFacilityCredentialingSpans',
    'getFacilityCredentialingSpan',
    'readCoverageBoardStanding',
    'readExpiringStanding',
  ],
  createProviderCredentialingSpan: [
    'listProviderCredentialingSpans',
    'listContractProviderCredentialing',
    'readCoverageBoardStanding',
    'readExpiringStanding',
    'readProvider',
  ],
  updateProviderCredentialingSpan: [
    'listProviderCredentialingSpans',
    'listContractProviderCredentialing',
    'getProviderCredentialingSpan',
    'readCoverageBoardStanding',
    'readExpiringStanding',
    'readProvider',
  ],
  deleteProviderCredentialingSpan: [
    'listProviderCredentialingSpans',
    'listContractProviderCredentialing',
    'getProviderCredentialingSpan',
    'readCoverageBoardStanding',
    'readExpiringStanding',
    'readProvider',
  ],
  closeOverpayment: ['readOverpayments', 'readResolvedUpdates'],
  markExpiring: ['readEndingMarks'],
  logFollowUp: ofFollowUps,
  closeFollowUp: ofFollowUps,
  markQueue: queueReads,
  placeCodeList: ['readChecks', 'readCodeSets', 'findDiagnosisCodes', 'findListedCodes'],
  saveFilingLimits: [...queueReads, 'readPayerRules', 'readFilingRules'],
  approveBulkFix: ['readBulkApprovals', 'readQueueCounts'],
  // The page of a fix may be open under the tray.
  pauseJob: ofJob,
  resumeJob: ofJob,
  cancelJob: ofJob,
  retryJobItems: ofJob,
  startExport: ['listExports'],
  saveNamedView: ofView,
  deleteSavedView: ofView,
  setDefaultView: ofView,
  acknowledgeBreakGlass: ['readEmergencyAlerts'],
} as const satisfies { [name in ActName]?: readonly ReadName[] }

/** A write that makes reads out of date. */
export type WriteName = keyof typeof outdates

// A record that someone edits, and a queue that someone works through, are read anew when they are
// next opened: until then nothing may move under the person's hands.
const whenNextOpened: ReadonlySet<string> = new Set([
  'getChargeCapture',
  'getFacilityCredentialingSpan',
  'getProviderCredentialingSpan',
  'readSameDay',
  'proposeValues',
])

// On the page of a record that was deleted nothing is left to read.
const pagesOfDeleted: ReadonlySet<WriteName> = new Set<WriteName>([
  'deleteContractV3',
  'deleteContractV2',
  'deleteFacilityCredentialingSpan',
  'deleteProviderCredentialingSpan',
])

/**
 * After a write: marks every affected read as out of date. Those on screen are read again, but not
 * on the page of what was deleted.
 */
export async function outdate(client: QueryClient, write: WriteName): Promise<void> {
  const affected = [...outdates[write], 'readActivity', 'readRecordHistory']
  const waits = (name: string) => whenNextOpened.has(name) || pagesOfDeleted.has(write)
  await Promise.all(
    affected.map((name) =>
      client.invalidateQueries({ queryKey: [name], refetchType: waits(name) ? 'none' : 'active' }),
    ),
  )
}

/** True for an act that makes reads out of date. */
export function isWriteName(name: ActName): name is WriteName {
  return Object.hasOwn(outdates, name)
}
