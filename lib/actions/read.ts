'use server'

import { z } from 'zod'
import { id } from './inputs.ts'
import { listOperationOf, listRequest, readPage } from './lists/partner-lists.ts'
import { readCaptureWithClaimCreation, readReasons } from './charge-captures/read-charge-capture.ts'
import { readClaimCreationWithCaptures } from './claim-creations/read-claim-creation.ts'
import { readContractText } from './contracts/read-contract.ts'
import { readEncounterText } from './encounters/read-encounter.ts'
import { readUpdateItem, readUpdatesPage } from './claim-creations/read-updates.ts'
import { readCounts } from './lists/read-counts.ts'
import type { Pending } from './replies.ts'
import { asReply, runAction } from './run-action.ts'

// Reads answer at once with a promise of JSON text: Next runs plain actions one after the other.

/** `ListRequest` -> Result<RowPage>: one page of a list as rows. */
export async function readList(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: listOperationOf, input: listRequest, verb: readPage }, input))
}

/** `{id}` -> Result<ClaimCreationReply>. */
export async function readClaimCreation(input: unknown): Promise<Pending> {
  return asReply(
    runAction({ task: 'getClaimCreation', input: z.strictObject({ id }), verb: readClaimCreationWithCaptures }, input),
  )
}

/** `{id}` -> Result<ChargeCaptureReply>. */
export async function readChargeCapture(input: unknown): Promise<Pending> {
  return asReply(
    runAction({ task: 'getChargeCapture', input: z.strictObject({ id }), verb: readCaptureWithClaimCreation }, input),
  )
}

/** `{id}` -> Result<EncounterReply>. */
export async function readEncounter(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'getEncounter', input: z.strictObject({ id }), verb: readEncounterText }, input))
}

/** `{id}` -> Result<ContractReply>. */
export async function readContract(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'getContractV3', input: z.strictObject({ id }), verb: readContractText }, input))
}

/** `{id}` -> Result<SaveReason[]>: why a charge capture was saved past open errors, newest first. */
export async function readChargeCaptureReasons(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'getChargeCapture', input: z.strictObject({ id }), verb: readReasons }, input))
}

/** `{}` -> Result<SummaryReply>: the partner's counts, null where the key may not read them. */
export async function readSummary(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'getClaimCreationSummary', input: z.strictObject({}), verb: readCounts }, input))
}

const updatesRequest = listRequest.refine((request) => request.operation === 'listClaimCreations')

/** `ListRequest` of claim creations -> Result<UpdatesReply>: one page of them, each compared with what was billed. */
export async function readUpdates(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'listClaimCreations', input: updatesRequest, verb: readUpdatesPage }, input))
}

/** `{id}` -> Result<UpdateItem>: one of them, as it is now. */
export async function readUpdate(input: unknown): Promise<Pending> {
  return asReply(runAction({ task: 'getClaimCreation', input: z.strictObject({ id }), verb: readUpdateItem }, input))
}
