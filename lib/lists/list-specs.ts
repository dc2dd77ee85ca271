import { activityList } from './activity.ts'
import { chargeCaptureList } from './charge-captures.ts'
import { claimCreationList } from './claim-creations.ts'
import { contractListV2, contractListV3 } from './contracts.ts'
import { facilitySpanList, providerSpanList } from './credentialing-spans.ts'
import { encounterList } from './encounters.ts'
import type { ListOperation, ListSpec } from './list-spec.ts'
import { queueListFor } from './queue-list.ts'
import { updatesList } from './updates.ts'

/** Every list's spec by operation id. */
export const listSpecs: Record<ListOperation, ListSpec> = {
  listClaimCreations: claimCreationList,
  listChargeCaptures: chargeCaptureList,
  listEncounters: encounterList,
  listContractsV3: contractListV3,
  listContractsV2: contractListV2,
  listFacilityCredentialingSpans: facilitySpanList,
  listProviderCredentialingSpans: providerSpanList,
  readActivity: activityList,
  readQueue: queueListFor('causes'),
  queueMine: queueListFor('mine'),
  queueAssigned: queueListFor('assigned'),
  queueUnassigned: queueListFor('unassigned'),
  queueResolved: queueListFor('resolved'),
  queueHeld: queueListFor('held'),
  queueFilingSoon: queueListFor('filing-soon'),
  queueSnoozed: queueListFor('snoozed'),
  queueCause: queueListFor('causes', ''),
  queueUpdates: updatesList,
}
