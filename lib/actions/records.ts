'use server'

import { z } from 'zod'
import { operations } from '#lib/contract/operations.ts'
import { rosterBatch } from '#lib/rules/roster/batches.ts'
import { createCapture } from './charge-captures/create-capture.ts'
import { saveCapture } from './charge-captures/save-capture.ts'
import { resolveChanges, resolveError } from './claim-creations/resolve.ts'
import { changeRoster } from './contracts/change-roster.ts'
import { createContract } from './contracts/create-contract.ts'
import { deleteContract, saveContract } from './contracts/save-contract.ts'
import { changeRosterV2 } from './contracts/roster-v2.ts'
import { createFacility, removeFacility, saveFacility } from './contracts/save-facility.ts'
import { createEncounter } from './encounters/create-encounter.ts'
import { contractText, day, id, idLines, jsonText, operationId } from './inputs.ts'
import { writeAct } from './act.ts'
import { createSpan } from './spans/create-span.ts'
import { deleteSpan, saveSpan } from './spans/save-span.ts'

// Every write of the partner's records. The verb in the record's folder says how it is written;
// each takes the browser's operation id, and answers the same when it is asked again with the same
// id.

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
 * Merges other people's changes and saves once, or answers the conflicts. `past`: why it is saved
 * with open errors.
 */
export const saveChargeCapture = writeAct('updateChargeCapture', {
  input: captureSave,
  run: saveCapture,
})

/** One new capture, or the one that has the charge external id. */
export const createChargeCapture = writeAct('createChargeCapture', {
  input: captureCreation,
  run: createCapture(operations.createChargeCapture),
})

/**
 * The same from a pre-encounter patient and appointments, whose members of `data` must not be set.
 */
export const createChargeCaptureFromPreEncounter = writeAct('createChargeCaptureFromPreEncounter', {
  input: captureCreation,
  run: createCapture(operations.createChargeCaptureFromPreEncounter),
})

/** One new encounter, or the one that has the external id. */
export const createEncounterFromPreEncounter = writeAct('createEncounterFromPreEncounter', {
  input: creation,
  run: createEncounter,
})

// More would take the check of their claims beyond the time of a request.
const mostClaims = 250
const ownReason = z.strictObject({
  claim_creation_id: id,
  reason: z.string().trim().min(1).max(1_000),
  overpayment: z
    .strictObject({
      cents: z.int().min(1).max(100_000_000_000),
      identified_on: day,
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
 * Resolves changes made after billing, or opens them again. `ReasonNeeded` names the claim
 * creations that need one of their own.
 */
export const resolveChargeCaptureChanges = writeAct('resolveChargeCaptureChanges', {
  input: changes,
  run: resolveChanges,
})

const resolution = z.strictObject({
  operation_id: operationId,
  error_id: id,
  resolution_reason: z.string().trim().max(2_000).optional(),
})

/** Marks an error as resolved by the signed-in person. */
export const resolveClaimCreationError = writeAct('resolveClaimCreationError', {
  input: resolution,
  run: resolveError,
})

/** Saves a contract: merges other people's changes and sends once, or answers the conflicts. */
export const updateContractV3 = writeAct('updateContractV3', {
  input: contractSave,
  run: saveContract(3),
})

/** The same for a contract that was read by version 2. */
export const updateContractV2 = writeAct('updateContractV2', {
  input: contractSave,
  run: saveContract(2),
})

/** One new contract of either type, or the contracts that may be it. */
export const createContractV3 = writeAct('createContractV3', {
  input: contractCreation,
  run: createContract(operations.createContractV3),
})

/** The same for a professional contract of version 2, whose providers are given with it. */
export const createContractV2 = writeAct('createContractV2', {
  input: contractCreation,
  run: createContract(operations.createContractV2),
})

/** Deletes a contract that was read by version 3. */
export const deleteContractV3 = writeAct('deleteContractV3', {
  input: removal,
  run: deleteContract(3),
})

/** The same for a contract that was read by version 2. */
export const deleteContractV2 = writeAct('deleteContractV2', {
  input: removal,
  run: deleteContract(2),
})

const facilityCreation = z.strictObject({
  operation_id: operationId,
  contract_id: id,
  service_facility_id: id,
  provider_ids: idLines,
})

/** One more service facility on a contract. Ids are lines of one text. */
export const createContractServiceFacility = writeAct('createContractServiceFacility', {
  input: facilityCreation,
  run: createFacility,
})

const facilitySave = z.strictObject({
  operation_id: operationId,
  contract_id: id,
  contract_service_facility_id: id,
  add: idLines,
  remove: idLines,
  place: z.strictObject({ from: id, to: id }).optional(),
})

/**
 * Changes the facility as it is now. `add` and `remove` are ids as lines of one text. `place`: the
 * service facility to move to, and the one that the person moved it from.
 */
export const updateContractServiceFacility = writeAct('updateContractServiceFacility', {
  input: facilitySave,
  run: saveFacility,
})

const facilityRemoval = z.strictObject({
  operation_id: operationId,
  contract_id: id,
  contract_service_facility_id: id,
})

/** Takes a facility off a contract. */
export const removeContractServiceFacility = writeAct('updateContractV3', {
  input: facilityRemoval,
  run: removeFacility,
})

const rosterChange = z.strictObject({
  id,
  operation_id: operationId,
  rendering_provider_ids: z.array(id).min(1).max(rosterBatch),
})

/**
 * Adds one batch of at most 10,000 providers to a roster; the partner counts and ignores ids that
 * are there already.
 */
export const addContractProviders = writeAct('addContractProviders', {
  input: rosterChange,
  run: changeRoster('addContractProviders'),
})

/** The same for a removal: one id that is not on the roster refuses them all. */
export const removeContractProviders = writeAct('removeContractProviders', {
  input: rosterChange,
  run: changeRoster('removeContractProviders'),
})

const rosterV2Change = z.strictObject({
  id,
  operation_id: operationId,
  add: z.array(id).max(rosterBatch),
  remove: z.array(id).max(rosterBatch),
})

/** Changes the roster, as it is now, of a contract that was read by version 2. */
export const changeContractV2Providers = writeAct('updateContractV2', {
  input: rosterV2Change,
  run: changeRosterV2,
})

const answer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('made'), id }),
  z.strictObject({ kind: z.literal('not-made'), seen: z.array(id).max(10_000) }),
])
const spanCreation = creation.extend({ answer: answer.optional() })

/** One new span. `answer`: what a person says after a lost answer. */
export const createFacilitySpan = writeAct('createFacilityCredentialingSpan', {
  input: spanCreation,
  run: createSpan('facility'),
})

/** The same for a rendering provider. */
export const createProviderSpan = writeAct('createProviderCredentialingSpan', {
  input: spanCreation,
  run: createSpan('provider'),
})

/** Saves a span: merges other people's changes and sends once, or answers the conflicts. */
export const saveFacilitySpan = writeAct('updateFacilityCredentialingSpan', {
  input: termsSave,
  run: saveSpan('facility'),
})

/** The same for a rendering provider's span. */
export const saveProviderSpan = writeAct('updateProviderCredentialingSpan', {
  input: termsSave,
  run: saveSpan('provider'),
})

/** Takes the span out of use. */
export const deleteFacilitySpan = writeAct('deleteFacilityCredentialingSpan', {
  input: removal,
  run: deleteSpan('facility'),
})

/** The same for a rendering provider's span. */
export const deleteProviderSpan = writeAct('deleteProviderCredentialingSpan', {
  input: removal,
  run: deleteSpan('provider'),
})
