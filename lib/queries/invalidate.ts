import type { QueryClient } from '@tanstack/react-query'

/** What each write makes out of date, by the operation ids that begin the keys of queries. */
const outOfDate = {
  createChargeCapture: ['listChargeCaptures', 'listClaimCreations', 'getClaimCreation', 'getClaimCreationSummary'],
  updateChargeCapture: ['listChargeCaptures', 'listClaimCreations', 'getClaimCreation', 'getClaimCreationSummary', 'getChargeCapture'],
  resolveChargeCaptureChanges: ['listChargeCaptures', 'listClaimCreations', 'getClaimCreation', 'getChargeCapture', 'getClaimCreationSummary'],
  resolveClaimCreationError: ['listChargeCaptures', 'listClaimCreations', 'getClaimCreation', 'getChargeCapture', 'getClaimCreationSummary'],
  createEncounterFromPreEncounter: ['listEncounters'],
} as const

export type WriteOperation = keyof typeof outOfDate

/** After a write: marks every affected query as out of date; those on screen are read again. */
export async function invalidateAfter(client: QueryClient, operation: WriteOperation): Promise<void> {
  await Promise.all(outOfDate[operation].map((id) => client.invalidateQueries({ queryKey: [id] })))
}
