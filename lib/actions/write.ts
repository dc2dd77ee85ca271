'use server'

import { z } from 'zod'
import { chargeCaptureOperations } from '#lib/contract/charge-captures.operations.ts'
import type { Result } from '#lib/core/result.ts'
import { createCapture } from './charge-captures/create-capture.ts'
import { createEncounter, type CreateEncounterReply } from './encounters/create-encounter.ts'
import { id, jsonText, operationId } from './inputs.ts'
import type { ErrorResolved } from './replies.ts'
import { resolveChanges, resolveError } from './claim-creations/resolve.ts'
import { runAction } from './run-action.ts'
import { saveCapture } from './charge-captures/save-capture.ts'
import type { CreateReply, SaveReply } from './writing/write-replies.ts'

const past = z
  .strictObject({
    reason: z.string().trim().min(1).max(500),
    findings: z.array(z.string().regex(/^[a-z0-9-]{1,60}$/)).max(1_000),
  })
  .optional()

const save = z.strictObject({
  id,
  operation_id: operationId,
  body: jsonText,
  base: jsonText,
  choices: z
    .array(z.strictObject({ path: z.string().max(1_000), take: z.enum(['mine', 'theirs']) }))
    .max(5_000)
    .optional(),
  seen: z.string().max(200).optional(),
  past,
})

/**
 * `{id, operation_id, body, base, choices?, seen?, past?}` -> Result<SaveReply>: merged with what others did and saved
 * once, or the conflicts. `past`: why it is saved with open errors.
 */
export async function saveChargeCapture(input: unknown): Promise<Result<SaveReply>> {
  return runAction({ task: 'updateChargeCapture', input: save, verb: saveCapture }, input)
}

const creation = z.strictObject({ operation_id: operationId, body: jsonText, past })

/** `{operation_id, body, past?}` -> Result<CreateReply>: one new capture, or whose the charge external id already is. */
export async function createChargeCapture(input: unknown): Promise<Result<CreateReply>> {
  return runAction(
    { task: 'createChargeCapture', input: creation, verb: createCapture(chargeCaptureOperations.createChargeCapture) },
    input,
  )
}

/** The same from a pre-encounter patient and appointments, whose members of `data` must not be set. */
export async function createChargeCaptureFromPreEncounter(input: unknown): Promise<Result<CreateReply>> {
  return runAction(
    {
      task: 'createChargeCaptureFromPreEncounter',
      input: creation,
      verb: createCapture(chargeCaptureOperations.createChargeCaptureFromPreEncounter),
    },
    input,
  )
}

/** `{operation_id, body}` -> Result<CreateEncounterReply>: one new encounter that follows its pre-encounter records, or who has its external id. */
export async function createEncounterFromPreEncounter(input: unknown): Promise<Result<CreateEncounterReply>> {
  return runAction({ task: 'createEncounterFromPreEncounter', input: creation, verb: createEncounter }, input)
}

const changes = z.strictObject({
  operation_id: operationId,
  charge_capture_change_ids: z.array(id).min(1).max(1_000),
  resolved: z.boolean(),
})

/** `{operation_id, charge_capture_change_ids, resolved}` -> Result<{ids}>: resolves changes made after billing, or opens them again. */
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
