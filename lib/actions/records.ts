'use server'

import { z } from 'zod'
import { operations } from '#lib/contract/operations.ts'
import { isLocalDate } from '#lib/core/local-date.ts'
import type { Result } from '#lib/core/result.ts'
import { rosterBatch } from '#lib/rules/roster/batches.ts'
import { createCapture } from './charge-captures/create-capture.ts'
import { saveCapture } from './charge-captures/save-capture.ts'
import { resolveChanges, resolveError } from './claim-creations/resolve.ts'
import { changeRoster } from './contracts/change-roster.ts'
import { createContract, type CreateContractReply } from './contracts/create-contract.ts'
import {
  deleteContract,
  saveContract,
  type DeleteContractReply,
  type SaveContractReply,
} from './contracts/save-contract.ts'
import { changeRosterV2, type RosterV2Reply } from './contracts/roster-v2.ts'
import {
  createFacility,
  removeFacility,
  saveFacility,
  type CreateFacilityReply,
  type RemoveFacilityReply,
  type SaveFacilityReply,
} from './contracts/save-facility.ts'
import { createEncounter, type CreateEncounterReply } from './encounters/create-encounter.ts'
import { contractText, id, idLines, jsonText, operationId } from './inputs.ts'
import type { ErrorResolved } from './replies.ts'
import { runAction } from './run-action.ts'
import { createSpan, type CreateSpanReply } from './spans/create-span.ts'
import { deleteSpan, saveSpan, type DeleteSpanReply, type SaveSpanReply } from './spans/save-span.ts'
import type { CreateReply, RosterChanged, SaveReply } from './writing/write-replies.ts'

// Every write of the partner's records. The verb in the record's folder says how it is written; each takes the browser's
// operation id, and answers the same when it is asked again with the same id.

const choice = z.strictObject({ path: z.string().max(1_000), take: z.enum(['mine', 'theirs']) })
const save = z.strictObject({
  id,
  operation_id: operationId,
  base: jsonText,
  choices: z.array(choice).max(5_000).optional(),
  seen: z.string().max(200).optional(),
})
const termsSave = save.extend({ wanted: jsonText })
const creation = z.strictObject({ operation_id: operationId, body: jsonText })
const contractSave = termsSave.extend({ base: contractText, wanted: contractText })
const contractCreation = creation.extend({ body: contractText })
const removal = z.strictObject({ operation_id: operationId, id })

const past = z
  .strictObject({
    reason: z.string().trim().min(1).max(500),
    findings: z.array(z.string().regex(/^[a-z0-9-]{1,60}$/)).max(1_000),
  })
  .optional()
const captureSave = save.extend({ body: jsonText, past })
const captureCreation = creation.extend({ past })

/**
 * `{id, operation_id, body, base, choices?, seen?, past?}` -> Result<SaveReply>: merges other people's changes and saves
 * once, or answers the conflicts. `past`: why it is saved with open errors.
 */
export async function saveChargeCapture(input: unknown): Promise<Result<SaveReply>> {
  return runAction({ task: 'updateChargeCapture', input: captureSave, verb: saveCapture }, input)
}

/** `{operation_id, body, past?}` -> Result<CreateReply>: one new capture, or the one that has the charge external id. */
export async function createChargeCapture(input: unknown): Promise<Result<CreateReply>> {
  const verb = createCapture(operations.createChargeCapture)
  return runAction({ task: 'createChargeCapture', input: captureCreation, verb }, input)
}

/** The same from a pre-encounter patient and appointments, whose members of `data` must not be set. */
export async function createChargeCaptureFromPreEncounter(input: unknown): Promise<Result<CreateReply>> {
  const verb = createCapture(operations.createChargeCaptureFromPreEncounter)
  return runAction({ task: 'createChargeCaptureFromPreEncounter', input: captureCreation, verb }, input)
}

/** `{operation_id, body}` -> Result<CreateEncounterReply>: one new encounter, or the one that has the external id. */
export async function createEncounterFromPreEncounter(input: unknown): Promise<Result<CreateEncounterReply>> {
  return runAction({ task: 'createEncounterFromPreEncounter', input: creation, verb: createEncounter }, input)
}

// More would take the check of their claims beyond the time of a request.
const mostClaims = 250
const ownReason = z.strictObject({
  claim_creation_id: id,
  reason: z.string().trim().min(1).max(1_000),
  overpayment: z
    .strictObject({
      cents: z.int().min(1).max(100_000_000_000),
      identified_on: z.string().refine(isLocalDate, 'Enter a real date, such as 02/28/2026.'),
    })
    .nullable(),
})
const changes = z
  .strictObject({
    operation_id: operationId,
    charge_capture_change_ids: z.array(id).min(1).max(1_000),
    resolved: z.boolean(),
    claim_creation_ids: z.array(id).min(1).max(mostClaims).optional(),
    reason: z.string().trim().max(2_000).optional(),
    own_reasons: z.array(ownReason).max(mostClaims).optional(),
  })
  .refine(({ resolved, claim_creation_ids }) => !resolved || claim_creation_ids !== undefined, {
    path: ['claim_creation_ids'],
    message: 'Name the claim creations of the changes.',
  })

/**
 * `{operation_id, charge_capture_change_ids, resolved, claim_creation_ids?, reason?, own_reasons?}` -> Result<{ids}>:
 * resolves changes made after billing, or opens them again. `ReasonNeeded` names the claim creations that need one of their own.
 */
export async function resolveChargeCaptureChanges(input: unknown): Promise<Result<{ ids: string[] }>> {
  return runAction({ task: 'resolveChargeCaptureChanges', input: changes, verb: resolveChanges }, input)
}

const resolution = z.strictObject({
  operation_id: operationId,
  error_id: id,
  resolution_reason: z.string().trim().max(2_000).optional(),
})

/** `{operation_id, error_id, resolution_reason?}` -> Result<ErrorResolved>: marks an error as resolved by the signed-in person. */
export async function resolveClaimCreationError(input: unknown): Promise<Result<ErrorResolved>> {
  return runAction({ task: 'resolveClaimCreationError', input: resolution, verb: resolveError }, input)
}

/** `{id, operation_id, base, wanted, choices?, seen?}` -> Result<SaveContractReply>: merges and saves once, or answers the conflicts. */
export async function updateContractV3(input: unknown): Promise<Result<SaveContractReply>> {
  return runAction({ task: 'updateContractV3', input: contractSave, verb: saveContract(3) }, input)
}

/** The same for a contract that was read by version 2. */
export async function updateContractV2(input: unknown): Promise<Result<SaveContractReply>> {
  return runAction({ task: 'updateContractV2', input: contractSave, verb: saveContract(2) }, input)
}

/** `{operation_id, body}` -> Result<CreateContractReply>: one new contract of either type, or the contracts that may be it. */
export async function createContractV3(input: unknown): Promise<Result<CreateContractReply>> {
  const verb = createContract(operations.createContractV3)
  return runAction({ task: 'createContractV3', input: contractCreation, verb }, input)
}

/** The same for a professional contract of version 2, whose providers are given with it. */
export async function createContractV2(input: unknown): Promise<Result<CreateContractReply>> {
  const verb = createContract(operations.createContractV2)
  return runAction({ task: 'createContractV2', input: contractCreation, verb }, input)
}

/** `{operation_id, id}` -> Result<DeleteContractReply>. */
export async function deleteContractV3(input: unknown): Promise<Result<DeleteContractReply>> {
  return runAction({ task: 'deleteContractV3', input: removal, verb: deleteContract(3) }, input)
}

/** The same for a contract that was read by version 2. */
export async function deleteContractV2(input: unknown): Promise<Result<DeleteContractReply>> {
  return runAction({ task: 'deleteContractV2', input: removal, verb: deleteContract(2) }, input)
}

const facilityCreation = z.strictObject({
  operation_id: operationId,
  contract_id: id,
  service_facility_id: id,
  provider_ids: idLines,
})

/** `{operation_id, contract_id, service_facility_id, provider_ids}` -> Result<CreateFacilityReply>: one more service facility on a contract. Ids are lines of one text. */
export async function createContractServiceFacility(input: unknown): Promise<Result<CreateFacilityReply>> {
  return runAction({ task: 'createContractServiceFacility', input: facilityCreation, verb: createFacility }, input)
}

const facilitySave = z.strictObject({
  operation_id: operationId,
  contract_id: id,
  contract_service_facility_id: id,
  add: idLines,
  remove: idLines,
  place: z.strictObject({ from: id, to: id }).optional(),
})

/**
 * `{operation_id, contract_id, contract_service_facility_id, add, remove, place?}` -> Result<SaveFacilityReply>: changes the
 * facility as it is now. `add` and `remove` are ids as lines of one text. `place`: the service facility to move to, and
 * the one that the person moved it from.
 */
export async function updateContractServiceFacility(input: unknown): Promise<Result<SaveFacilityReply>> {
  return runAction({ task: 'updateContractServiceFacility', input: facilitySave, verb: saveFacility }, input)
}

const facilityRemoval = z.strictObject({
  operation_id: operationId,
  contract_id: id,
  contract_service_facility_id: id,
})

/** `{operation_id, contract_id, contract_service_facility_id}` -> Result<RemoveFacilityReply>: takes a facility off a contract. */
export async function removeContractServiceFacility(input: unknown): Promise<Result<RemoveFacilityReply>> {
  return runAction({ task: 'updateContractV3', input: facilityRemoval, verb: removeFacility }, input)
}

const rosterChange = z.strictObject({
  id,
  operation_id: operationId,
  rendering_provider_ids: z.array(id).min(1).max(rosterBatch),
})

/** `{id, operation_id, rendering_provider_ids}` -> Result<RosterChanged>: one batch of at most 10,000; the partner counts and ignores ids that are there already. */
export async function addContractProviders(input: unknown): Promise<Result<RosterChanged>> {
  const verb = changeRoster('addContractProviders')
  return runAction({ task: 'addContractProviders', input: rosterChange, verb }, input)
}

/** The same for a removal: one id that is not on the roster refuses them all. */
export async function removeContractProviders(input: unknown): Promise<Result<RosterChanged>> {
  const verb = changeRoster('removeContractProviders')
  return runAction({ task: 'removeContractProviders', input: rosterChange, verb }, input)
}

const rosterV2Change = z.strictObject({
  id,
  operation_id: operationId,
  add: z.array(id).max(rosterBatch),
  remove: z.array(id).max(rosterBatch),
})

/** `{id, operation_id, add, remove}` -> Result<RosterV2Reply>: changes the roster, as it is now, of a contract that was read by version 2. */
export async function changeContractV2Providers(input: unknown): Promise<Result<RosterV2Reply>> {
  return runAction({ task: 'updateContractV2', input: rosterV2Change, verb: changeRosterV2 }, input)
}

const answer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('made'), id }),
  z.strictObject({ kind: z.literal('not-made'), seen: z.array(id).max(10_000) }),
])
const spanCreation = creation.extend({ answer: answer.optional() })

/** `{operation_id, body, answer?}` -> Result<CreateSpanReply>: one new span. `answer`: what a person says after a lost answer. */
export async function createFacilitySpan(input: unknown): Promise<Result<CreateSpanReply>> {
  const verb = createSpan('facility')
  return runAction({ task: 'createFacilityCredentialingSpan', input: spanCreation, verb }, input)
}

/** The same for a rendering provider. */
export async function createProviderSpan(input: unknown): Promise<Result<CreateSpanReply>> {
  const verb = createSpan('provider')
  return runAction({ task: 'createProviderCredentialingSpan', input: spanCreation, verb }, input)
}

/** `{id, operation_id, base, wanted, choices?, seen?}` -> Result<SaveSpanReply>: merges and saves once, or answers the conflicts. */
export async function saveFacilitySpan(input: unknown): Promise<Result<SaveSpanReply>> {
  return runAction({ task: 'updateFacilityCredentialingSpan', input: termsSave, verb: saveSpan('facility') }, input)
}

/** The same for a rendering provider's span. */
export async function saveProviderSpan(input: unknown): Promise<Result<SaveSpanReply>> {
  return runAction({ task: 'updateProviderCredentialingSpan', input: termsSave, verb: saveSpan('provider') }, input)
}

/** `{operation_id, id}` -> Result<DeleteSpanReply>: takes the span out of use. */
export async function deleteFacilitySpan(input: unknown): Promise<Result<DeleteSpanReply>> {
  return runAction({ task: 'deleteFacilityCredentialingSpan', input: removal, verb: deleteSpan('facility') }, input)
}

/** The same for a rendering provider's span. */
export async function deleteProviderSpan(input: unknown): Promise<Result<DeleteSpanReply>> {
  return runAction({ task: 'deleteProviderCredentialingSpan', input: removal, verb: deleteSpan('provider') }, input)
}
